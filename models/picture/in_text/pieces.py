"""Pieces and tiles in lines of text: lines part what marks alone would not tell apart.

Where neighbouring pieces have one mark (dominoes), each piece is a box; a tile whose sides have
values is a box of three by three marks, with the values at its sides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..picture import Picture
from ..shapes import Area, Cell, Place, Symbol, Text, Wedge
from .frames import framed

__all__ = ["framed_pieces", "framed_tiles"]

_WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west


def framed_pieces(picture: Picture, shown: Mapping[Place, str]) -> str | None:
    """Return the marks with a line round each piece; None where marks tell pieces apart."""
    areas = [shape for shape in picture.shapes if isinstance(shape, Area)]
    if picture.lattice != "squares" or not _alike(areas):
        return None
    return framed(shown, [area.cells for area in areas])


def _alike(areas: list[Area]) -> bool:
    """Whether two pieces of one mark lie side by side."""
    owner = {cell: number for number, area in enumerate(areas) for cell in area.cells}
    for (row, col), number in owner.items():
        for beside in ((row, col + 1), (row + 1, col)):
            other = owner.get(beside, number)
            if other != number and areas[other].mark == areas[number].mark:
                return True
    return False


def framed_tiles(picture: Picture) -> str | None:
    """Return the tiles with what is at their sides; None if nothing is."""
    sides = [one for one in picture.shapes if isinstance(one, Text) and one.role == "side"]
    colors = [one for one in picture.shapes if isinstance(one, Wedge) and one.mark]
    if picture.lattice != "squares" or not (sides or colors):
        return None
    cells = {one.place for one in picture.shapes if isinstance(one, Cell)}
    boxes: list[list[Place]] = [
        [(3 * row + down, 3 * col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        for row, col in sorted(cells)
    ]
    marks: dict[Place, str] = {place: "" for box in boxes for place in box}
    for shape in picture.shapes:
        if isinstance(shape, Text) and shape.role in ("side", "blank", "given", "answer"):
            row, col = (round(3 * part) for part in shape.place)
            marks[row, col] = shape.text
        elif isinstance(shape, Symbol):
            marks[3 * shape.place[0], 3 * shape.place[1]] = shape.text
    _put_colors(marks, colors)
    return framed(marks, boxes)


def _put_colors(marks: dict[Place, str], colors: Sequence[Wedge]) -> None:
    """Put the marks of colors at their sides; amid them stands no mark that says the same."""
    of_cell: dict[Place, list[str]] = {}
    for one in colors:
        (row, col), (down, right) = one.place, _WAYS[one.side]
        marks[3 * row + down, 3 * col + right] = one.mark
        of_cell.setdefault(one.place, []).append(one.mark)
    for (row, col), several in of_cell.items():
        if re.sub("[ ,]", "", marks[3 * row, 3 * col]) == "".join(several):
            marks[3 * row, 3 * col] = ""
