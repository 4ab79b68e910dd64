"""Fuzuli: each number stands once in each row and column; other cells stay empty.

Every block of 2 x 2 cells has an empty one.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell and number."""
    made, number = Puzzle("fuzuli"), range(1, int(grid.head[0]) + 1)
    digit = made.choices("digit", row=range(grid.rows), col=range(grid.cols), value=number)
    made.at_most_one(digit, by=("row", "col"))
    made.exactly_one(digit, by=("row", "value"))
    made.exactly_one(digit, by=("col", "value"))
    made.at_most(3, digit, covering=lambda row, col: grid.corners((row, col)), name="block")
    for (row, col), value in grid.counts.items():
        made.given(digit, row=row, col=col, value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    head=["the largest number"],
    answer=[written],
    example="""
5 5 3
1 2 3 - -
- 1 - 2 3
- - 1 3 -
3 - - - -
- - 2 - -

5 5
1 2 3 - -
- 1 - 2 3
2 - 1 3 -
3 - - 1 2
- 3 2 - 1
""",
    source="rules as in puzzlekit",
)
