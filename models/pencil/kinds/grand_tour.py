"""Grand tour: draw a loop along the lines of the grid that visits all of its points.

Some of its lines are given. The solution is written as the cells inside of the loop.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import lines_around
from ..cells import edges
from ..clues import SIDE_BITS, LinesAtSides
from ..grid import Grid, Marks
from ..kind import Kind
from ..loops import inside, line_ends


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each line, told by the cells on both sides of it."""
    made = Puzzle("grand tour")
    points = Grid(grid.rows + 1, grid.cols + 1)
    line = made.choices("line", sides=sorted(set(edges(*grid.cells))))
    made.one_loop(line, by=line_ends)
    made.between(2, 2, line, covering=line_ends, over=points.cells)
    for cell, bits in grid.counts.items():
        for side, edge in zip("nesw", edges(cell), strict=True):
            if bits & SIDE_BITS[side]:
                made.given(line, sides=edge)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells inside of the loop."""
    return inside(grid, {sides for (sides,) in answer["line"]})


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[LinesAtSides("marks")],
    answer=[lines_around],
    example="""
3 3
9 - -
- 1 -
- - 1

3 3
x - x
x - x
x x x
""",
    source="rules as in puzzlekit",
)
