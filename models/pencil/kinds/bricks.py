"""Bricks (Ziegelmauer): a Latin square in a wall of bricks, two cells each.

Every brick holds an odd and an even number. The bricks of every second row are shifted by a cell,
so that one of them is the last cell with the first.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..grid import Grid
from ..kind import Kind
from ..latin import latin, numbers


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("bricks", grid)
    wide = grid.cols // 2

    def brick(row: int, col: int, value: int) -> tuple[int, int, int]:
        return row, (col + row % 2) // 2 % wide, value % 2

    made.exactly_one(digit, by=brick, name="brick")
    return made


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    answer=[written],
    example="""
4 4
- - 3 -
- - - 2
2 1 - -
- - - -

4 4
1 2 3 4
3 4 1 2
2 1 4 3
4 3 2 1
""",
    source="rules as in puzzlekit (Ziegelmauer)",
)
