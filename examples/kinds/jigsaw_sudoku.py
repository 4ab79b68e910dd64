"""Jigsaw sudoku: a Latin square; each number stands once in each region, too.

The regions have as many cells as a row.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, size = Puzzle("jigsaw sudoku"), grid.rows
    digit = made.choices("digit", row=range(size), col=range(size), value=range(1, size + 1))
    for by in ("row", "col"), ("row", "value"), ("col", "value"):
        made.exactly_one(digit, by=by)
    made.exactly_one(
        digit, by=lambda row, col, value: (grid.regions[row, col], value), name="region"
    )
    for (row, col), value in grid.counts.items():
        made.given(digit, row=row, col=col, value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}
