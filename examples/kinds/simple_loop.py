"""Simple loop: draw one loop from cell to cell through every cell that is not black."""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..passages import loop, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each white cell."""
    made = Puzzle("simple loop")
    loop(made, grid, through=set(grid.cells) - set(grid.clues), barred=grid.clues)
    return made


solution = sides_of
