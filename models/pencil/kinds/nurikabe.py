"""Nurikabe: each number is the size of its white island; no other island touches it at a side.

All black cells hang together, and fill no block of 2x2 cells.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import squares
from ..clues import Cells
from ..grid import Grid, Marks
from ..islands import islands
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each cell whether it is black, or in which number's island."""
    made = Puzzle("nurikabe")
    black = made.choices("black", cell=[cell for cell in grid.cells if cell not in grid.clues])
    made.exactly_one([islands(made, grid), black], by="cell")
    made.connected(black, by="cell", name="sea")
    made.at_most(3, black, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="block")
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
5 5
- - 4 - -
2 - - - -
- - - - -
- - 2 - -
- - - - 1

5 5
- x - x x
- x - - x
x x x - x
x - - x x
x x x x -
""",
    source="Nikoli; as pzprjs has it",
    link=Link("nurikabe", Numbers()),
)
