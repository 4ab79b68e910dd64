"""Cells as text: `#` draws a cell, `.` or a blank draws none; a new line or `/` ends a row.

squares    row by row:  ##/#.
triangles  row by row. The mark in the top left corner points up, its neighbours down, and so on as
           on a chessboard. `^` (up) and `v` (down) may be drawn instead of `#`: they say which way
           the triangles point, wherever the corner is:  .^./^v^
hexagons   marks two columns apart, each row moved by one column against the next:  ` # #/# # #`
cubes      layer by layer, an empty row between two of them (or `//`):  ##/#.//#.  So a layer's own
           empty row is drawn with a dot.

Rows that are empty before the first mark do not count. Pictures of packings (picture/text.py) write
their marks in the same places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..errors import ModelError
from .lattices import CUBES, HEXAGONS, TRIANGLES, Cell, Lattice

__all__ = ["Misdrawn", "read_cells"]


class Misdrawn(ModelError):
    """A mark that cannot stand where it stands; `place` is its offset in the text."""

    def __init__(self, what: str, place: int) -> None:
        super().__init__(what)
        self.place = place

    def __reduce__(self) -> tuple[type[Misdrawn], tuple[str, int]]:
        return Misdrawn, (str(self), self.place)


class _Mark(NamedTuple):
    """A character that is no blank, with its place: counted from 0, empty first rows skipped.

    where  the place in words; place: its offset in the text
    """

    mark: str
    layer: int
    row: int
    col: int
    where: str
    place: int

    def refuse(self, expected: str) -> Misdrawn:
        return Misdrawn(f"{self.where}: {self.mark!r}, expected {expected}", self.place)


def read_cells(text: str, lattice: Lattice) -> list[Cell]:
    """Return the cells that the text draws. Raises ModelError that names row and column."""
    marks = list(_marks(text, lattice))
    allowed = "#.^v" if lattice is TRIANGLES else "#."
    for mark in marks:
        if mark.mark not in allowed:
            raise mark.refuse("#, ^, v or ." if lattice is TRIANGLES else "# or .")
    if lattice is CUBES:
        return [(m.layer, m.row, m.col) for m in marks if m.mark != "."]
    if lattice is TRIANGLES:
        return _triangles(marks)
    if lattice is HEXAGONS:
        shift = (marks[0].col - marks[0].row) % 2 if marks else 0
        for mark in marks:
            if (mark.col - mark.row - shift) % 2:
                raise mark.refuse("a blank, for each row is moved by one column against the next")
        return [(m.row, (m.col - m.row - shift) // 2) for m in marks if m.mark != "."]
    return [(m.row, m.col) for m in marks if m.mark != "."]


def _marks(text: str, lattice: Lattice) -> Iterator[_Mark]:
    layer = row = start = 0
    begun = ended = False
    for number, ended_line in enumerate(text.replace("/", "\n").splitlines(keepends=True), 1):
        begin, start = start, start + len(ended_line)
        (line,) = ended_line.splitlines()
        if lattice is CUBES and not line.strip():
            ended = begun
            continue
        if ended:
            layer, row, ended = layer + 1, 0, False
        if begun or line.strip():
            begun = True
            place = f"layer {layer + 1}, row {row + 1}" if lattice is CUBES else f"row {number}"
            for col, mark in enumerate(line):
                if mark != " ":
                    where = f"{place}, column {col + 1}"
                    yield _Mark(mark, layer, row, col, where, begin + col)
            row += 1


def _triangles(marks: list[_Mark]) -> list[Cell]:
    pointing = [mark for mark in marks if mark.mark in "^v"]
    shift = 0
    if pointing:
        first = pointing[0]
        shift = (first.row + first.col + (first.mark == "v")) % 2
    for mark in pointing:
        if (mark.row + mark.col + shift) % 2 != (mark.mark == "v"):
            other = "^" if mark.mark == "v" else "v"
            raise mark.refuse(f"{other}, for triangles point up and down in turn")
    return [(mark.row, mark.col + shift) for mark in marks if mark.mark != "."]
