"""Hakoiri: put a circle, a square and a triangle into each region.

All of them hang together, and equal signs touch nowhere, not even at a corner.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Borders, Digits, Link
from ..signs import FIGURES, UNKNOWN, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell and sign."""
    made, region = Puzzle("hakoiri"), grid.regions
    sign = made.choices("sign", cell=grid.cells, kind=["c", "s", "t"])
    made.at_most_one(sign, by="cell")
    made.exactly_one(sign, by=lambda cell, kind: (region[cell], kind), name="region")
    made.at_most_one(
        sign,
        covering=lambda cell, kind: [(item, kind) for item in grid.corners(cell)],
        name="touching",
    )
    made.connected(sign, by="cell")
    made.exactly_one(sign, by=lambda cell: cell if cell in grid.clues else None, name="clue")
    made.forbid(sign, where=lambda cell, kind: grid.clues.get(cell, kind) not in (kind, "?"))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the signs."""
    return dict(answer["sign"])


SIGNS = FIGURES | signs(**{"?": UNKNOWN})


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=SIGNS), Regions()],
    answer=[marked(**SIGNS.looks)],
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
    source="Nikoli; rules as in pzprjs",
    link=Link("hakoiri", Borders(), Digits(names={NO_NUMBER: "?", 1: "c", 2: "t", 3: "s"})),
)
