"""Rassi silai: draw a line through all cells of each region, from cell to cell, over no wall.

Walls cut off the regions; some may end within one. A line neither branches nor closes. No two ends
of lines, also of one line, touch at a side or a corner. Cells marked x are left out.
"""

from __future__ import annotations

from itertools import combinations

from minuet.models import Puzzle

from .. import link_codes
from ..answers import loop_lines
from ..clues import Cells, Walls
from ..grid import Grid
from ..kind import Kind
from ..link_codes import Bits, Link
from ..passages import beyond, edge, over_border, sides_of
from ..signs import BLACK_CELL, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: to which sides a line leaves each cell, one side at its ends."""
    made, region = Puzzle("rassi"), grid.regions
    cells = [cell for cell in grid.cells if cell not in grid.clues]
    ways = [*"nsew", *map("".join, combinations("nsew", 2))]
    inside = lambda cell, sides: all(
        grid.has(other)
        and other not in grid.clues
        and tuple(sorted((cell, other))) not in grid.between
        for other in (beyond(cell, side) for side in sides)
    )
    way = made.choices("way", cell=cells, sides=ways, where=inside)
    made.exactly_one(way, by="cell", over=cells)
    made.agree({way: over_border}, name="border")
    made.path(way, by=edge, regions=lambda cell, sides: region[cell])
    ends = lambda cell, sides: grid.corners(cell) if len(sides) == 1 else ()
    made.at_most_one(way, covering=ends, name="ends")
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=signs(x=BLACK_CELL)), Walls("right sides"), Walls("lower sides")],
    answer=[loop_lines],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - -
- x - - -
- - - -
- - 1 -
- 1 - -
- - 1 -
- - 1 -
- - - 1 -
1 1 - 1 -
- - 1 - -
- - - - -

5 5
se ew ew ew sw
ne ew sw e nw
se sw ne ew sw
ns ne sw se nw
n - n ne w
""",
    source="Prasanna Seshadri; rules as in pzprjs",
    link=Link("rassi", link_codes.Walls(), Bits("x")),
)
