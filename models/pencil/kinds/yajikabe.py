"""Yajikabe: the black cells hang together and fill no block of 2x2 cells.

A number with an arrow says how many cells are black as one looks along it, as far as the rim; its
own is not black.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import squares
from ..clues import Cells
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..signs import ARROW_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may be black."""
    made = Puzzle("yajikabe")
    black = made.choices("black", cell=[cell for cell in grid.cells if cell not in grid.clues])
    made.connected(black, by="cell", name="wall")
    made.at_most(3, black, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="block")
    seen = {
        cell: set(grid.ray(cell, clue[-1]))
        for cell, clue in grid.clues.items()
        if clue[-1] in SIDES
    }
    counts = {cell: int(grid.clues[cell][:-1]) for cell in seen}
    looking = lambda cell: [item for item, ray in seen.items() if cell in ray]
    made.exactly(counts, black, covering=looking, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ARROW_NUMBERS)],
    answer=[shaded],
    example="""
5 5
- 0w 1e - -
- 3e - - -
- 1e - - -
- - - 2n -
- - - 1e -

5 5
- - - x -
- - x x x
- - - - x
- - - - x
- - - - x
""",
    source="Naoki Inaba; rules as in noqx",
)
