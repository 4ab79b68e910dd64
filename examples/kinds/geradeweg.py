"""Geradeweg: draw a loop through all numbers.

A number is the length of each straight stretch of the loop that its cell is part of: of one if the
loop goes straight there, of both if it turns. A 0 may be any.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks
from ..loops import ends, loop_marks, stretches, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each way is on the loop or not; and the stretches at each number."""
    made, rows = Puzzle("geradeweg"), []
    for cell, number in grid.counts.items():
        for sides, fars, taken in stretches(grid, cell):
            fits = sum(fars) == number if sides in ("ns", "ew") else set(fars) == {number}
            if fits or not number:
                rows.append({"cell": cell, "taken": taken})
    way = made.choices("way", [row | {"on": on} for row in ways(grid) for on in (True, False)])
    stretch = made.choices("stretch", rows)
    made.exactly_one(way, by=("row", "col", "down"))
    made.exactly_one(stretch, by="cell", over=grid.counts)
    made.agree(
        {way: lambda row, col, down, on: {(row, col, down): on}, stretch: lambda taken: taken}
    )
    made.one_loop(way, by=lambda row, col, down, on: ends(row, col, down) if on else None)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(way for way in answer["way"] if way[-1])
