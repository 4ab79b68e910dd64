"""Pieces and tiles in lines of text: lines part what marks alone would not tell apart.

Where neighbouring pieces have one mark (dominoes), each piece is a box; a tile whose sides have
values is a box of three by three marks, with the values at its sides.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..picture import Picture
from ..shapes import Area, Cell, Place, Symbol, Text
from .frames import framed

__all__ = ["framed_pieces", "framed_tiles"]


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
    if picture.lattice != "squares" or not sides:
        return None
    cells = {one.place for one in picture.shapes if isinstance(one, Cell)}
    boxes: list[list[Place]] = [
        [(3 * row + down, 3 * col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        for row, col in sorted(cells)
    ]
    marks: dict[Place, str] = {place: "" for box in boxes for place in box}
    for shape in picture.shapes:
        if isinstance(shape, Text) and shape.role in ("side", "blank"):
            row, col = (round(3 * part) for part in shape.place)
            marks[row, col] = shape.text
        elif isinstance(shape, Symbol):
            marks[3 * shape.place[0], 3 * shape.place[1]] = shape.text
    return framed(marks, boxes)
