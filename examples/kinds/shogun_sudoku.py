"""Shogun sudoku: eleven sudokus in three rows; those of neighbouring rows share a corner box.

Every row, column and box of each of them has the digits 1 to 9.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]

CORNERS = [(row, col) for row in range(0, 13, 6) for col in range(row % 12, 37, 12)]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell of the grids."""
    return squares("shogun sudoku", grid, CORNERS)
