"""Givens, forbidden choices and selections of choices in TOML.

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
from functools import reduce
from operator import and_, or_
from textwrap import dedent, indent
from types import MappingProxyType
from typing import Any

from ...errors import ModelError
from ...rules.arguments import Argument
from ...rules.statements.clauses import keys_among
from ...tables.selections import All, Any_, Formula, Not, Selection, selected
from ...tables.table import Choices
from ..source import plural
from .context import Context, Table
from .keys import HOW, groups_text, one_key, python_key, python_keys, read_keys
from .node import Node
from .python_text import STEP, WIDTH, Program, call, literal, reading
from .sorts import Reading, Sort, Spelling, Writing
from .tables import grid_of, lines_and_marks
from .values import dumped, key, span_of

__all__ = ["chosen_lines", "givens_python", "read_forbidden", "read_givens", "read_statement"]

# ---- Selections ----------------------------------------------------------------------------------
#     implies = [{ digit = "row == 1 and value > 3" }, { digit = [{ row = 2, value = 4 }] }]
#     any_of = [{ not = { digit = "row == 1" } }, { all = [{ day = "n > 1" }, { night = "n > 2" }]
#     }]
#
# A table of selections names tables: of each a comparison, or an array of comparisons and values
# as in `[forbid]`; it holds where one of the choices is made. `not`, `all` and `any` say more.
# `by` or `covering` beside tables says the groups of these choices, where the statement holds for
# each group.


FEW = 3  # so many choices are named, of more it is said how many they are
_SIGNS = {"all": "&", "any": "|"}


def _read_selected(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read selections: as many as the method takes.

    The tables of those without groups of their own are those of the rule.
    """
    names = reading.form.arguments[argument]
    several = names[0].startswith("*")
    nodes = reading.value_of(argument).array(None if several else len(names))
    parts = tuple(read_statement(reading.context, node) for node in nodes)
    every = (selection for part in parts for selection in part.selections)
    tables = dict.fromkeys(selection.table.name for selection in every if selection.keys is None)
    reading.tables = [reading.context.tables[name] for name in tables]
    return parts


def read_statement(context: Context, node: Node) -> Formula:
    """Read a table of selections: one of them holds."""
    fields = list(node.table().fields())
    if not fields:
        raise node.error("no table, expected selections as { table = 'column == 1' }")
    cases: list[Formula] = []
    for entry in fields:
        if entry.name in context.tables:
            table = context.tables[entry.name]
            cases.append(_in_groups(context, table, node, _of_table(context, table, entry)))
        elif entry.name in HOW and any(field.name in context.tables for field in fields):
            continue
        elif entry.name == "not":
            cases.append(~read_statement(context, entry))
        elif entry.name in ("all", "any"):
            join: Callable[[Formula, Formula], Formula] = and_ if entry.name == "all" else or_
            parts = [read_statement(context, part) for part in entry.array()]
            if not parts:
                raise entry.error("no selections, expected some")
            cases.append(reduce(join, parts))
        else:
            context.table_named(entry)
    return reduce(or_, cases)


def _in_groups(context: Context, table: Table, node: Node, selection: Selection) -> Selection:
    """Return a selection in the groups that its node names, if it names some."""
    present = [name for name in HOW if name in node and name not in context.tables]
    if not present:
        return selection
    if len(present) > 1:
        raise node.error("both `by` and `covering`, expected one")
    (name,) = present
    read = one_key if name == "by" else read_keys
    with node.blamed():
        column = table.choices.column(read(context, table, node[name]), selection.text)
        return selection.grouped(column, selection.text, several=True)


def _of_table(context: Context, table: Table, node: Node) -> Selection:
    """Read the choices of one table: a comparison, or an array of these and of values."""
    if not isinstance(node.value, list):
        return _one(context, table, node)
    parts = [_one(context, table, element) for element in node.array()]
    rows = sorted({row for part in parts for row in part.rows})
    return Selection(table.choices, tuple(rows), _together(parts))


def _together(parts: Sequence[Selection]) -> str:
    if len(parts) < 2 or len(parts) > FEW:
        return parts[0].text if len(parts) == 1 else f"one of {len(parts)} choices"
    return f"({' or '.join(part.text for part in parts)})"


def _one(context: Context, table: Table, node: Node) -> Selection:
    if isinstance(node.value, dict):
        node.table(*table.choices.columns)
        values = {field.name: field.atom() for field in node.fields()}
        context.spend_looks(node, (1 + len(values)) * len(table.choices))
        with node.blamed():
            return selected(table.choices, None, values)
    condition = table.condition(node)
    context.spend_looks(node, (1 + condition.weight) * len(table.choices))
    return selected(table.choices, condition.row_function, {})


def _write_selected(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    """Return the selections, the groups for each of which they are stated, and the condition.

    The groups that most selections have are written once, others with their selections.
    """
    rule = writing.rule
    groups = [_groups_of(selection) for part in rule.parts for selection in part.selections]
    common = {} if rule.over is None else max(groups, key=groups.count)
    fields = {
        writing.key_of(argument): [statement_table(part, common) for part in rule.parts],
        **common,
    }
    if rule.over is not None and rule.over != keys_among(rule.parts):
        fields["over"] = span_of(rule.over)
    if rule.condition is not None:
        fields["if_chosen"] = statement_table(rule.condition)
    return fields


def _groups_of(selection: Selection) -> dict[str, Any]:
    """Return in which groups the choices of a selection are; empty: in none."""
    if selection.keys is None:
        return {}
    table: Choices = selection.table  # type: ignore[assignment]
    keys: list[tuple[Any, ...] | None] = [None] * len(table)
    for row, of_row in zip(selection.rows, selection.keys, strict=True):
        keys[row] = of_row
    return groups_text({table: keys})


def statement_table(
    statement: Formula, common: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """Return a statement on selections as a table of TOML.

    common  the groups that are written elsewhere
    """
    if isinstance(statement, Not):
        return {"not": statement_table(statement.part, common)}
    if isinstance(statement, Selection):
        table: Choices = statement.table  # type: ignore[assignment]
        groups = _groups_of(statement)
        rows = [row_table(table, row) for row in statement.rows]
        return {table.name: rows, **({} if groups == common else groups)}
    assert isinstance(statement, All | Any_)
    kind = "all" if isinstance(statement, All) else "any"
    return {kind: [statement_table(part, common) for part in statement.parts]}


def row_table(table: Choices, number: int) -> dict[str, Any]:
    """Return a row's values by column; a truth value is the integer that it equals."""
    values = (int(value) if isinstance(value, bool) else value for value in table[number])
    return dict(zip(table.columns, values, strict=True))


def _python_selected(spelling: Spelling, argument: Argument) -> tuple[str, ...]:
    return tuple(statement_python(spelling.program, part) for part in spelling.value_of(argument))


def statement_python(program: Program, value: Mapping[str, Any]) -> str:
    """Return a table of selections, of which one holds, in Python."""
    return _joined(list(_parts(program, value)), "|")


def _parts(program: Program, value: Mapping[str, Any]) -> Iterator[str]:
    groups = [name for name in HOW if name in value and name not in program.variables]
    for name, inner in value.items():
        if name in program.variables:
            listed = inner if isinstance(inner, list) else [inner]
            wheres = [wanted_python(program, name, element) for element in listed] or [
                ["lambda: False"]
            ]
            own = "".join(
                f".{how}({_own_groups(program, name, value[how], how)})" for how in groups
            )
            yield from (call(f"{program.variables[name]}.where", where) + own for where in wheres)
        elif name == "not":
            yield f"~{statement_python(program, inner)}"
        elif name not in groups:
            yield _joined([statement_python(program, part) for part in inner], _SIGNS[name])


def _own_groups(program: Program, table: str, value: Any, how: str) -> str:
    """Return the groups of the choices of one selection."""
    if how == "by":
        return python_key(program, table, value)
    return python_keys(program, table, value, f"{table}_keys")


def wanted_python(program: Program, table: str, value: Any) -> list[str]:
    """Return the arguments that select choices of a table: values by column, or a function."""
    if isinstance(value, dict):
        return [f"{name}={literal(of)}" for name, of in value.items()]
    return [reading(program.columns[table], value)]


def _joined(parts: list[str], sign: str) -> str:
    """Return parts with a sign between, in brackets; a part a line where they are long."""
    if len(parts) == 1:
        return parts[0]
    flat = f"({f' {sign} '.join(parts)})"
    if "\n" not in flat and len(flat) <= WIDTH - len(STEP):
        return flat
    lines = [parts[0], *(f"{sign} {part}" for part in parts[1:])]
    return f"(\n{indent(chr(10).join(lines), STEP)}\n)"


SORTS: Mapping[str, Sort] = {"selected": Sort(_read_selected, _write_selected, _python_selected)}

# ---- Givens and forbidden choices ----------------------------------------------------------------

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
    for element in node.array():
        context.puzzle.origin = element.line
        with element.blamed():
            if isinstance(element.value, dict):
                choose(table.choices, _wanted(context, table, element))
            else:
                condition = table.condition(element)
                context.spend_looks(element, (1 + condition.weight) * len(table.choices))
                choose(table.choices, where=condition.row_function)


def _grid_givens(context: Context, table: Table, node: Node) -> None:
    """Read givens as a text grid over the table's first two columns and its last: the value.

    Columns between these must follow from them: each mark names one choice. Its lines and columns
    are all values of the table's columns in the order of their declaration, whatever `where` has
    left of them. A mark is a value as it is spelled; what spells none is a blank if it is one of
    `. - _ 0`.
    """
    choices = table.choices
    if len(choices.columns) < 3:
        count = plural(len(choices.columns), "column")
        raise node.error(f"a grid for a table of {count}, expected a row, a column and a value")
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
            first = [str(span).partition("..")[0] for span in ranges]
            values = ranges[-1]
            words = isinstance(values, list) and all(isinstance(mark, str) for mark in values)
            digits = not isinstance(values, list) or all(isinstance(mark, int) for mark in values)
            if not all(start in ("0", "1") for start in first[:2]) or not (words or digits):
                raise ModelError(f"givens of {table!r} as a grid, which is not written in Python")
            variable = program.free("givens")
            row, col, amount = (*columns[:2], columns[-1])
            yield f'{variable} = """\n{text}\n"""'
            lines, marks = lines_and_marks(text, variable)
            test = f"mark in {literal(tuple(values))}" if words else "mark.isdigit()"
            yield (
                f"for {row}, line in enumerate({lines}{', 1' if first[0] == '1' else ''}):\n"
                f"    for {col}, mark in enumerate({marks}{', 1' if first[1] == '1' else ''}):\n"
                f"        if {test}:\n"
                f"            puzzle.given({program.variables[table]}, "
                f"{row}={row}, {col}={col}, {amount}={'mark' if words else 'int(mark)'})"
            )
            continue
        for entry in value:
            wanted = wanted_python(program, table, entry)
            if not isinstance(entry, dict):
                wanted = [f"where={wanted[0]}"]
            yield call(f"puzzle.{section}", [program.variables[table], *wanted])
