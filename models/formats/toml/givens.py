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

from collections.abc import Mapping, Sequence
from typing import Any

from ...tables.rows import RowFunction
from ..source import plural
from .context import Context, Table
from .node import Node
from .tables import grid_of

__all__ = ["read_forbidden", "read_givens"]

_BLANKS = (".", "-", "_", "0")


def read_givens(context: Context, table: Table, node: Node) -> None:
    """Read the givens of a table: a text grid, or an array of values and comparisons."""
    context.puzzle.origin = node.origin
    if isinstance(node.value, str):
        _grid_givens(context, table, node)
        return
    for one in node.array():
        context.puzzle.origin = one.line
        with one.blamed():
            if isinstance(one.value, dict):
                context.puzzle.given(table.choices, _wanted(context, table, one))
            else:
                context.puzzle.given(table.choices, where=_where(context, table, one))


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
    values = _spelled(node, declared)
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


def _spelled(node: Node, values: Sequence[Any]) -> Mapping[str, Any]:
    """Return values by their spelling. Raises InputError for two of one spelling."""
    found = {str(value): value for value in values}
    if len(found) < len(values):
        twice = next(str(value) for value in values if found[str(value)] != value)
        raise node.error(f"a grid where {twice!r} spells two values, expected an array of givens")
    return found


def read_forbidden(context: Context, table: Table, node: Node) -> None:
    """Read what is ruled out of a table: an array of values and comparisons."""
    for one in node.array():
        context.puzzle.origin = one.line
        with one.blamed():
            if isinstance(one.value, dict):
                context.puzzle.forbid(table.choices, _wanted(context, table, one))
            else:
                context.puzzle.forbid(table.choices, where=_where(context, table, one))


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
