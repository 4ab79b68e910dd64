"""Detour: draw a loop through all cells; a number says how often it turns in its region."""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import CornerNumbers, Regions
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..passages import STRAIGHT, loop, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: by which sides the loop leaves each cell."""
    made = Puzzle("detour")
    way = loop(made, grid, through=grid.cells)

    def turning(cell: Cell, sides: str) -> str | None:
        return grid.counted_room(cell) if sides not in STRAIGHT else None

    made.exactly(grid.room_counts, way, by=turning, name="turns")
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[CornerNumbers(), Regions()],
    answer=[loop_lines],
    example="""
4 4
- - - -
1 - - 2
- 2 - -
- 1 - 2
1 1 2 2
1 3 3 2
4 3 5 5
4 4 5 5

4 4
se ew ew sw
ns se ew nw
ns ne ew sw
ne ew ew nw
""",
    source="Guowen Zhang; rules as in pzprjs",
    link=Link("detour", Borders(), RoomNumbers()),
)
