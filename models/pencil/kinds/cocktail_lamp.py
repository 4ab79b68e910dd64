"""Cocktail lamp: blacken cells; a number says how many cells of its region are black.

The black cells of a region hang together, those of different regions share no side, and all of them
hang together by sides or corners. They fill no block of 2 x 2 cells.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell."""
    made, region = Puzzle("cocktail lamp"), grid.regions
    black = made.choices("black", cell=grid.cells)
    made.exactly(grid.room_counts, black, by=grid.counted_room)
    made.connected(black, by="cell", regions=lambda cell: region[cell])
    made.connected(black, by="cell", along={cell: grid.around(cell) for cell in grid.cells})
    made.at_most_one(
        black,
        covering=lambda cell: [
            pair for pair in grid.pairs(cell) if region[pair[0]] != region[pair[1]]
        ],
    )
    made.at_most(3, black, covering=grid.corners, name="block")
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
- - - 0
0 0 - -
- - - -
2 - - 3
1 1 2 2
1 3 3 2
4 3 5 5
4 4 5 5

4 4
- - - -
- - - -
- - x x
x x - x
""",
    source="rules as in pzprjs",
    link=Link("cocktail", Borders(), RoomNumbers()),
)
