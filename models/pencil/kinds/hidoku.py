"""Hidoku (hidato): number the cells from 1 on, so that each number touches the next.

Cells touch by a side or a corner.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..grid import Cell, Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the cell of each number, and the step from it to the next."""
    made, size = Puzzle("hidoku"), grid.rows * grid.cols
    places = {number: cell for cell, number in grid.counts.items()}

    def possible(cell: Cell) -> set[int]:
        found = {grid.counts[cell]} if cell in grid.counts else set(range(1, size + 1))
        for number, (row, col) in places.items():
            far = max(abs(row - cell[0]), abs(col - cell[1]))
            found.difference_update(range(number - far + 1, number + far))
        return found

    numbers = {cell: possible(cell) for cell in grid.cells}
    may_be = lambda number, cell: number in numbers[cell]
    at = made.choices("at", number=range(1, size + 1), cell=grid.cells, where=may_be)
    made.exactly_one(at, by="number")
    made.exactly_one(at, by="cell")
    here = made.sum(at, by=("number", "cell"), where=lambda number: number < size)
    beside = made.sum(
        at,
        covering=lambda number, cell: [(number - 1, item) for item in grid.around(cell)],
        where=lambda number: number > 1,
    )
    made.compare(here, "<=", beside)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(number) for number, cell in answer["at"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[written],
    example="""
4 4
1 2 6 -
- 4 - 8
11 10 - -
- - 14 16

4 4
1 2 6 7
3 4 5 8
11 10 9 15
12 13 14 16
""",
    source="Gyora Benedek (Hidato); rules as in puzzlekit",
)
