"""Cells as text: `#` draws a cell, `.` or a blank draws none; a new line or `/` ends a row.

squares    row by row:  ##/#.
triangles  row by row. The mark in the top left corner points up, its neighbours down, and so on as
           on a chessboard. `^` (up) and `v` (down) may be drawn instead of `#`: they say which way
           the triangles point, wherever the corner is:  .^./^v^
hexagons   marks two columns apart, each row moved by one column against the next:  ` # #/# # #`
cubes      layer by layer, an empty row between two of them (or `//`):  ##/#.//#.  So a layer's own
           empty row is drawn with a dot.

Rows that are empty before the first mark do not count. `read_cells` reads such a text,
`write_marks` writes marks in the same places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..errors import ModelError
from .lattices import CUBES, HEXAGONS, TRIANGLES, Cell, Lattice

__all__ = ["read_cells", "write_marks"]


class _Mark(NamedTuple):
    """A character that is no blank, with its place: counted from 0, empty first rows skipped."""

    mark: str
    layer: int
    row: int
    col: int
    where: str

    def refuse(self, expected: str) -> ModelError:
        return ModelError(f"{self.where}: {self.mark!r}, expected {expected}")


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
        return _hexagons(marks)
    return [(m.row, m.col) for m in marks if m.mark != "."]


def _marks(text: str, lattice: Lattice) -> Iterator[_Mark]:
    layer = row = 0
    begun = ended = False
    for number, line in enumerate(text.replace("/", "\n").splitlines(), 1):
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
                    yield _Mark(mark, layer, row, col, f"{place}, column {col + 1}")
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


def _hexagons(marks: list[_Mark]) -> list[Cell]:
    shift = (marks[0].col - marks[0].row) % 2 if marks else 0
    for mark in marks:
        if (mark.col - mark.row - shift) % 2:
            raise mark.refuse("a blank, for each row is moved by one column against the next")
    return [(m.row, (m.col - m.row - shift) // 2) for m in marks if m.mark != "."]


def write_marks(marks: Mapping[Cell, str], lattice: Lattice) -> str:
    """Return the text with one character a cell, the least row and column first.

    `read_cells` would read it back as the same shape: so triangles may begin in the second column.
    """
    if not marks:
        return ""
    if lattice is CUBES:
        layers: dict[int, dict[Cell, str]] = {}
        for (layer, row, col), mark in marks.items():
            layers.setdefault(layer, {})[row, col] = mark
        lows = [min(cell[axis] for cell in marks) for axis in (1, 2)]
        every = range(min(layers), max(layers) + 1)
        texts = (_lines(layers.get(layer, {}), lows, empty=".") for layer in every)
        return "\n\n".join(texts)
    if lattice is HEXAGONS:
        marks = {(row, 2 * col + row): mark for (row, col), mark in marks.items()}
    lows = [min(axis) for axis in zip(*marks, strict=True)]
    if lattice is TRIANGLES:
        lows[1] -= sum(lows) % 2
    return _lines(marks, lows)


def _lines(marks: Mapping[Cell, str], lows: list[int], empty: str = "") -> str:
    rows: dict[int, dict[int, str]] = {}
    for (row, col), mark in marks.items():
        rows.setdefault(row, {})[col] = mark
    lines = []
    for row in range(lows[0], max(rows, default=lows[0]) + 1):
        line = rows.get(row, {})
        drawn = (line.get(c, " ") for c in range(lows[1], max(line, default=lows[1] - 1) + 1))
        lines.append("".join(drawn) or empty)
    return "\n".join(lines)
