"""Hakoiri: put a circle, a square and a triangle into each region.

All of them hang together, and equal signs touch nowhere, not even at a corner.
"""

from __future__ import annotations

from collections.abc import Iterable

from minuet.models import Answer, Puzzle

from ...picture.picture import Line, Place, Shape, Square, Text
from ..answers import marked
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Borders, Digits, Link
from ..signs import CIRCLE, UNKNOWN, Look, signs


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


def _triangle(place: Place) -> Iterable[Shape]:
    (row, col), down, right = place, 0.3, 0.34
    corners = (row - down, col), (row + down, col + right), (row + down, col - right)
    yield Line(corners, "edge", closed=True)
    yield Text(place, "△", "blank")


FIGURES = signs(
    c=CIRCLE,
    s=Look(
        lambda place: [Square(place, "ring"), Text(place, "□", "blank")], (("ox_E", 3), ("ox_B", 3))
    ),
    t=Look(_triangle, (("ox_E", 2), ("ox_B", 2))),
    **{"?": UNKNOWN},
)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=FIGURES), Regions()],
    answer=[marked(**FIGURES.looks)],
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
