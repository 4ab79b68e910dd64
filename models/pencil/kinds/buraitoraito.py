"""Buraitoraito (bright light): put stars into white cells.

A number in a black cell says how many stars one sees from there, along the row and column as far as
the next black cell.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..signs import BLACK_NUMBERS, STAR


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each white cell."""
    made = Puzzle("buraitoraito")
    star = made.choices("star", cell=[cell for cell in grid.cells if cell not in grid.counts])
    seen = {
        cell: {item for side in SIDES for item in grid.ray(cell, side, grid.counts)}
        for cell in grid.counts
    }
    made.exactly(
        grid.counts,
        star,
        covering=lambda cell: [item for item, cells in seen.items() if cell in cells],
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the stars."""
    return {cell: "*" for (cell,) in answer["star"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=BLACK_NUMBERS)],
    answer=[marked(**{"*": STAR})],
    marks=("*",),
    example="""
4 4
- - 3 1
1 2 - -
2 - - 3
- - 3 -

4 4
* * - -
- - - *
- - * -
* - - *
""",
    source="rules as in puzzlekit",
)
