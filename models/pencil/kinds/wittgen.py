"""Wittgenstein briquet: put bricks of 1x3 cells into the grid; all other cells hang together.

A number says how many of the cells beside it have bricks. No brick lies on a number or a `?`.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import rectangle
from ..clues import Cells
from ..grid import BLANKS, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers
from ..signs import NUMBERS, UNKNOWN_OR_GRAY, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each brick, and each cell without one."""
    made = Puzzle("wittgen")
    places = [rectangle(cell, *size) for cell in grid.cells for size in ((1, 3), (3, 1))]
    brick = made.choices(
        "brick",
        cells=places,
        where=lambda cells: all(grid.marks.get(cell) in BLANKS for cell in cells),
    )
    free = made.choices("free", cell=grid.cells)
    made.exactly_one([brick, free], covering={brick: "cells", free: lambda cell: [cell]})
    made.connected(free, by="cell")
    beside = lambda cells: [
        clue for cell in cells for clue in grid.beside(cell) if clue in grid.counts
    ]
    made.exactly(grid.counts, brick, covering=beside, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each brick."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["brick"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(**{"?": UNKNOWN_OR_GRAY}))],
    answer=[area_outlines],
    areas=True,
    example="""
5 5
- - - - -
- - 2 - -
- 0 - - -
- - - - -
- - 1 - -

5 5
0 0 0 1 2
- - - 1 2
- - - 1 2
- - 3 3 3
- - - - -
""",
    source="after Ludwig Wittgenstein's bricks; rules as in pzprjs",
    link=Link("wittgen", SmallNumbers()),
)
