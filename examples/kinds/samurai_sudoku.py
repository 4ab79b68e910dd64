"""Samurai sudoku: five sudokus; each corner box of the one in the middle is a box of another.

Every row, column and box of each of them has the digits 1 to 9.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]

CORNERS = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell of the grids."""
    return squares("samurai sudoku", grid, CORNERS)
