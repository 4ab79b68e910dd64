"""Dotchi loop: draw a loop through all white circles and no black one.

In each region the loop goes straight at all of its white circles, or turns at all of them.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Cell, Grid
from ..passages import STRAIGHT, loop
from ..passages import sides_of as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: by which sides the loop leaves each cell."""
    made = Puzzle("dotchi loop")
    white, black = ([cell for cell in grid.cells if grid.marks[cell] == mark] for mark in "wb")
    way = loop(made, grid, through=white, barred=black)

    def alike(cell: Cell, sides: str) -> dict[str, bool]:
        return {grid.regions[cell]: sides in STRAIGHT} if grid.marks[cell] == "w" else {}

    made.agree({way: alike}, name="region")
    return made
