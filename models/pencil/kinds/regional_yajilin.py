"""Regional yajilin: blacken some cells, no two side by side; one loop goes through all the others.

A number says how many cells of its region are black; its own cell is one like any other.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines, shaded
from ..cells import edges
from ..clues import Cells, Regions
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..passages import loop, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; what it leaves out is black."""
    made = Puzzle("regional yajilin")
    way = loop(made, grid)
    counts = {grid.regions[cell]: number for cell, number in grid.counts.items()}

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
    clues=[Cells(), Regions()],
    answer=[loop_lines, shaded],
    example="""
5 5
- - 0 - 1
- - - - -
2 2 - 1 1
1 - - - 0
- - 1 0 -
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
    source="",
)
