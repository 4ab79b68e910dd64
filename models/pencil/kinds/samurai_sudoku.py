"""Samurai sudoku: five sudokus; each corner box of the one in the middle is a box of another.

Every row, column and box of each of them has the digits 1 to 9.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..clues import SudokuCells
from ..grid import Grid
from ..kind import Kind
from ..squares import digits, outside, squares

CORNERS = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell of the grids."""
    return squares("samurai sudoku", grid, CORNERS)


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[SudokuCells(corners=CORNERS)],
    answer=[written],
    vacant=lambda grid: outside(grid, CORNERS),
    example="""
21 21
1 - - 2 5 - 7 - 6 - - - - 1 4 - 8 - 9 2 6
- 3 6 1 - - 4 - 2 - - - 6 - - 1 7 - - 8 3
2 - - - - 6 - - 9 - - - - 2 3 4 - 6 1 - 7
3 - - 9 6 8 - - - - - - 4 7 1 3 - - - - 2
7 - - 3 1 - 9 4 - - - - 9 - - 6 1 - 3 4 5
8 2 - - 4 - 6 - 3 - - - 5 - 6 2 4 - - 1 8
- - - - - 3 5 - - - 9 3 1 4 - 7 3 5 2 6 -
- 7 3 5 - 1 - - 4 - 7 5 3 6 - - 2 1 5 7 -
5 8 2 - 7 - 3 - 1 4 8 6 2 - 7 - - 4 - 3 -
- - - - - - - - 3 6 - - 7 - 5 - - - - - -
- - - - - - - - 2 7 3 9 8 1 - - - - - - -
- - - - - - 9 - - - 1 8 4 - - - - - - - -
5 9 - 4 2 6 - - - 9 5 4 - 2 3 1 4 8 - - 7
- 7 - - - 8 2 - 5 - - - 9 - - - 6 - - 2 3
- 8 2 - 5 - - 3 - 8 - 1 5 7 - - - - - 8 -
- 2 - 7 4 - - 9 - - - - 1 - - - 8 - - 4 -
6 - 5 8 9 - 4 - - - - - 4 - 7 6 - 9 2 - -
- - 9 6 1 2 8 - 3 - - - 8 3 6 - - 5 7 - -
- - - - - - 9 - - - - - 2 1 - 3 - 6 - 7 4
- 6 1 3 - - 5 2 4 - - - 7 - 5 - 9 1 3 - 2
- - - - - 1 3 6 - - - - 3 6 9 - 7 4 - 5 1

21 21
1 4 8 2 5 9 7 3 6 - - - 7 1 4 5 8 3 9 2 6
9 3 6 1 8 7 4 5 2 - - - 6 9 5 1 7 2 4 8 3
2 5 7 4 3 6 1 8 9 - - - 8 2 3 4 9 6 1 5 7
3 1 4 9 6 8 2 7 5 - - - 4 7 1 3 5 8 6 9 2
7 6 5 3 1 2 9 4 8 - - - 9 8 2 6 1 7 3 4 5
8 2 9 7 4 5 6 1 3 - - - 5 3 6 2 4 9 7 1 8
4 9 1 8 2 3 5 6 7 2 9 3 1 4 8 7 3 5 2 6 9
6 7 3 5 9 1 8 2 4 1 7 5 3 6 9 8 2 1 5 7 4
5 8 2 6 7 4 3 9 1 4 8 6 2 5 7 9 6 4 8 3 1
- - - - - - 1 8 3 6 4 2 7 9 5 - - - - - -
- - - - - - 4 5 2 7 3 9 8 1 6 - - - - - -
- - - - - - 9 7 6 5 1 8 4 3 2 - - - - - -
5 9 3 4 2 6 7 1 8 9 5 4 6 2 3 1 4 8 5 9 7
1 7 6 9 3 8 2 4 5 3 6 7 9 8 1 5 6 7 4 2 3
4 8 2 1 5 7 6 3 9 8 2 1 5 7 4 9 3 2 1 8 6
3 2 8 7 4 5 1 9 6 - - - 1 9 2 7 8 3 6 4 5
6 1 5 8 9 3 4 7 2 - - - 4 5 7 6 1 9 2 3 8
7 4 9 6 1 2 8 5 3 - - - 8 3 6 4 2 5 7 1 9
2 3 7 5 6 4 9 8 1 - - - 2 1 8 3 5 6 9 7 4
8 6 1 3 7 9 5 2 4 - - - 7 4 5 8 9 1 3 6 2
9 5 4 2 8 1 3 6 7 - - - 3 6 9 2 7 4 8 5 1
""",
    source="newspapers; rules as in puzzlekit",
)
