"""Simple Gako: put a number into each cell, as many as stand of it in its row and column together.

A cell of number 3, say, is one of exactly three cells with a 3 in its row and its column.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Puzzle

from ..answers import written
from ..clues import Cells
from ..grid import SIDES, Grid
from ..kind import Kind
from ..latin import numbers
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the number of each cell."""
    made, most = Puzzle("simplegako"), grid.rows + grid.cols
    digit = made.choices("digit", row=range(grid.rows), col=range(grid.cols), value=range(1, most))
    made.exactly_one(digit, by=("row", "col"))
    for (row, col), value in grid.counts.items():
        made.given(digit, row=row, col=col, value=value)
    for cell, value in product(grid.cells, range(1, most)):
        crossing = {cell, *(item for side in SIDES for item in grid.ray(cell, side))}
        alike = lambda row, col, value, key=(cell, value), near=crossing: (
            key if value == key[1] and (row, col) in near else None
        )
        count = made.exactly({(cell, value): value}, digit, by=alike)
        made.if_chosen(digit.where(row=cell[0], col=cell[1], value=value), count)
    return made


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[written],
    example="""
4 4
- - 3 1
3 - - -
- - 3 -
- - - 2

4 4
4 4 3 1
3 3 1 3
4 4 3 2
4 4 3 2
""",
    source="Naoki Inaba; rules as in pzprjs",
    link=Link("simplegako", Numbers()),
)
