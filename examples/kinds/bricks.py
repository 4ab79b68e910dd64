"""Bricks (Ziegelmauer): a Latin square in a wall of bricks, two cells each.

Every brick holds an odd and an even number. The bricks of every second row are shifted by a cell, so
that one of them is the last cell with the first.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, size = Puzzle("bricks"), grid.rows
    digit = made.choices("digit", row=range(size), col=range(size), value=range(1, size + 1))
    for by in ("row", "col"), ("row", "value"), ("col", "value"):
        made.exactly_one(digit, by=by)
    made.exactly_one(
        digit,
        by=lambda row, col, value: (row, (col + row % 2) // 2 % (size // 2), value % 2),
        name="brick",
    )
    for (row, col), value in grid.counts.items():
        made.given(digit, row=row, col=col, value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}
