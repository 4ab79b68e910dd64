"""Simple loop: draw one loop from cell to cell through every cell that is not black."""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Grid
from ..kind import Kind
from ..link_codes import Bits, Link
from ..passages import loop, sides_of
from ..signs import HOLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each white cell."""
    made = Puzzle("simple loop")
    loop(made, grid, through=set(grid.cells) - set(grid.clues), barred=grid.clues)
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=signs(x=HOLE))],
    answer=[loop_lines],
    example="""
5 5
- - - - -
- x x - -
- - x - -
- - - - -
- - - - -

5 5
se ew ew ew sw
ns - - se nw
ne sw - ne sw
se nw se sw ns
ne ew nw ne nw
""",
    source="contests; rules as in pzprjs",
    link=Link("simpleloop", Bits()),
)
