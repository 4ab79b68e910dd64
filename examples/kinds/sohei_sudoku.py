"""Sohei sudoku: four sudokus around a hole, and a corner box of each is also one of the next.

Every row, column and box of each of them has the digits 1 to 9.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]

CORNERS = ((0, 6), (6, 0), (6, 12), (12, 6))


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell of the grids."""
    return squares("sohei sudoku", grid, CORNERS)
