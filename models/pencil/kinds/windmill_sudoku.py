"""Windmill sudoku: five sudokus; the one in the middle shares two rows of boxes with each other.

Every row, column and box of each of them has the digits 1 to 9.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..clues import SudokuCells
from ..grid import Grid
from ..kind import Kind
from ..squares import digits, outside, squares

CORNERS = ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9))


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell of the grids."""
    return squares("windmill sudoku", grid, CORNERS)


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[SudokuCells(corners=CORNERS)],
    answer=[written],
    vacant=lambda grid: outside(grid, CORNERS),
    example="""
21 21
- - - 2 - - - - - 6 - 8 - - - - - - - - -
- - - - 1 9 5 - 8 - 2 4 - - - - - - - - -
- - - - 3 8 - - 6 7 9 - - - - - - - - - -
- - - 1 2 3 8 9 4 5 7 6 - 2 - - 6 - - - 3
- - - - 8 4 1 6 5 - 3 - 5 4 - 2 3 - - - -
- - - - 9 - 3 - - 4 8 - 1 3 7 9 - - 5 - 6
- - - 3 4 - 9 5 - - 6 7 3 1 4 6 2 5 - - -
- - - 9 6 5 7 - 3 - - - 9 6 5 1 7 - - - 4
- - - 8 - 2 6 - - - - 3 2 7 - - - - - - 5
- 2 - 1 - - 5 9 6 - - 4 7 - - 4 9 - 3 5 2
- - - 7 2 5 - - 4 7 9 - 6 5 - - 1 3 7 4 -
3 - - - 4 - 2 - 8 5 - 6 - 9 3 7 5 - - 6 1
9 - 1 2 7 4 - - - - - 9 1 - - 3 - 6 - - -
2 5 6 - 9 - 4 1 - - 2 5 8 3 - 7 1 - - - -
- 3 7 5 - 6 - - 9 3 - - 5 - 6 8 2 - - - -
6 4 8 - - 1 7 5 2 - 4 - - - - - 6 1 - - -
1 - 2 4 5 - 6 - - - 9 8 4 6 - 2 7 3 - - -
- - 3 - 6 - 9 - 1 7 1 6 - - 3 4 - - - - -
- - - - - - - - - 1 - - - 9 - 6 8 - - - -
- - - - - - - - - 8 5 - 6 1 2 - - 7 - - -
- - - - - - - - - - 6 7 - - 5 1 - 2 - - -

21 21
- - - 2 5 7 4 3 9 6 1 8 - - - - - - - - -
- - - 6 1 9 5 7 8 3 2 4 - - - - - - - - -
- - - 4 3 8 2 1 6 7 9 5 - - - - - - - - -
- - - 1 2 3 8 9 4 5 7 6 8 2 9 5 6 1 4 7 3
- - - 7 8 4 1 6 5 2 3 9 5 4 6 2 3 7 1 9 8
- - - 5 9 6 3 2 7 4 8 1 1 3 7 9 8 4 5 2 6
- - - 3 4 1 9 5 2 8 6 7 3 1 4 6 2 5 9 8 7
- - - 9 6 5 7 8 3 1 4 2 9 6 5 1 7 8 2 3 4
- - - 8 7 2 6 4 1 9 5 3 2 7 8 3 4 9 6 1 5
7 2 4 1 8 3 5 9 6 2 3 4 7 8 1 4 9 6 3 5 2
8 6 9 7 2 5 1 3 4 7 9 8 6 5 2 8 1 3 7 4 9
3 1 5 6 4 9 2 7 8 5 1 6 4 9 3 7 5 2 8 6 1
9 8 1 2 7 4 3 6 5 4 8 9 1 2 7 3 5 6 - - -
2 5 6 3 9 8 4 1 7 6 2 5 8 3 9 7 1 4 - - -
4 3 7 5 1 6 8 2 9 3 7 1 5 4 6 8 2 9 - - -
6 4 8 9 3 1 7 5 2 2 4 3 9 7 8 5 6 1 - - -
1 9 2 4 5 7 6 8 3 5 9 8 4 6 1 2 7 3 - - -
5 7 3 8 6 2 9 4 1 7 1 6 2 5 3 4 9 8 - - -
- - - - - - - - - 1 3 2 7 9 4 6 8 5 - - -
- - - - - - - - - 8 5 4 6 1 2 9 3 7 - - -
- - - - - - - - - 9 6 7 3 8 5 1 4 2 - - -
""",
    source="newspapers; rules as in puzzlekit",
)
