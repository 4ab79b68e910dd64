"""Packings as pictures: the cells of the board, and an area for each piece that lies on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..picture.shapes import Area, Cell, Outline, Shape, Text
from .lattices import Cell as Place
from .lattices import Cells

__all__ = ["ground_shapes", "piece_shapes"]


def ground_shapes(board: Iterable[Place]) -> tuple[Shape, ...]:
    """Return the shapes of a board on which nothing lies."""
    cells = tuple(board)
    dots = [Text(cell, ".", "blank") for cell in cells]
    return (*map(Cell, cells), *dots, Outline(cells, "rim"))


def piece_shapes(marks: Mapping[str, str], laid: Iterable[tuple[str, Cells]]) -> Iterator[Shape]:
    """Yield the shapes of pieces.

    marks  the mark of each piece, by name; a piece has one color in all answers
    laid   (name, cells) of what lies on the board
    """
    tints = {name: tint for tint, name in enumerate(marks)}
    for name, cells in laid:
        yield Area(cells, marks[name], tints[name], title=name)
