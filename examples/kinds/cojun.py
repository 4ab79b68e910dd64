"""Cojun (kojun): each room of n cells holds the numbers 1 to n.

Numbers side by side differ, and of two cells of a room one above the other the upper one has the
larger number.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, room = Puzzle("cojun"), grid.regions
    digit = made.choices("digit", grid.room_numbers())
    made.exactly_one(digit, by="cell")
    made.exactly_one(digit, by=lambda cell, value: (room[cell], value), name="room")
    made.at_most_one(
        digit,
        covering=lambda cell, value: [(pair, value) for pair in grid.pairs(cell)],
        name="side",
    )
    towers = [
        [(row + 1, col), (row, col)]
        for row, col in grid.cells
        if room.get((row + 1, col)) == room[row, col]
    ]
    made.increasing(digit, lines=towers, along="cell", value="value", strict=True)
    for cell, value in grid.counts.items():
        made.given(digit, cell=cell, value=value)
    return made
