"""Number cross: cross out numbers so that those that stay add up to the numbers outside.

They stand for the columns in the first line, and for the rows in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import tinted
from ..clues import Cells, Outside
from ..grid import Cell, Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each number that may stay."""
    made = Puzzle("number cross")
    numbers = {cell: int(mark) for cell, mark in grid.marks.items()}
    kept = made.choices("kept", cell=grid.cells)
    sums = grid.outside

    def lines(cell: Cell) -> dict[tuple[int, int], int]:
        return {key: numbers[cell] for key in enumerate(cell) if key in sums}

    made.sum_equals(sums, kept, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers that are crossed out."""
    return dict.fromkeys(grid.cells, "x") | {cell: "-" for (cell,) in answer["kept"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Cells()],
    answer=[tinted],
    example="""
4 4
9 13 30 7
6 24 10 19
2 9 6 6
6 8 8 2
2 5 8 2
1 5 8 5

4 4
x x - x
- - - -
- x - x
- - - -
""",
    source="janko.at; rules as in puzzlekit",
)
