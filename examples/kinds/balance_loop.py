"""Balance loop: draw a loop through all circles; it turns somewhere on both sides of each.

At a white circle both straight stretches to the next turn are equally long, at a black one they are
not. A number is the sum of both.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks
from ..loops import ends, loop_marks, stretches, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each way is on the loop or not; and the stretches at each circle."""
    made, rows = Puzzle("balance loop"), []
    for cell, mark in grid.clues.items():
        for _, (one, other), taken in stretches(grid, cell):
            if (one == other) == ("w" in mark) and mark.strip("bw") in ("", str(one + other)):
                rows.append({"cell": cell, "taken": taken})
    way = made.choices("way", [row | {"on": on} for row in ways(grid) for on in (True, False)])
    stretch = made.choices("stretch", rows)
    made.exactly_one(way, by=("row", "col", "down"))
    made.exactly_one(stretch, by="cell", over=grid.clues)
    made.agree(
        {way: lambda row, col, down, on: {(row, col, down): on}, stretch: lambda taken: taken}
    )
    made.one_loop(way, by=lambda row, col, down, on: ends(row, col, down) if on else None)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(way for way in answer["way"] if way[-1])
