"""Galaxies: cut the grid into regions, each with a mark in its middle, about which it is symmetric.

A mark is in the middle of a cell (0), of its right (1) or lower side (2), or at the corner between
those (3); it is black with a `b`. A region looks the same when it is turned upside down, and its
cells hang together. Holes, `x`, belong to none.
"""

from __future__ import annotations

from dataclasses import dataclass

from minuet.models import Answer, Puzzle

from ...errors import ModelError
from ...picture.picture import Circle, Place
from ..answers import area_outlines
from ..clues import Cells
from ..grid import Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Spelling
from ..link_codes import Code, Link, OptionalBits
from ..penpa import Board
from ..signs import BLACK_CELL, DOTS, Pattern, Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each mark and each two cells opposite to each other."""
    made, rows = Puzzle("galaxies"), set()
    at = {cell: int(mark[0]) for cell, mark in grid.clues.items() if mark != "x"}
    middles = {(2 * row + k // 2, 2 * col + k % 2) for (row, col), k in at.items()}
    free = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    taken = {
        cell: [item for item in middles if max(abs(item[k] - 2 * cell[k]) for k in (0, 1)) < 2]
        for cell in free
    }
    for top, left in middles:
        for row, col in free:
            pair = tuple(sorted({(row, col), (top - row, left - col)}))
            if all(taken.get(cell) in ([], [(top, left)]) for cell in pair):
                rows.add(((top, left), pair))
    part = made.choices(
        "part", [{"middle": middle, "cells": cells} for middle, cells in sorted(rows)]
    )
    made.exactly_one(part, covering="cells", over=free)
    made.connected(part, covering="cells", regions="middle")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the mark of each cell's region."""
    return {cell: f"{row}:{col}" for (row, col), cells in answer["part"] for cell in cells}


def _galaxy_place(place: Place, mark: str) -> Place:
    down, right = divmod(int(mark[0]), 2)
    return place[0] + down / 2, place[1] + right / 2


GALAXY_MARKS = Signs(
    {"x": BLACK_CELL},
    {
        "[0-3]b?": Pattern(
            "0 to 3, perhaps with b",
            lambda place, mark: [
                Circle(_galaxy_place(place, mark), "black" if "b" in mark else "white")
            ],
            lambda layers: {"w": "0", "b": "0b"}.get(DOTS.mark_of(layers) or ""),
            lambda mark: DOTS.looks["b" if "b" in mark else "w"].layers,
        )
    },
)


@dataclass(frozen=True)
class GalaxyCells(Cells):
    """Marks in the middle of a cell (0), of its right (1) or lower side (2), or at its corner (3).

    A mark with a `b` is black; `x` is a hole.
    """

    signs: Signs = GALAXY_MARKS

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise InputError, which says where, for a mark outside of the grid too."""
        super().check(grid, first)
        for (row, col), mark in grid.clues.items():
            number = int(mark[0]) if mark[0].isdecimal() else 0
            if not grid.has((row + number // 2, col + number % 2)):
                message = f"{mark!r} at the edge, expected a mark within the grid"
                raise grid.error(message, self.name, row, col, first)

    def read(self, board: Board, draft: Draft) -> None:
        """Read the marks from a board of Penpa+."""
        for row, col in draft.cells():
            for number in range(4):
                place = row + number // 2 / 2, col + number % 2 / 2
                mark = self.signs.mark_of(board.layers(place))
                if mark is not None:
                    draft.parts[self.name][row][col] = mark.replace("0", str(number))
                    board.note(place)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the marks into a board of Penpa+."""
        for (row, col), mark in grid.clues.items():
            number = int(mark[0]) if mark[0].isdecimal() else 0
            place = row + number // 2 / 2, col + number % 2 / 2
            board.put(place, self.signs.layers_of(mark))


class GalaxyMarks(Code):
    """Marks at middles of cells, of sides and at corners, which may be black; then holes."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        wide = 2 * draft.cols - 1
        dots = body.dots(wide * (2 * draft.rows - 1))
        lines = draft.parts["marks"]
        for place, dot in enumerate(dots):
            row, col = divmod(place, wide)
            if dot and lines[row // 2][col // 2] != "-":
                raise body.error("two marks that touch, expected one,")
            if dot:
                lines[row // 2][col // 2] = f"{row % 2 * 2 + col % 2}{'b' * (dot - 1)}"

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        wide = 2 * grid.cols - 1
        dots = [0] * (wide * (2 * grid.rows - 1))
        for (row, col), mark in grid.clues.items():
            if mark[0].isdecimal():
                down, right = divmod(int(mark[0]), 2)
                if not grid.has((row + down, col + right)):
                    raise ModelError("a mark at the edge, expected one within the grid")
                dots[(2 * row + down) * wide + 2 * col + right] = len(mark)
        spelling.dots(dots)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[GalaxyCells()],
    answer=[area_outlines],
    areas=True,
    example="""
4 4
- 3 - -
- - - -
- 3 - -
- - - -

4 4
1:3 1:3 1:3 1:3
1:3 1:3 1:3 1:3
5:3 5:3 5:3 5:3
5:3 5:3 5:3 5:3
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("tentaisho", GalaxyMarks(), OptionalBits("x")),
)
