"""All or nothing: draw one loop that runs through all cells of a region or through none.

It enters and leaves a region at most once. Two regions that it leaves out do not lie side by side.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Regions
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import Borders, Link
from ..passages import beyond, loop, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell, and through which regions."""
    made, region = Puzzle("nothing"), grid.regions
    way = loop(made, grid)
    room = made.choices("room", name=sorted(set(region.values())), used=(True, False))
    made.exactly_one(room, by="name")
    filled = lambda cell, sides: {region[cell]: bool(sides)}
    made.agree({way: filled, room: lambda name, used: {name: used}})

    def leaving(cell: Cell, sides: str) -> list[str]:
        others = [region[beyond(cell, side)] for side in sides]
        return [region[cell] for other in others if other != region[cell]]

    made.at_most(2, way, covering=leaving, name="once")
    pairs = {tuple(sorted(region[cell] for cell in pair)) for pair in grid.borders}
    touching = lambda name, used: [pair for pair in pairs if used and name in pair]
    made.at_least(1, room, covering=touching, over=pairs, name="beside")
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Regions()],
    answer=[loop_lines],
    example="""
5 5
1 2 2 3 4
1 1 2 3 4
5 1 1 6 7
8 1 1 6 6
9 10 11 6 6

5 5
se ew sw se sw
ne sw ne nw ns
- ne sw se nw
se ew nw ne sw
ne ew ew ew nw
""",
    source="Naoki Inaba; rules as in pzprjs",
    link=Link("nothing", Borders()),
)
