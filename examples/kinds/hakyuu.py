"""Hakyuu (ripple effect): each room of n cells holds the numbers 1 to n.

Between two equal numbers n in a row or column stand at least n other cells.
"""

from __future__ import annotations

from collections import Counter

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, room = Puzzle("hakyuu"), grid.regions
    sizes = Counter(room.values())
    rows = [
        {"cell": cell, "value": value + 1}
        for cell in grid.cells
        for value in range(sizes[room[cell]])
    ]
    digit = made.choices("digit", rows)
    made.exactly_one(digit, by="cell")
    made.exactly_one(digit, by=lambda cell, value: (room[cell], value), name="room")
    for side in "es":
        made.at_most_one(
            digit,
            covering=lambda cell, value, side=side: [
                (one, value) for one in [cell, *grid.ray(cell, side)[:value]]
            ],
            name=side,
        )
    for cell, value in grid.counts.items():
        made.given(digit, cell=cell, value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["digit"]}
