"""Clueless sudoku 2: nine sudokus side by side, and a tenth one without any clue.

The boxes in the middle of all nine make up the tenth sudoku.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Cell, Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell."""
    made = squares("clueless 2 sudoku", grid, [(r, c) for r in (0, 9, 18) for c in (0, 9, 18)])

    def tenth(cell: Cell, value: int) -> list[object]:
        row, col = cell[0] // 9 * 3 + cell[0] % 3, cell[1] // 9 * 3 + cell[1] % 3
        in_middle = cell[0] // 3 % 3 == cell[1] // 3 % 3 == 1
        return [("row", row, value), ("col", col, value)] if in_middle else []

    made.exactly_one(made.table("digit"), covering=tenth)
    return made
