"""Butterfly sudoku: four sudokus that overlap in a grid of 12 x 12 cells.

Each square of 9 x 9 cells in a corner of the grid is a sudoku: every digit stands once in each of
its rows, columns and boxes.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..clues import SudokuCells
from ..grid import Grid
from ..kind import Kind
from ..squares import digits, squares

CORNERS = ((0, 0), (0, 3), (3, 0), (3, 3))


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell."""
    return squares("butterfly sudoku", grid, CORNERS)


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[SudokuCells(corners=CORNERS)],
    answer=[written],
    example="""
12 12
- 9 - 1 2 3 - - 6 - - -
2 - - - 9 5 - - 8 - - -
- - - 6 - - - - - 1 3 -
- - 4 - - - - - - - 4 -
- 2 9 - - 7 8 1 4 - - 9
6 - - 8 4 - 7 - - - - -
- 6 - 2 5 - - - 9 - - -
- 8 2 - - - - 4 1 8 2 -
- 5 - 4 3 8 - - - 5 - -
- - - 1 - 3 - - 8 - 6 7
2 4 - 6 - - - 3 - 4 - -
- 3 5 7 8 4 - 9 6 1 3 5

12 12
7 9 8 1 2 3 4 5 6 9 8 7
2 4 6 7 9 5 1 3 8 4 6 2
1 3 5 6 8 4 2 9 7 1 3 5
8 7 4 5 1 2 9 6 3 7 4 8
5 2 9 3 6 7 8 1 4 2 5 9
6 1 3 8 4 9 7 2 5 3 1 6
4 6 7 2 5 1 3 8 9 6 7 4
3 8 2 9 7 6 5 4 1 8 2 3
9 5 1 4 3 8 6 7 2 5 9 1
7 9 6 1 2 3 4 5 8 9 6 7
2 4 8 6 9 5 1 3 7 4 8 2
1 3 5 7 8 4 2 9 6 1 3 5
""",
    source="rules as in puzzlekit",
)
