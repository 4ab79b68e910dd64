"""Cojun (kojun): each room of n cells holds the numbers 1 to n.

Numbers side by side differ, and of two cells of a room one above the other the upper one has the
larger number. Cells with an `x` have none.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..clues import Cells, Regions
from ..grid import Grid
from ..kind import Kind
from ..link_codes import Borders, Link, Numbers, OptionalBits
from ..signs import NUMBERS_AND_HOLES
from ..squares import digits


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, room = Puzzle("cojun"), grid.regions
    digit = made.choices("digit", grid.room_numbers())
    made.exactly_one(digit, by="cell")
    made.exactly_one(digit, by=lambda cell, value: (room[cell], value), name="room")
    made.at_most_one(
        digit,
        covering=lambda cell, value: [(pair, value) for pair in grid.pairs(cell)],
        name="side",
    )
    towers = [
        [(row + 1, col), (row, col)]
        for row, col in grid.cells
        if room.get((row + 1, col)) == room[row, col]
        if "x" not in (grid.marks[row, col], grid.marks[row + 1, col])
    ]
    made.increasing(digit, lines=towers, along="cell", value="value", strict=True)
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
3 2 3 2
- 3 2 1
2 1 3 -
1 3 1 2
1 1 2 2
1 3 3 2
4 3 5 5
4 4 5 5

4 4
3 2 3 2
1 3 2 1
2 1 3 4
1 3 1 2
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("cojun", Borders(bare=("x",), then=(Numbers(), OptionalBits()))),
)
