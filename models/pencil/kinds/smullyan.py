"""Smullyanic dynasty: blacken some cells, no two side by side; all white ones hang together.

A number in a white cell says how many of the cells around it are black, those at its corners too.
That in a black cell is not the number of black cells among itself and those around it.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..shades import scattered
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white; how many black cells are near each number."""
    made = Puzzle("smullyan")
    black, white = scattered(made, grid)
    tally = made.choices("tally", clue=list(grid.counts), count=range(6))
    made.exactly_one(tally, by="clue")
    near = lambda cell: grid.counts.keys() & {cell, *grid.around(cell)}
    counted = made.sum(tally, by="clue", weight="count")
    made.compare(made.sum(black, covering=near), "==", counted)
    for cell, number in grid.counts.items():
        made.equivalent(white.where(cell=cell), tally.where(clue=cell, count=number))
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
5 5
4 - 3 - -
2 - 2 - -
- - - 3 -
- - ? 4 -
3 - - - 3

5 5
x - x - -
- - - - x
x - x - -
- - - x -
x - - - x
""",
    source="after Raymond Smullyan's knights and knaves; rules as in pzprjs",
    link=Link("smullyan", Numbers()),
)
