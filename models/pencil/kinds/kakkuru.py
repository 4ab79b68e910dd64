"""Kakkuru: fill the white cells so that no number stands twice in a row or column.

A clue is the sum of the numbers in the white cells around it. No number is larger than there are
white cells in its row, or in its column.
"""

from __future__ import annotations

from collections import Counter

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import SUMS_ON_BLACK


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each white cell."""
    made = Puzzle("kakkuru")
    white = [cell for cell in grid.cells if cell not in grid.counts]
    rows, cols = Counter(row for row, _ in white), Counter(col for _, col in white)
    digit = made.choices(
        "digit",
        [
            {"cell": (row, col), "value": value}
            for row, col in white
            for value in range(1, min(rows[row], cols[col]) + 1)
        ],
    )
    made.exactly_one(digit, by="cell")
    made.at_most_one(digit, by=lambda cell, value: (cell[0], value), name="row")
    made.at_most_one(digit, by=lambda cell, value: (cell[1], value), name="column")
    near = {cell: grid.counts.keys() & grid.around(cell) for cell in white}
    made.sum_equals(grid.counts, digit, covering=lambda cell: near[cell], weight="value")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["digit"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=SUMS_ON_BLACK)],
    answer=[written],
    example="""
4 4
- - - 5
- 13 9 -
- - - 6
- - - -

4 4
2 1 3 -
1 - - 2
3 2 1 -
4 3 2 1
""",
    source="rules as in puzzlekit",
)
