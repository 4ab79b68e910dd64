"""Regional yajilin: blacken some cells, no two side by side; one loop goes through all the others.

A number says how many cells of its region are black; its own cell is one like any other.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines, shaded
from ..cells import edges
from ..clues import CornerNumbers, Regions
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..passages import loop, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; what it leaves out is black."""
    made = Puzzle("regional yajilin")
    way = loop(made, grid)
    counts = grid.room_counts

    def region(cell: Cell, sides: str) -> str | None:
        return grid.regions[cell] if sides == "" and grid.regions[cell] in counts else None

    made.exactly(counts, way, by=region, name="number")
    beside = lambda cell, sides: () if sides else edges(cell)
    made.at_most_one(way, covering=beside, name="beside")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop and the black cells."""
    return dict.fromkeys(grid.cells, "x") | sides_of(grid, answer)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[CornerNumbers(), Regions()],
    answer=[loop_lines, shaded],
    example="""
5 5
- - 1 - -
- - - 0 -
1 - - - -
- - - - -
- - - - -
1 1 2 2 2
1 2 2 3 3
4 4 2 3 3
4 4 3 3 3
4 4 4 3 3

5 5
x se ew ew sw
se nw x se nw
ns se sw ne sw
ns ns ne sw ns
ne nw x ne nw
""",
    source="after the yajilin of Nikoli; rules as in pzprjs",
    link=Link("yajilin-regions", Borders(), RoomNumbers(), also=("yajirin-regions",)),
)
