"""Givens and forbidden choices in TOML, each by the table that they are about.

[given]
digit = '''                                a grid over the columns row, col and value
53..7....
6..195...'''
queen = [{ row = 1, col = 3 }, "row == 2 and col == 5"]

[forbid]
queen = [{ row = 8 }, "row == col"]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import dedent
from typing import Any

from ...errors import ModelError
from ...tables.rows import RowFunction
from ...tables.table import Choices
from ..source import plural
from .context import Context, Table
from .node import Node
from .python_text import Program, call, literal
from .selections import row_table, wanted_python
from .tables import grid_of, lines_and_marks
from .values import dumped, key

__all__ = ["chosen_lines", "givens_python", "read_forbidden", "read_givens"]

_BLANKS = (".", "-", "_", "0")


def read_givens(context: Context, table: Table, node: Node) -> None:
    """Read the givens of a table: a text grid, or an array of values and comparisons."""
    context.puzzle.origin = node.origin
    if isinstance(node.value, str):
        _grid_givens(context, table, node)
    else:
        _read_listed(context, table, node, context.puzzle.given)


def read_forbidden(context: Context, table: Table, node: Node) -> None:
    """Read what is ruled out of a table: an array of values and comparisons."""
    _read_listed(context, table, node, context.puzzle.forbid)


def _read_listed(context: Context, table: Table, node: Node, choose: Callable[..., object]) -> None:
    """Read an array of values and comparisons; `choose` is the puzzle's method that takes them."""
    for one in node.array():
        context.puzzle.origin = one.line
        with one.blamed():
            if isinstance(one.value, dict):
                choose(table.choices, _wanted(context, table, one))
            else:
                choose(table.choices, where=_where(context, table, one))


def _grid_givens(context: Context, table: Table, node: Node) -> None:
    """Read givens as a text grid over the table's first two columns and its last: the value.

    Columns between these must follow from them: each mark names one choice. Its lines and columns
    are all values of the table's columns in the order of their declaration, whatever `where` has
    left of them. A mark is a value as it is spelled; what spells none is a blank if it is one of
    `. - _ 0`.
    """
    choices = table.choices
    if len(choices.columns) < 3:
        found = plural(len(choices.columns), "column")
        raise node.error(f"a grid for a table of {found}, expected a row, a column and a value")
    named = (*choices.columns[:2], choices.columns[-1])
    lines, across, declared = (table.declared[name] for name in named)
    # Raises InputError for two of one spelling.
    values = {str(value): value for value in declared}
    if len(values) < len(declared):
        twice = next(str(value) for value in declared if values[str(value)] != value)
        raise node.error(f"a grid where {twice!r} spells two values, expected an array of givens")
    cells = grid_of(node, context)
    size = cells[-1][0], max(col for _, col, _ in cells)
    if size != (len(lines), len(across)):
        shape = f"{len(lines)} rows of {len(across)}"
        raise node.error(f"a grid of {size[0]} rows of {size[1]}, expected {shape}")
    for row, col, mark in cells:
        if str(mark) not in values:
            if str(mark) in _BLANKS:
                continue
            expected = f"one of {', '.join(values)}, or . for a blank"
            raise node.error(
                f"{mark!r} in row {row}, column {col} of the grid, expected {expected}"
            )
        wanted = (lines[row - 1], across[col - 1], values[str(mark)])
        context.spend_looks(node, 1 if len(choices.columns) == 3 else len(choices))
        with node.blamed():
            context.puzzle.given(choices, dict(zip(named, wanted, strict=True)))


def _wanted(context: Context, table: Table, node: Node) -> Mapping[str, Any]:
    """Read the values that are wanted of some columns."""
    node.table(*table.choices.columns)
    values = {field.name: field.atom() for field in node.fields()}
    if not values:
        raise node.error("no values, expected those of some columns")
    # Whole rows are looked up; for part of a row the table is gone through.
    whole = len(values) == len(table.choices.columns)
    context.spend_looks(node, 1 if whole else len(table.choices))
    return values


def _where(context: Context, table: Table, node: Node) -> RowFunction:
    condition = table.condition(node)
    context.spend_looks(node, (1 + condition.weight) * len(table.choices))
    return condition.row_function


def chosen_lines(section: str, tables: Sequence[Choices], options: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a section that names the chosen rows of each table by their values."""
    if options:
        yield ""
        yield f"[{section}]"
    for table in tables:
        rows = [k - table.offset for k in options if 0 <= k - table.offset < len(table)]
        if rows:
            listed = [row_table(table, row) for row in rows]
            yield f"{key(table.name)} = {dumped(listed, f'toml: table {table.name!r} has')}"


def givens_python(program: Program, section: str, document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the statements of a section: `given` or `forbid`."""
    for table, value in document[section].items():
        if isinstance(value, str):
            choices = document.get("choices", {}).get(table, {})
            # The loop over a grid of givens; its lines and columns are counted from 1 or 0.
            text, columns = dedent(value).strip("\n"), program.columns[table]
            ranges = [choices.get(name, "1.." if "grid" in choices else "0..") for name in columns]
            first = [str(one).partition("..")[0] for one in ranges]
            values = ranges[-1]
            words = isinstance(values, list) and all(isinstance(one, str) for one in values)
            digits = not isinstance(values, list) or all(isinstance(one, int) for one in values)
            if not all(one in ("0", "1") for one in first[:2]) or not (words or digits):
                raise ModelError(f"givens of {table!r} as a grid, which is not written in Python")
            variable = program.free("givens")
            row, col, amount = (*columns[:2], columns[-1])
            yield f'{variable} = """\n{text}\n"""'
            lines, marks = lines_and_marks(text, variable)
            known = f"mark in {literal(tuple(values))}" if words else "mark.isdigit()"
            yield (
                f"for {row}, line in enumerate({lines}{', 1' if first[0] == '1' else ''}):\n"
                f"    for {col}, mark in enumerate({marks}{', 1' if first[1] == '1' else ''}):\n"
                f"        if {known}:\n"
                f"            puzzle.given({program.variables[table]}, "
                f"{row}={row}, {col}={col}, {amount}={'mark' if words else 'int(mark)'})"
            )
            continue
        for one in value:
            wanted = wanted_python(program, table, one)
            if not isinstance(one, dict):
                wanted = [f"where={wanted[0]}"]
            yield call(f"puzzle.{section}", [program.variables[table], *wanted])
