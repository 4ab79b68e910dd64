"""Hakyuu (ripple effect): each room of n cells holds the numbers 1 to n.

Between two equal numbers n in a row or column stand at least n other cells.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Cell, Grid
from ..squares import digits as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, room = Puzzle("hakyuu"), grid.regions
    digit = made.choices("digit", grid.room_numbers())
    made.exactly_one(digit, by="cell")
    made.exactly_one(digit, by=lambda cell, value: (room[cell], value), name="room")

    def near(cell: Cell, value: int) -> list[object]:
        lines = ((side, [cell, *grid.ray(cell, side)[:value]]) for side in "es")
        return [(side, one, value) for side, line in lines for one in line]

    made.at_most_one(digit, covering=near)
    for cell, value in grid.counts.items():
        made.given(digit, cell=cell, value=value)
    return made
