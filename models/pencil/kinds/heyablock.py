"""Heyablock: blacken a group of cells in each room; a number says how many cells it has.

The black cells of a room hang together, and no black cells of two rooms share a side. All white
cells hang together, and no straight stretch of them runs through more than two rooms.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import stretches_through_rooms, walls
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made, room = Puzzle("heyablock"), grid.regions
    black = made.choices("black", [{"cell": cell, "room": room[cell]} for cell in grid.cells])
    white = made.choices("white", cell=grid.cells)
    made.exactly_one([black, white], by="cell")
    made.exactly(grid.room_counts, black, by=lambda cell: grid.counted_room(cell))
    some = {name for name in room.values() if grid.room_counts.get(name) != 0}
    made.at_least(1, black, by=lambda room: room if room in some else None, over=some)
    made.connected(black, by="cell", regions="room")
    made.connected(white, by="cell")
    made.at_most_one(black, covering=lambda cell: walls(room, cell), name="apart")
    covers = stretches_through_rooms(grid)
    made.at_least(1, black, covering=lambda cell: covers[cell], name="two rooms")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for cell, _ in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[shaded],
    example="""
4 4
- - - 2
- - - -
- - - -
- - - -
1 2 2 3
4 4 4 3
5 4 4 3
5 5 5 3

4 4
x - x -
- - - -
- x - x
x - - x
""",
    source="rules as in pzprjs",
    link=Link("heyablock", Borders(), RoomNumbers()),
)
