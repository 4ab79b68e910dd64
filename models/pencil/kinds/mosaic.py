"""Mosaic (fill-a-pix): a number says how many cells are black, of its own and the eight around it.

Every cell is black or white.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import tinted
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may be black."""
    made = Puzzle("mosaic")
    black = made.choices("black", cell=grid.cells)
    near = lambda cell: [item for item in [cell, *grid.around(cell)] if item in grid.counts]
    made.exactly(grid.counts, black, covering=near, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[tinted],
    example="""
4 4
4 6 - 3
4 6 5 -
2 - 4 3
- 0 - 1

4 4
x x x -
x x x x
- - - -
- - - x
""",
    source="Trevor Truran; Conceptis (Fill-a-Pix); rules as in noqx",
)
