"""Aqre: blacken cells; a number says how many cells of its region are black.

All black cells hang together, and no four cells in a line, black or white, are alike.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..shades import shades
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("aqre")
    black, white = shades(made, grid)
    made.connected(black, by="cell")
    made.exactly(grid.room_counts, black, by=grid.counted_room)
    for table in (black, white):
        made.at_most(
            3,
            table,
            covering=lambda cell: [
                (item, side) for side in "es" for item in [cell, *grid.ray(cell, side)[:3]]
            ],
        )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[shaded],
    example="""
4 4
- - - -
- 0 - 2
- - - -
2 - - 3
1 1 2 2
1 1 2 2
3 3 4 4
3 3 4 4

4 4
- - - x
- - - x
- - x x
x x x -
""",
    source="Eric Fox; rules as in pzprjs",
    link=Link("aqre", Borders(), RoomNumbers()),
)
