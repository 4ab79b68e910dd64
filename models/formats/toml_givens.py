"""Givens, forbidden choices and objectives in TOML, each by the table that they are about.

[given]
digit = '''                                a grid over the columns row, col and value
53..7....
6..195...'''
queen = [{ row = 1, col = 3 }, "row == 2 and col == 5"]

[forbid]
queen = [{ row = 8 }, "row == col"]

[minimize]
queen = "row * col"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..table import Choices, RowFunction
from .toml_node import Node
from .toml_tables import Context, Table, grid_of

__all__ = ["read_forbidden", "read_givens", "read_maximized", "read_minimized"]


def read_givens(context: Context, table: Table, node: Node) -> None:
    """Read the givens of a table: a text grid, or an array of values and comparisons."""
    context.puzzle.origin = node.origin
    if isinstance(node.value, str):
        _grid_givens(context, table, node)
        return
    for one in node.array():
        with one.blamed():
            if isinstance(one.value, dict):
                context.puzzle.given(table.choices, **_wanted(table, one))
            else:
                context.puzzle.given(table.choices, where=table.condition(one))


def _grid_givens(context: Context, table: Table, node: Node) -> None:
    """Read givens as a text grid over the first three columns: row, col and value."""
    choices = table.choices
    if len(choices.columns) != 3:
        raise node.error(f"a grid for a table of {len(choices.columns)} columns, expected 3")
    lines, across, values = (
        list(dict.fromkeys(row[place] for row in choices)) for place in range(3)
    )
    cells, shape = grid_of(node, context), f"{len(lines)} rows of {len(across)}"
    if (cells[-1][0], max(col for _, col, _ in cells)) != (len(lines), len(across)):
        found = f"{cells[-1][0]} rows of {max(col for _, col, _ in cells)}"
        raise node.error(f"a grid of {found}, expected {shape}")
    for row, col, mark in cells:
        if mark in (".", "-", "_") or (mark == 0 and 0 not in values):
            continue
        if mark not in values:
            expected = f"one of {', '.join(map(str, values))}, or . for a blank"
            raise node.error(
                f"{mark!r} in row {row}, column {col} of the grid, expected {expected}"
            )
        where = dict(zip(choices.columns, (lines[row - 1], across[col - 1], mark), strict=True))
        with node.blamed():
            context.puzzle.given(choices, **where)


def read_forbidden(context: Context, table: Table, node: Node) -> None:
    """Read what is ruled out of a table: an array of values and comparisons."""
    for one in node.array():
        with one.blamed():
            if isinstance(one.value, dict):
                context.puzzle.forbid(table.choices, **_wanted(table, one))
            else:
                context.puzzle.forbid(table.choices, where=table.condition(one))


def _wanted(table: Table, node: Node) -> Mapping[str, Any]:
    node.table(*table.choices.columns)
    return {field.name: field.atom() for field in node.fields()}


def read_minimized(context: Context, table: Table, node: Node) -> None:
    """Read what a table's rows cost."""
    _aim(context, context.puzzle.minimize, table, node)


def read_maximized(context: Context, table: Table, node: Node) -> None:
    """Read what a table's rows are worth."""
    _aim(context, context.puzzle.maximize, table, node)


def _aim(
    context: Context, aim: Callable[[Choices, RowFunction], None], table: Table, node: Node
) -> None:
    amount = _amount(table, node)
    context.puzzle.origin = node.origin
    with node.blamed():
        aim(table.choices, amount)


def _amount(table: Table, node: Node) -> RowFunction:
    expression = table.expression(node)
    if expression.kind != "int":
        raise node.error(f"{node.value!r} is no integer, expected arithmetic of columns")
    return expression.row_function
