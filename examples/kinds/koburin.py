"""Koburin: draw a loop through all cells without a number, apart from those that are black.

A number says how many of the cells beside it are black. No two black cells share a side.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks
from ..loops import ends, loop_marks, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells, and for each black cell."""
    made = Puzzle("koburin")
    free = [cell for cell in grid.cells if cell not in grid.counts]
    way = made.choices(
        "way",
        ways(grid),
        where=lambda row, col, down: not grid.counts.keys() & ends(row, col, down),
    )
    black = made.choices("black", cell=free)
    made.one_loop(way, by=ends)
    made.exactly(
        dict.fromkeys(free, 2), [way, black], covering={way: ends, black: lambda cell: [cell, cell]}
    )
    made.at_most_one(black, covering=grid.pairs)
    made.exactly(grid.counts, black, covering=lambda cell: grid.counts.keys() & grid.beside(cell))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop and the black cells."""
    return loop_marks(answer["way"]) | {cell: "x" for (cell,) in answer["black"]}
