"""Detour: draw a loop through all cells; a number says how often it turns in its region."""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Cell, Grid
from ..passages import STRAIGHT, loop
from ..passages import sides_of as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: by which sides the loop leaves each cell."""
    made = Puzzle("detour")
    way = loop(made, grid, through=grid.cells)

    def turning(cell: Cell, sides: str) -> str | None:
        return grid.counted_room(cell) if sides not in STRAIGHT else None

    made.exactly(grid.room_counts, way, by=turning, name="turns")
    return made
