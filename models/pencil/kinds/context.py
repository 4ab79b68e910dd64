"""Context: blacken cells, no two side by side; all white cells hang together.

The number of a white cell says how many of the cells beside it are black, that of a black cell how
many of those that touch it at a corner are.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..shades import shades
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("context")
    black, white = shades(made, grid)
    made.connected(white, by="cell")
    made.at_most_one(black, covering=grid.pairs)
    for clue, number in grid.counts.items():
        beside = grid.beside(clue)
        corners = [cell for cell in grid.around(clue) if cell not in beside]
        for table, near in (white, beside), (black, corners):
            chosen = lambda cell, near=near: True if cell in near else None
            count = made.exactly({True: number}, black, by=chosen)
            made.if_chosen(table.where(cell=clue), count)
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
1 - - 1
1 - - -
- - - 0
- ? - 1

4 4
- - x -
x - - -
- x - x
- - - -
""",
    source="rules as in pzprjs",
    link=Link("context", Numbers()),
)
