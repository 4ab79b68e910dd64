"""Oasis: blacken some cells, no two side by side, so that all white ones hang together.

No block of 2x2 cells is white, and clues are white. A number says to how many other clues one can
go from it, from cell to cell, through white cells without clues.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..reach import walks_from_clues
from ..shades import no_blocks, scattered
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white, and which ones each number reaches."""
    made, clues = Puzzle("oasis"), grid.clues
    black, white = scattered(made, grid, clues)
    no_blocks(made, grid, white)
    reach = walks_from_clues(made, grid, black)
    other = lambda clue, cell, on: clue if on and cell in clues else None
    made.exactly({k: n + 1 for k, n in grid.counts.items()}, reach, by=other, name="number")
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
2 1 - -
- - - -
- - - 1

4 4
x - - -
- - x -
- x - x
- - - -
""",
    source="rules as in pzprjs",
    link=Link("oasis", Numbers()),
)
