"""Killer sudoku: a sudoku with cages; no number stands twice in a cage.

The number in a cage is the sum of the numbers in it. Boxes of a grid with 6 rows are 2 rows high.
"""

from __future__ import annotations

from collections.abc import Iterator

from minuet.models import Puzzle, Sudoku
from minuet.models.sudokus.constraints import Cage

from ...picture.picture import Cage as DrawnCage
from ...picture.picture import Outline, Shape
from ..answers import written
from ..clues import CornerNumbers, Regions, SudokuCells, regions_of
from ..grid import Grid
from ..kind import Kind
from ..latin import numbers
from ..signs import NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the sudoku."""
    blank = [[0] * grid.cols for _ in range(grid.rows)]
    sums, cages = grid.room_counts, regions_of(grid.regions)
    return Sudoku(blank, constraints=[Cage(sums.get(name), cages[name]) for name in cages])


class Sums(CornerNumbers):
    """A number in the upper left corner of some cells, which is drawn with the cage around it."""

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield nothing."""
        yield from ()


class Cages(Regions):
    """Regions that are drawn as cages with their sums, in a sudoku with its boxes."""

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the outlines of the boxes, and the cages."""
        for box in SudokuCells().boxes(grid):
            yield Outline(tuple(box), "box")
        for name, cells in regions_of(grid.regions).items():
            yield DrawnCage(tuple(cells), str(grid.room_counts.get(name, "")), "sum")


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[Sums(signs=NUMBERS), Cages()],
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
