"""Minarism: a Latin square with signs between numbers side by side.

A sign `<`, `>`, `^` or `v` points to the smaller number, and a number is the difference of the two.
A `?` says nothing.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Puzzle

from ..answers import written
from ..clues import Cells, Sides
from ..grid import BLANKS, Grid
from ..kind import Kind
from ..latin import latin, numbers
from ..link_codes import Link, NoNumbers
from ..passages import beyond
from ..special_codes import Minarism
from ..special_signs import INEQUALITIES


def fits(sign: str, first: int, other: int) -> bool:
    """Whether a sign may stand between two numbers."""
    if sign.isdecimal():
        return int(sign) in (0, abs(first - other))
    return sign == "?" or (first < other) == (sign in "<^")


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("minarism", grid)
    at, value = ("row", "col"), "value"
    for part, side in ("right sides", "e"), ("lower sides", "s"):
        for cell, sign in grid.block(part).items():
            both = product(range(1, grid.rows + 1), repeat=2)
            tuples = [pair for pair in both if sign in BLANKS or fits(sign, *pair)]
            if sign not in BLANKS:
                lines = [[cell, beyond(cell, side)]]
                made.table_rule(tuples, digit, lines=lines, along=at, value=value)
    return made


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[
        Sides("right sides", INEQUALITIES),
        Sides("lower sides", INEQUALITIES),
        Cells(optional=True),
    ],
    answer=[written],
    example="""
4 4
2 - -
- - >
> < -
2 > -
1 v 3 v
1 ^ v 1
v - v ^

4 4
2 4 1 3
3 1 4 2
4 2 3 1
1 3 2 4
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("minarism", Minarism(), NoNumbers()),
)
