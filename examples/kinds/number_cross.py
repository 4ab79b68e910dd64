"""Number cross: cross out numbers so that those that stay add up to the numbers outside.

They stand for the columns in the first line, and for the rows in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import outside
from ..grid import Cell, Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each number that may stay."""
    made = Puzzle("number cross")
    numbers = {cell: int(mark) for cell, mark in grid.block(skip=2).items()}
    kept = made.choices("kept", cell=grid.cells)
    sums = outside(grid)

    def lines(cell: Cell) -> dict[tuple[int, int], int]:
        return {key: numbers[cell] for key in enumerate(cell) if key in sums}

    made.sum_equals(sums, kept, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers that are crossed out."""
    return dict.fromkeys(grid.cells, "x") | {cell: "-" for (cell,) in answer["kept"]}
