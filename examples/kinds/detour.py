"""Detour: draw a loop through all cells; a number says how often it turns in its region."""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Cell, Grid
from ..loops import loop_of_bends
from ..loops import sides_marks as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: by which sides the loop leaves each cell."""
    made = Puzzle("detour")
    bend = loop_of_bends(made, grid, grid.cells, all_=True)

    def turning(cell: Cell, sides: str) -> str | None:
        return grid.counted_room(cell) if sides not in ("ns", "ew") else None

    made.exactly(grid.room_counts, bend, by=turning, name="turns")
    return made
