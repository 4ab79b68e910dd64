"""Mochinyoro: blacken cells so that the white ones make up rectangles, none beside another.

A number says how many cells its rectangle has; a rectangle has one number at most. All white cells
hang together, at corners too. Black cells that hang together are no rectangle, and fill no block of
2x2 cells.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS
from . import mochikoro


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a mochikoro in which no straight stretch of black cells is alone."""
    made = mochikoro.puzzle(grid)
    made.name, black = "mochinyoro", made.table("black")
    longest, free = max(grid.rows, grid.cols), {cell for (cell,) in black.rows}
    lines = {(c, *grid.ray(c, s)[:n]) for c in grid.cells for s in "es" for n in range(longest)}
    for line in sorted(line for line in lines if free.issuperset(line)):
        around = {cell for edge in edges(*line) for cell in edge} & free - {*line}
        made.any_of(*(black.where(cell=c) for c in around), *(~black.where(cell=c) for c in line))
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
- - - -
- - - -
- - - 4
- - - -

4 4
x x - x
x - x x
- x - -
x x - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("mochinyoro", Numbers()),
)
