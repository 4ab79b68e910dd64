"""Norinuri: each number is the size of its white island; no other island touches it at a side.

The black cells form dominoes: each lies beside exactly one other.
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
    """Return the puzzle: which cells are in which number's island, and a choice for each domino."""
    made = Puzzle("norinuri")
    free = {cell for cell in grid.cells if cell not in grid.clues}
    pairs = [edge for edge in sorted(set(edges(*free))) if free.issuperset(edge)]
    island, domino = islands(made, grid), made.choices("domino", cells=pairs)
    made.exactly_one(
        [island, domino],
        covering={island: lambda cell: [cell], domino: "cells"},
        over=grid.cells,
    )
    made.at_most_one(domino, covering=lambda cells: {*edges(*cells)}, name="apart")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cells,) in answer["domino"] for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
5 5
- - - - -
- - 4 - -
- - - - -
- - 5 - -
- - - - ?

5 5
x - - x -
x - - x -
- x x - -
- - - x -
x x - x -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("norinuri", Numbers()),
)
