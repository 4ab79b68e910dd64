"""Windmill sudoku: five sudokus; the one in the middle shares two rows of boxes with each other.

Every row, column and box of each of them has the digits 1 to 9.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]

CORNERS = ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9))


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell of the grids."""
    return squares("windmill sudoku", grid, CORNERS)
