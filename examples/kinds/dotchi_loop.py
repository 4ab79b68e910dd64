"""Dotchi loop: draw a loop through all white circles and no black one.

In each region the loop goes straight at all of its white circles, or turns at all of them.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Cell, Grid
from ..loops import loop_of_bends
from ..loops import sides_marks as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: by which sides the loop leaves each cell."""
    made = Puzzle("dotchi loop")
    bend = loop_of_bends(made, grid, [cell for cell in grid.cells if grid.marks[cell] != "b"])
    made.forbid(bend, where=lambda cell, sides: grid.marks[cell] == "w" and not sides)

    def alike(cell: Cell, sides: str) -> dict[str, bool]:
        return {grid.regions[cell]: sides in ("ns", "ew")} if grid.marks[cell] == "w" else {}

    made.agree({bend: alike}, name="region")
    return made
