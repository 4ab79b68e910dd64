"""Clueless sudoku 1: nine sudokus side by side, and a tenth one without any clue.

The cells in the middle of all 81 boxes make up the tenth sudoku.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Cell, Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell."""
    made = squares("clueless 1 sudoku", grid, [(r, c) for r in (0, 9, 18) for c in (0, 9, 18)])

    def tenth(cell: Cell, value: int) -> list[object]:
        row, col = cell
        lines = [("row", row // 3, value), ("col", col // 3, value), (row // 9, col // 9, value)]
        return [*lines] if row % 3 == col % 3 == 1 else []

    made.exactly_one(made.table("digit"), covering=tenth)
    return made
