"""Hakyuu (ripple effect): each room of n cells holds the numbers 1 to n.

Between two equal numbers n in a row or column stand at least n other cells. Cells with an `x`
have no number.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..clues import Cells, Regions
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import Borders, Link, Numbers, OptionalBits
from ..signs import NUMBERS_AND_HOLES
from ..squares import digits


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, room = Puzzle("hakyuu"), grid.regions
    digit = made.choices("digit", grid.room_numbers())
    made.exactly_one(digit, by="cell")
    made.exactly_one(digit, by=lambda cell, value: (room[cell], value), name="room")

    def near(cell: Cell, value: int) -> list[object]:
        lines = ((side, [cell, *grid.ray(cell, side)[:value]]) for side in "es")
        return [(side, item, value) for side, line in lines for item in line]

    made.at_most_one(digit, covering=near)
    for cell, value in grid.counts.items():
        made.given(digit, cell=cell, value=value)
    return made


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[Cells(signs=NUMBERS_AND_HOLES), Regions(apart=("x",))],
    answer=[written],
    example="""
4 4
1 - - -
2 - - -
- - - 3
- - 1 -
3 3 3 2
4 3 5 2
4 3 5 5
4 4 1 5

4 4
1 2 3 1
2 4 1 2
4 5 2 3
1 3 1 4
""",
    source="Nikoli; rules as in pzprjs",
    link=Link(
        "ripple", Borders(bare=("x",), then=(Numbers(), OptionalBits())), also=("hakyukoka",)
    ),
)
