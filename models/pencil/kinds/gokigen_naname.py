"""Gokigen naname (slant): draw a diagonal in each cell; no diagonals close a loop.

A number at a corner says how many diagonals meet there.
"""

from __future__ import annotations

from collections.abc import Iterator

from minuet.models import Answer, Puzzle

from ...picture.picture import Line, Shape
from ..clues import Corners
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers
from ..signs import CORNER_COUNTS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: one of two diagonals for each cell."""
    made = Puzzle("gokigen naname")
    slant = made.choices("slant", cell=grid.cells, down=[True, False])
    counts = {
        corner: int(mark) for corner, mark in grid.block("corners").items() if mark.isdecimal()
    }

    def ends(cell: Cell, down: bool) -> tuple[Cell, Cell]:
        row, col = cell
        return ((row, col), (row + 1, col + 1)) if down else ((row, col + 1), (row + 1, col))

    made.exactly_one(slant, by="cell")
    made.exactly(
        counts,
        slant,
        covering=lambda cell, down: [end for end in ends(cell, down) if end in counts],
    )
    made.acyclic(slant, by=ends)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    r"""Return the diagonals, `\` and `/`."""
    return {cell: "\\" if down else "/" for cell, down in answer["slant"]}


def slants(grid: Grid, solution: Marks) -> Iterator[Shape]:
    r"""Yield the diagonals of cells, `\` and `/`."""
    for (row, col), mark in solution.items():
        right = 0.5 if mark == "\\" else -0.5
        yield Line(((row - 0.5, col - right), (row + 0.5, col + right)), "way")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Corners(signs=CORNER_COUNTS)],
    answer=[slants],
    example=r"""
3 3
0 1 - -
1 3 1 -
- 1 - 2
- 1 2 -

3 3
/ / \
/ \ \
\ \ /
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("gokigen", SmallNumbers(("corners",))),
)
