"""Star battle: each row, each column and each region has equally many stars.

No two of them touch, not even at a corner. The first line says how many.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import squares
from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may have a star."""
    made, number, names = Puzzle("starbattle"), int(grid.head[0]), grid.block()
    star = made.choices("star", cell=grid.cells)
    lines = lambda cell: [*enumerate(cell), names[cell]]
    made.between(number, number, star, covering=lines, name="line")
    made.at_most_one(star, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="apart")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the stars."""
    return {cell: "x" for (cell,) in answer["star"]}
