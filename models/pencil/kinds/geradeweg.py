"""Geradeweg: draw a loop through all numbers.

A number is the length of each straight stretch of the loop that its cell is part of: of one if the
loop goes straight there, of both if it turns. A 0 may be any.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..grid import Grid, Marks
from ..kind import Kind
from ..loops import loop_marks, loop_of_stretches, stretches


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each way is on the loop or not; and the stretches at each number."""
    made, rows = Puzzle("geradeweg"), []
    for cell, number in grid.counts.items():
        for sides, fars, taken in stretches(grid, cell):
            fits = sum(fars) == number if sides in ("ns", "ew") else set(fars) == {number}
            if fits or not number:
                rows.append({"cell": cell, "taken": taken})
    loop_of_stretches(made, grid, grid.counts, rows)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(way for way in answer["way"] if way[-1])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[loop_lines],
    example="""
4 4
- 1 - -
- - 3 -
2 - - -
- 2 - -

4 4
- se sw -
se nw ns -
ns - ns -
ne ew nw -
""",
    source="",
)
