"""Slitherlink: draw one loop along the lines of the grid, around some cells.

A number says how many sides of its cell the loop has.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import lines_around
from ..cells import edges
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers
from ..loops import inside, line_ends


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each line, told by the cells on both sides of it."""
    made = Puzzle("slitherlink")
    line = made.choices("line", sides=sorted(set(edges(*grid.cells))))
    made.exactly(grid.counts, line, covering=lambda sides: [c for c in sides if c in grid.counts])
    made.one_loop(line, by=line_ends)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells inside of the loop."""
    return inside(grid, {sides for (sides,) in answer["line"]})


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[lines_around],
    example="""
4 4
3 - 2 3
- - 2 -
1 2 - 1
3 3 2 -

4 4
x - - x
x - x x
x x x x
x - x x
""",
    source="Nikoli; as pzprjs has it",
    link=Link("slither", SmallNumbers(), also=("slitherlink",)),
)
