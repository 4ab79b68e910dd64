"""Turnaround: draw one loop from cell to cell through all numbers.

A number says in how many of three cells the loop turns: its own and those before and behind it on
the loop.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Grid
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..passages import BENT, PASSAGES, beyond, loop, sides_of
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell."""
    made = Puzzle("turnaround")
    way = loop(made, grid, through=grid.cells if "full" in grid.head else grid.clues)
    for cell, number in grid.counts.items():
        for own in PASSAGES:
            near = [beyond(cell, side) for side in own]
            if all(map(grid.has, near)):
                here = way.where(cell=cell, sides=own)
                first, other = (way.where(cell=c, sides=lambda s: s in BENT) for c in near)
                both, none = first & other, ~first & ~other
                wanted = {0: none, 1: ~both & ~none, 2: both}.get(number - (own in BENT), ~here)
                made.implies(here, wanted)
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    variants={"full": "the loop runs through all cells"},
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[loop_lines],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - -
3 - - - -

5 5
- - - - -
- - - - -
- - - - -
se sw - - -
ne nw - - -
""",
    source="Prasanna Seshadri; rules as in pzprjs",
    link=Link("turnaround", Numbers()),
)
