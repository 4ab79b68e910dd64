"""The picture of an answer in TOML: which table puts which marks on which cells.

    [show]
    table = "queen"
    at = ["row", "col"]                 or covering = ["row, col", "row, col + 1"]: several cells
    mark = "Q"                          or a column, or ["row", "'/'", "col"]: several expressions
    blank = "."

Every row's cells and marks are worked out once when the document is read, so that a cell that is
none, or a picture that would fill the disk, is found there and not when an answer is shown.
"""

from __future__ import annotations

from math import prod
from typing import Any

from ...budget import polled
from ...errors import ModelError, excerpt
from ...picture.grid_picture import GridPicture
from ...tables.rows import RowFunction
from ...tables.table import Choices, Columns
from .context import Context, Table
from .expressions import Expression, together
from .keys import covering
from .node import Node

__all__ = ["read_picture"]

LARGEST_PICTURE = 1_000_000  # characters


def read_picture(context: Context, node: Node) -> GridPicture:
    """Return the picture. Raises InputError for a row without a cell, and for a huge picture."""
    node.table("table", "at", "covering", "mark", "blank")
    table = context.table_of(node.need("table", "the table whose rows are shown"))
    if "at" in node and "covering" in node:
        raise node["at"].key_error("`at` and `covering`, expected one of them")
    at: RowFunction | tuple[str, str] = ("row", "col")
    cells = covering(context, table, node["covering"]) if "covering" in node else None
    if "at" in node:
        node["at"].array(2)
        at = _together(context, table, node["at"])
    mark = _mark(context, table, node)
    blank = node["blank"].string("a mark") if "blank" in node else "."
    context.spend_looks(node, len(table.choices))
    with node.blamed():
        picture = GridPicture(table.choices, at, mark, covering=cells, blank=blank)
        size = _size(table.choices, cells or at, cells is not None, mark, blank)
    if size > LARGEST_PICTURE:
        what = f"a picture of {size} characters"
        raise node.key_error(f"{what}, expected {LARGEST_PICTURE} at most")
    return picture


def _size(table: Choices, at: Columns, several: bool, mark: str | RowFunction, blank: str) -> int:
    """Return how many characters a picture of all rows would have.

    Raises ModelError for a row whose cell, or one of whose `several` cells, is no (row, col).
    """
    where = table.reader(at, "the picture")
    cells: dict[Any, None] = {}
    for row in table:
        cells.update(dict.fromkeys(where(row) if several else [where(row)]))
    for cell in cells:
        if not isinstance(cell, tuple) or len(cell) != 2 or not all(type(k) is int for k in cell):
            raise ModelError(f"cell {excerpt(repr(cell))} in the picture, expected row and column")
    lengths = [len(blank), len(mark) if isinstance(mark, str) else 0]
    if not isinstance(mark, str) or mark in table.columns:
        marked = table.reader(mark, "the picture")
        lengths += [len(str(marked(row))) for row in table]
    spans = [max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True)]
    return prod(spans) * max(lengths) if cells else 0


def _mark(context: Context, table: Table, node: Node) -> str | RowFunction:
    """Read a mark: a column, the mark itself, or an array of expressions that stand together."""
    if "mark" not in node:
        if "value" not in table.choices.columns:
            raise node.key_error("no mark, expected a column or the mark itself")
        return "value"
    mark = node["mark"]
    if isinstance(mark.value, str):
        return mark.value
    if not isinstance(mark.value, list):
        raise mark.error("no mark, expected a column, a mark or an array of expressions")
    read = _together(context, table, mark).read
    return RowFunction("mark", lambda row: "".join(map(str, read(row))))


def _together(context: Context, table: Table, node: Node) -> RowFunction:
    """Read an array of expressions as the function that gives their values."""
    parts: list[Expression] = [table.expression(one) for one in node.array()]
    context.spend_looks(node, sum(part.weight for part in parts) * len(table.choices))
    size = sum(part.size for part in parts)
    return RowFunction("values", polled(together(tuple(part.read for part in parts)), size))
