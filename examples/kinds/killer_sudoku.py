"""Killer sudoku: a sudoku with cages; no number stands twice in a cage.

The number in a cage is the sum of the numbers in it. Boxes of a grid with 6 rows are 2 rows high.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..latin import latin
from ..latin import numbers as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("killer sudoku", grid, given=False)
    high = int(grid.rows**0.5)
    wide, cage = grid.rows // high, grid.regions
    made.exactly_one(digit, by=lambda row, col, value: (row // high, col // wide, value))
    made.at_most_one(digit, by=lambda row, col, value: (cage[row, col], value), name="cage")
    made.sum_equals(
        grid.room_counts,
        digit,
        by=lambda row, col: grid.counted_room((row, col)),
        weight="value",
        name="sum",
    )
    return made
