"""Kakuru: fill the white cells with digits 1 to 9 that differ from all of those around them.

A number is the sum of the digits in the white cells around it, which differ. Numbers and further
black cells stay without a digit.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import written
from ..clues import Cells
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import KakuruNumbers, Link
from ..signs import SUMS_ON_BLACK
from ..squares import digits


def touching(grid: Grid, cell: Cell) -> list[tuple[Cell, Cell]]:
    """Return the pairs of cells that touch, be it at a corner, of which a cell is one."""
    return [(min(cell, item), max(cell, item)) for item in grid.around(cell)]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each white cell."""
    made = Puzzle("kakuru")
    white = [cell for cell in grid.cells if cell not in grid.clues]
    digit = made.choices("digit", cell=white, value=range(1, 10))
    made.exactly_one(digit, by="cell")
    made.at_most_one(digit, covering=lambda cell, value: [(p, value) for p in touching(grid, cell)])
    around = {cell: grid.counts.keys() & grid.around(cell) for cell in white}
    made.at_most_one(digit, covering=lambda cell, value: [(item, value) for item in around[cell]])
    made.sum_equals(grid.counts, digit, covering=lambda cell: around[cell], weight="value")
    return made


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[Cells(signs=SUMS_ON_BLACK)],
    answer=[written],
    example="""
4 4
- - 12 -
28 - 21 1
- - 21 3
12 - 13 -

4 4
6 3 - 1
- 8 - -
2 9 - -
- 1 - 3
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("kakuru", KakuruNumbers()),
)
