"""Linesweeper: draw one loop from cell to cell that leaves out the cells with numbers.

A number says how many of the up to eight cells around it the loop passes through.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..grid import Cell, Grid
from ..kind import Kind
from ..passages import loop, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell."""
    made = Puzzle("linesweeper")
    way = loop(made, grid, barred=grid.counts)

    def near(cell: Cell, sides: str) -> list[Cell]:
        return [item for item in grid.around(cell) if sides and item in grid.counts]

    made.exactly(grid.counts, way, covering=near, name="number")
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    answer=[loop_lines],
    example="""
4 4
- - - -
- 2 - -
- 2 - -
- - - -

4 4
- - - -
- - se sw
- - ne nw
- - - -
""",
    source="janko.at; rules as in puzzlekit",
)
