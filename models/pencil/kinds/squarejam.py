"""Square jam: cut the grid into squares; nowhere do the corners of four of them meet.

A number says how many cells a side of its square has. A square may have several numbers, or none.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import rectangle, rectangle_corners
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each square, by its upper left cell."""
    made, sizes = Puzzle("squarejam"), range(1, min(grid.rows, grid.cols) + 1)
    fits = lambda corner, size: all(
        grid.has(cell) and grid.counts.get(cell, size) == size
        for cell in rectangle(corner, size, size)
    )
    square = made.choices("square", corner=grid.cells, size=sizes, where=fits)
    covers = lambda corner, size: rectangle(corner, size, size)
    made.exactly_one(square, covering=covers, over=grid.cells)
    ends = lambda corner, size: rectangle_corners(corner, size, size)
    made.at_most(3, square, covering=ends, name="corners")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each square."""
    return {
        cell: str(k)
        for k, (corner, size) in enumerate(answer["square"])
        for cell in rectangle(corner, size, size)
    }


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[area_outlines],
    areas=True,
    example="""
5 5
- 1 - - -
- - - - -
- - - - -
- - - - -
- - - 1 -

5 5
0 1 2 2 3
4 4 2 2 5
4 4 6 7 7
8 9 9 7 7
10 9 9 11 12
""",
    source="Eric Fox; rules as in pzprjs",
    link=Link("squarejam", Numbers()),
)
