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

    def may_be(number: int, cell: Cell) -> bool:
        far = ((n - number, c[0] - cell[0], c[1] - cell[1]) for n, c in places.items())
        return all(
            max(abs(down), abs(right)) <= abs(n) and (n == 0) == (down == right == 0)
            for n, down, right in far
        )

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
