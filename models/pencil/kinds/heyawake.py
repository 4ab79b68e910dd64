"""Heyawake: blacken cells; a number says how many cells of its room are black.

No two black cells share a side, all white cells hang together, and no straight stretch of white
cells runs through more than two rooms.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import stretches_through_rooms
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..shades import shades
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("heyawake")
    black, white = shades(made, grid)
    made.connected(white, by="cell")
    made.at_most_one(black, covering=grid.pairs)
    made.exactly(grid.room_counts, black, by=grid.counted_room)
    covers = stretches_through_rooms(grid)
    made.at_least(1, black, covering=lambda cell: covers[cell], name="two rooms")
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
- 1 - 0
- - 2 -
- - - -
- 1 1 -
1 1 2 2
1 3 3 2
4 3 5 5
4 4 5 5

4 4
x - - -
- - x -
- x - -
x - - x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("heyawake", Borders(), RoomNumbers()),
)
