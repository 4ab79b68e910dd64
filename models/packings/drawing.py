"""Packings as pictures: the cells of the board, and an area for each piece that lies on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..picture.picture import Picture
from ..picture.shapes import Area, Cell, Outline, Shape, Text
from .lattices import Cell as Place
from .lattices import Cells, Lattice

__all__ = ["packing_picture"]


def packing_picture(
    title: str,
    board: Iterable[Place],
    lattice: Lattice,
    marks: Mapping[str, str],
    laid: Iterable[tuple[str, Cells]],
) -> Picture:
    """Return the picture of a board and of what is laid on it.

    marks  the mark of each piece, by name; a piece has one color in all answers
    laid   (name, cells) of what lies on the board
    """
    cells = tuple(board)
    tints = {name: tint for tint, name in enumerate(marks)}
    shapes: list[Shape] = []
    for cell in cells:
        shapes += (Cell(cell), Text(cell, ".", "blank"))
    shapes += (Area(covered, marks[name], tints[name], title=name) for name, covered in laid)
    return Picture((*shapes, Outline(cells, "rim")), lattice.name, title)
