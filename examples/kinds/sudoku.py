"""Sudoku: every row, column and box has each number once, from 1 to the side of the grid.

A box is as high as it is wide.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle, Sudoku

from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the sudoku."""
    return Sudoku(
        [[grid.counts.get((r, c), 0) for c in range(grid.cols)] for r in range(grid.rows)]
    )


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}
