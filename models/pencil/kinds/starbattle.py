"""Star battle: each row, each column and each region has equally many stars.

No two of them touch, not even at a corner. The first line says how many.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..cells import squares
from ..clues import Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, HeadNumber, Link
from ..signs import STAR


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may have a star."""
    made, number = Puzzle("starbattle"), int(grid.head[0])
    names = {cell: name for cell, name in grid.regions.items() if name not in ("@", "#")}
    star = made.choices("star", cell=list(names))
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
    clues=[Regions(holes=("@", "#"))],
    head=["stars in each row"],
    answer=[marked(x=STAR)],
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
    source="Hans Eendebak, World Puzzle Championship 2003; rules as in pzprjs",
    link=Link("starbattle", HeadNumber(), Borders()),
)
