"""Kurochute: blacken cells; of those that are a number of steps away from it, just one is black.

The steps go straight along the row or column. Cells with numbers are white, no two black cells
share a side, and all white cells hang together.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import NUMBERS, UNKNOWN, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("kurochute")
    black = made.choices("black", cell=[cell for cell in grid.cells if cell not in grid.clues])
    white = made.choices("white", cell=grid.cells)
    made.exactly_one([black, white], by="cell")
    made.connected(white, by="cell")
    made.at_most_one(black, covering=grid.pairs)
    far = {
        clue: [line[n - 1] for side in SIDES if n and len(line := grid.ray(clue, side)) >= n]
        for clue, n in grid.counts.items()
    }
    hit = lambda cell: [clue for clue, cells in far.items() if cell in cells]
    made.exactly_one(black, covering=hit, over=far, name="shot")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(**{"?": UNKNOWN}))],
    answer=[shaded],
    example="""
4 4
- - - 2
2 - - -
- - - 1
- 3 - 1

4 4
- x - -
- - - x
- - - -
x - x -
""",
    source="rules as in pzprjs",
    link=Link("kurochute", Numbers()),
)
