"""Jigsaw sudoku: a Latin square; each number stands once in each region, too.

The regions have as many cells as a row.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..latin import latin
from ..latin import numbers as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("jigsaw sudoku", grid)
    made.exactly_one(digit, by=lambda row, col, value: (grid.regions[row, col], value))
    return made
