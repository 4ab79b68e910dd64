"""Jigsaw sudoku: a Latin square; each number stands once in each region, too.

The regions have as many cells as a row.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..clues import Cells, Regions
from ..grid import Grid
from ..kind import Kind
from ..latin import latin, numbers
from ..signs import POSITIVE


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("jigsaw sudoku", grid)
    made.exactly_one(digit, by=lambda row, col, value: (grid.regions[row, col], value))
    return made


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[Cells(signs=POSITIVE), Regions()],
    answer=[written],
    example="""
4 4
1 - 3 -
3 - 1 2
2 1 - -
4 3 - 1
3 3 1 1
3 3 1 1
2 2 2 2
4 4 4 4

4 4
1 2 3 4
3 4 1 2
2 1 4 3
4 3 2 1
""",
    source="rules as in puzzlekit",
)
