"""Dotchi loop: draw a loop through all white circles and no black one.

In each region the loop goes straight at all of its white circles, or turns at all of them.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Cells, Regions
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import Borders, Circles, Link
from ..passages import STRAIGHT, loop, sides_of
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: by which sides the loop leaves each cell."""
    made = Puzzle("dotchi loop")
    white, black = ([cell for cell in grid.cells if grid.marks[cell] == mark] for mark in "wb")
    way = loop(made, grid, through=white, barred=black)

    def alike(cell: Cell, sides: str) -> dict[str, bool]:
        return {grid.regions[cell]: sides in STRAIGHT} if grid.marks[cell] == "w" else {}

    made.agree({way: alike}, name="region")
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE)), Regions()],
    answer=[loop_lines],
    example="""
4 4
b - - -
- w b -
w - w w
b - - b
1 1 2 2
1 1 2 2
3 3 4 4
3 3 4 4

4 4
- se ew sw
se nw - ns
ne sw se nw
- ne nw -
""",
    source="rules as in pzprjs",
    link=Link("dotchi", Borders(), Circles()),
)
