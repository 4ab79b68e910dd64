"""Koburin: draw a loop through all cells without a number, apart from those that are black.

A number says how many of the cells beside it are black. No two black cells share a side.
"""

from __future__ import annotations

from typing import Any

from minuet.models import Answer, Choices, Puzzle

from ..answers import loop_lines, shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers
from ..loops import ends, loop_marks, ways
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells, and for each black cell."""
    made = Puzzle("koburin")
    free = [cell for cell in grid.cells if cell not in grid.clues]
    way = made.choices("way", ways(grid, without=grid.clues))
    black = made.choices("black", cell=free)
    made.one_loop(way, by=ends)
    both: dict[Choices, Any] = {way: ends, black: lambda cell: [cell, cell]}
    made.exactly(dict.fromkeys(free, 2), [way, black], covering=both)
    made.at_most_one(black, covering=grid.pairs)
    made.exactly(grid.counts, black, covering=lambda cell: grid.counts.keys() & grid.beside(cell))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop and the black cells."""
    return loop_marks(answer["way"]) | {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[loop_lines, shaded],
    example="""
5 5
- - - - -
- 1 - - -
- - 2 - -
- - - - -
1 - - 1 -

5 5
se ew ew sw x
ns - x ne sw
ne sw - x ns
x ns se ew nw
- ne nw - x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("koburin", SmallNumbers()),
)
