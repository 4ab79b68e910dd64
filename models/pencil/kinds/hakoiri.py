"""Hakoiri: put a circle, a square and a triangle into each region.

All of them hang together, and equal signs touch nowhere, not even at a corner.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import LETTERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell and sign."""
    made, region = Puzzle("hakoiri"), grid.regions
    sign = made.choices("sign", cell=grid.cells, kind=["c", "s", "t"])
    made.at_most_one(sign, by="cell")
    made.exactly_one(sign, by=lambda cell, kind: (region[cell], kind), name="region")
    made.at_most_one(
        sign,
        covering=lambda cell, kind: [(one, kind) for one in grid.corners(cell)],
        name="touching",
    )
    made.connected(sign, by="cell")
    for cell, kind in grid.clues.items():
        made.given(sign, cell=cell, kind=kind)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the signs."""
    return dict(answer["sign"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=LETTERS), Regions()],
    answer=[written],
    example="""
4 4
- - - -
c - t -
t - c -
- - s -
1 1 1 1
1 1 1 1
2 2 2 2
2 2 2 2

4 4
- - - -
c s t -
t - c -
- - s -
""",
    source="",
)
