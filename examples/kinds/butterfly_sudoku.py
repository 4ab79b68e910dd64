"""Butterfly sudoku: four sudokus that overlap in a grid of 12 x 12 cells.

Each square of 9 x 9 cells in a corner of the grid is a sudoku: every digit stands once in each of
its rows, columns and boxes.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell."""
    return squares("butterfly sudoku", grid, [(0, 0), (0, 3), (3, 0), (3, 3)])
