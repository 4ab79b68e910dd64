"""Heyawake: blacken cells; a number says how many cells of its room are black.

No two black cells share a side, all white cells hang together, and no straight stretch of white
cells runs through more than two rooms.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells, Regions
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made, room = Puzzle("heyawake"), grid.regions
    black = made.choices("black", cell=grid.cells)
    white = made.choices("white", cell=grid.cells)
    made.exactly_one([black, white], by="cell")
    made.connected(white, by="cell")
    made.at_most_one(black, covering=grid.pairs)
    made.exactly(grid.room_counts, black, by=grid.counted_room)
    covers: dict[Cell, list[tuple[Cell, str]]] = {cell: [] for cell in grid.cells}
    for start in grid.cells:
        for side in "es":
            line = grid.ray(start, side)
            beyond = [k for k in range(1, len(line)) if room[line[k]] != room[line[k - 1]]]
            if line and room[line[0]] != room[start] and beyond:
                for cell in [start, *line[: beyond[0] + 1]]:
                    covers[cell].append((start, side))
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
