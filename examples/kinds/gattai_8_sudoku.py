"""Gattai-8 sudoku: eight sudokus that overlap in a grid of 21 x 33 cells.

Each of the squares of 9 x 9 cells is a sudoku: every digit stands once in each of its rows, columns
and boxes.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]
CORNERS = [(0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell."""
    return squares("gattai 8 sudoku", grid, CORNERS)
