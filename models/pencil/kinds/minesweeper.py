"""Minesweeper: a number says how many of the up to eight cells around it have a mine.

It has none itself; the first line of the grid says how many mines there are in all.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may have a mine."""
    made = Puzzle("minesweeper")
    mine = made.choices("mine", cell=[cell for cell in grid.cells if cell not in grid.counts])
    near = lambda cell: [one for one in grid.around(cell) if one in grid.counts]
    made.exactly(grid.counts, mine, covering=near, name="number")
    made.exactly(int(grid.head[0]), mine, name="all")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the mines."""
    return {cell: "x" for (cell,) in answer["mine"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    head=["mines"],
    answer=[shaded],
    marks=("x",),
    example="""
4 4 5
- - - 1
- 4 3 2
- - - 2
- 2 2 -

4 4
- x x -
- - - -
x - x -
- - - x
""",
    source="",
)
