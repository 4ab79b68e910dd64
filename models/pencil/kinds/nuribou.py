"""Nuribou: each number is the size of its white island; no other island touches it at a side.

The black cells form strips, one cell wide, that do not touch at a side. Two strips that touch at a
corner have different lengths.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges
from ..clues import Cells
from ..grid import Grid, Marks
from ..islands import islands
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: which cells are in which number's island, and a choice for each strip."""
    made = Puzzle("nuribou")
    lines = [[cell, *grid.ray(cell, side, grid.clues)] for cell in grid.cells for side in "es"]
    strips = {tuple(line[:size]) for line in lines for size in range(1, len(line) + 1)}
    strip = made.choices(
        "strip", cells=sorted(item for item in strips if item[0] not in grid.clues)
    )
    island = islands(made, grid)
    made.exactly_one([island, strip], covering={island: lambda cell: [cell], strip: "cells"})
    made.at_most_one(strip, covering=lambda cells: {*edges(*cells)}, name="apart")
    around = lambda cells: {(corner, len(cells)) for cell in cells for corner in grid.corners(cell)}
    made.at_most_one(strip, covering=around, name="length")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cells,) in answer["strip"] for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- 5 - - -
- - - - 6

5 5
x - x - x
x - x - x
x - x - x
x - x - x
x - x - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nuribou", Numbers()),
)
