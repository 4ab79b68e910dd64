"""Number snake: draw one way from cell to cell, from the upper left corner to the lower right one.

It passes through every number from 1 to the greatest exactly once, in any order.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import SIDES, Cell, Grid
from ..passages import PASSAGES, edge, passages, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the way passes through each cell; only the corners have one side."""
    made, ends = Puzzle("number snake"), (grid.cells[0], grid.cells[-1])
    way = passages(made, grid, ("", *SIDES, *PASSAGES))
    made.forbid(way, where=lambda cell, sides: (len(sides) == 1) != (cell in ends))
    made.path(way, by=edge)

    def number(cell: Cell, sides: str) -> int | None:
        return grid.counts[cell] if sides else None

    made.exactly_one(way, by=number, over=range(1, max(grid.counts.values()) + 1), name="number")
    return made


solution = sides_of
