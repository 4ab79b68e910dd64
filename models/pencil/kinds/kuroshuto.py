"""Kuroshuto: blacken cells without number.

Of the four cells, at most, that are as far from a number as it says, in its row and column, one is
black. No two black cells share a side, and all white cells
hang together.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..shades import shades
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("kuroshuto")
    black, white = shades(made, grid, grid.clues)
    made.connected(white, by="cell")
    made.at_most_one(black, covering=grid.pairs)
    far = {
        cell: {item for side in SIDES for item in grid.ray(cell, side)[number - 1 : number]}
        for cell, number in grid.counts.items()
    }
    made.exactly_one(
        black,
        covering=lambda cell: [item for item, cells in far.items() if cell in cells],
        over=grid.counts,
        name="number",
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
4 4
1 - - 3
- - 1 -
- - 1 -
2 1 3 -

4 4
- - x -
x - - -
- x - -
- - - x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("kurochute", Numbers()),
)
