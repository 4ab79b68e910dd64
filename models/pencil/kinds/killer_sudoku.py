"""Killer sudoku: a sudoku with cages; no number stands twice in a cage.

The number in a cage is the sum of the numbers in it. Boxes of a grid with 6 rows are 2 rows high.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from minuet.models import Puzzle

from ...picture.picture import Cage, Outline, Shape
from ..answers import written
from ..clues import CornerNumbers, Regions, SudokuCells, regions_of
from ..grid import Grid
from ..kind import Kind
from ..latin import latin, numbers
from ..signs import NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("killer sudoku", grid, given=False)
    high = int(grid.rows**0.5)
    wide, cage = grid.rows // high, grid.regions
    made.exactly_one(digit, by=lambda row, col, value: (row // high, col // wide, value))
    made.at_most_one(digit, by=lambda row, col, value: (cage[row, col], value), name="cage")
    made.sum_equals(
        grid.room_counts,
        digit,
        by=lambda row, col: grid.counted_room((row, col)),
        weight="value",
        name="sum",
    )
    return made


@dataclass(frozen=True)
class Cages(Regions):
    """Regions that are drawn as cages, in a sudoku with its boxes."""

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the outlines of the boxes, and the cages."""
        for box in SudokuCells().boxes(grid):
            yield Outline(tuple(box), "box")
        for cells in regions_of(grid.block(self.name)).values():
            yield Cage(tuple(cells), "", "sum")


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[CornerNumbers(signs=NUMBERS), Cages()],
    answer=[written],
    example="""
4 4
10 7 - -
- 7 9 -
- - - 4
- 3 - -
2 3 3 3
2 6 4 4
2 6 4 5
2 1 1 5

4 4
3 2 1 4
1 4 3 2
2 3 4 1
4 1 2 3
""",
    source="rules as in puzzlekit",
)
