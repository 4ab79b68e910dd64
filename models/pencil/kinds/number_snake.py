"""Number snake: draw one way from cell to cell, from the upper left corner to the lower right one.

It passes through every number from 1 to the greatest exactly once, in any order.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..grid import SIDES, Cell, Grid
from ..kind import Kind
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


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    answer=[loop_lines],
    example="""
4 4
2 3 5 6
2 4 1 4
6 7 3 7
2 7 4 6

4 4
e ew sw -
- - ne sw
- - - ns
- - - n
""",
    source="janko.at; rules as in puzzlekit",
)
