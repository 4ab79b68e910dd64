"""Even-odd sudoku: a sudoku in which cells say whether their digit is even (E) or odd (O)."""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution
from ..squares import squares

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell."""
    made = squares("even odd sudoku", grid, [(0, 0)])
    odd = {cell: "EO".index(mark) for cell, mark in grid.clues.items() if mark in "EO"}
    made.forbid("digit", where=lambda cell, value: odd.get(cell, value % 2) != value % 2)
    return made
