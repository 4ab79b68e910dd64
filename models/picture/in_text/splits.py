"""Split cells in lines of text: a kakuro's sums stand in one mark, as they do in its cell.

Of a cell with 17 below the line and 10 above it the mark is `17\\10`, with 17 alone `17\\`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..picture import Picture
from ..shapes import Cell, Place, Text

__all__ = ["cell_and_corner", "split_cells", "split_sums"]


def split_cells(picture: Picture) -> set[Place]:
    """Return the cells that a line splits."""
    return {one.place for one in picture.shapes if isinstance(one, Cell) and one.role == "split"}


def split_sums(picture: Picture) -> Mapping[Place, str]:
    """Return the marks of the cells that a line splits."""
    sums = {cell: ["", ""] for cell in split_cells(picture)}
    for shape in picture.shapes if sums else ():
        if isinstance(shape, Text) and shape.role == "label":
            cell, (_, right) = cell_and_corner(shape)
            if cell in sums:
                sums[cell][right > 0] = shape.text
    return {cell: "\\".join(both) for cell, both in sums.items()}


def cell_and_corner(label: Text) -> tuple[Place, Place]:
    """Return the cell of a label, and how far down and to the right of its middle it stands."""
    cell = tuple(map(round, label.place))
    return cell, tuple(a - b for a, b in zip(label.place, cell, strict=True))
