"""Star battle: each row, each column and each region has equally many stars.

No two of them touch, not even at a corner. The first line says how many.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import squares
from ..clues import Regions
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may have a star."""
    made, number, names = Puzzle("starbattle"), int(grid.head[0]), grid.regions
    star = made.choices("star", cell=grid.cells)
    lines = lambda cell: [*enumerate(cell), names[cell]]
    made.between(number, number, star, covering=lines, name="line")
    made.at_most_one(star, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="apart")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the stars."""
    return {cell: "x" for (cell,) in answer["star"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Regions()],
    head=["stars in each row"],
    answer=[shaded],
    example="""
5 5 1
1 2 2 3 3
1 2 4 3 3
5 2 2 2 3
5 5 2 2 3
5 5 5 2 2

5 5
x - - - -
- - x - -
- - - - x
- x - - -
- - - x -
""",
    source="",
)
