"""Sohei sudoku: four sudokus around a hole, and a corner box of each is also one of the next.

Every row, column and box of each of them has the digits 1 to 9.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..clues import SudokuCells
from ..grid import Grid
from ..kind import Kind
from ..squares import digits, outside, squares

CORNERS = ((0, 6), (6, 0), (6, 12), (12, 6))


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell of the grids."""
    return squares("sohei sudoku", grid, CORNERS)


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[SudokuCells(corners=CORNERS)],
    answer=[written],
    vacant=lambda grid: outside(grid, CORNERS),
    example="""
21 21
- - - - - - - - - 8 - 4 2 5 - - - - - - -
- - - - - - 4 - 7 - 6 2 3 - - - - - - - -
- - - - - - - - 2 3 5 - 1 - 4 - - - - - -
- - - - - - 5 1 3 4 7 6 - 2 - - - - - - -
- - - - - - 2 7 9 - 1 - 4 3 - - - - - - -
- - - - - - 6 - - 2 3 - 7 1 5 - - - - - -
- 9 5 6 2 - 3 4 - - 8 5 9 7 2 1 3 6 - - -
1 3 - 8 9 4 7 - 5 - - - 6 8 3 5 4 - - - 2
2 - - 1 - 5 9 - - - - 3 5 4 - - - - - - 7
- 5 - 4 - - 1 3 6 - - - 3 - - 4 2 - 5 7 6
- - - 2 6 9 - - 7 - - - 2 6 - - 1 3 9 8 -
6 - - - 1 - 4 - 2 - - - - 9 7 6 5 - - 1 3
7 - 8 9 4 2 - - - - - 4 7 - - 3 - 1 4 5 9
3 4 1 - 5 - 2 8 - - 5 7 1 3 - 9 7 - 6 2 -
- 2 9 3 - 1 - - 4 1 - - 8 - 9 2 6 - - - -
- - - - - - 1 4 8 - 7 - - - - - - - - - -
- - - - - - 3 - - - 4 8 6 1 - - - - - - -
- - - - - - 9 - 7 5 1 3 - - 2 - - - - - -
- - - - - - 8 3 1 4 - - - 7 - - - - - - -
- - - - - - - - 2 7 8 - 3 6 1 - - - - - -
- - - - - - 7 - 6 - 2 1 - - 8 - - - - - -

21 21
- - - - - - 1 3 6 8 9 4 2 5 7 - - - - - -
- - - - - - 4 5 7 1 6 2 3 9 8 - - - - - -
- - - - - - 8 9 2 3 5 7 1 6 4 - - - - - -
- - - - - - 5 1 3 4 7 6 8 2 9 - - - - - -
- - - - - - 2 7 9 5 1 8 4 3 6 - - - - - -
- - - - - - 6 8 4 2 3 9 7 1 5 - - - - - -
8 9 5 6 2 7 3 4 1 6 8 5 9 7 2 1 3 6 8 4 5
1 3 6 8 9 4 7 2 5 9 4 1 6 8 3 5 4 7 1 9 2
2 7 4 1 3 5 9 6 8 7 2 3 5 4 1 8 9 2 3 6 7
9 5 2 4 7 8 1 3 6 - - - 3 1 8 4 2 9 5 7 6
4 1 3 2 6 9 8 5 7 - - - 2 6 5 7 1 3 9 8 4
6 8 7 5 1 3 4 9 2 - - - 4 9 7 6 5 8 2 1 3
7 6 8 9 4 2 5 1 3 8 9 4 7 2 6 3 8 1 4 5 9
3 4 1 7 5 6 2 8 9 6 5 7 1 3 4 9 7 5 6 2 8
5 2 9 3 8 1 6 7 4 1 3 2 8 5 9 2 6 4 7 3 1
- - - - - - 1 4 8 2 7 6 5 9 3 - - - - - -
- - - - - - 3 2 5 9 4 8 6 1 7 - - - - - -
- - - - - - 9 6 7 5 1 3 4 8 2 - - - - - -
- - - - - - 8 3 1 4 6 9 2 7 5 - - - - - -
- - - - - - 4 9 2 7 8 5 3 6 1 - - - - - -
- - - - - - 7 5 6 3 2 1 9 4 8 - - - - - -
""",
    source="newspapers; rules as in puzzlekit",
)
