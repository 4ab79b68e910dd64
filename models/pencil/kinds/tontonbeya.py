"""Tontonbeya: put a circle, a square or a triangle into each cell.

Equal signs of a region hang together, and all signs that a region has are equally many. Each such
group touches equal signs of exactly one other region.
"""

from __future__ import annotations

from collections import Counter

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..cells import seams
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Digits, Link
from ..signs import FIGURES

SETS = ("c", "t", "s", "ct", "cs", "ts", "cts")


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a sign for each cell, those of each region, where groups first touch."""
    made, room, edges = Puzzle("tontonbeya"), grid.regions, seams(grid)
    fits = lambda cell, kind: grid.clues.get(cell, kind) == kind
    sign = made.choices("sign", cell=grid.cells, kind=list("cts"), where=fits)
    made.exactly_one(sign, by="cell", over=grid.cells)
    group = lambda cell, kind: (room[cell], kind)
    made.connected(sign, by="cell", regions=group)
    size = Counter(room.values())
    used = made.choices("used", name=list(size), kinds=SETS)
    made.exactly_one(used, by="name")
    each = lambda name, kinds: {(name, kind): size[name] // len(kinds) for kind in kinds}
    made.compare(made.sum(sign, by=group), "==", made.sum(used, covering=each))
    touch = made.choices("touch", seam=list(edges), kind=list("cts"))
    both = lambda seam, kind: dict.fromkeys(seam, kind)
    made.agree({sign: lambda cell, kind: {cell: kind}, touch: both}, name="sign")
    ends = lambda seam, kind: [(room[cell], kind) for cell in seam]
    others = lambda name, kinds: [(name, kind) for kind in {*"cts"}.difference(kinds)]
    made.exactly_one([touch, used], covering={touch: ends, used: others}, name="touching")
    beside = lambda cell, kind: [(pair, kind) for pair in grid.pairs(cell) if pair in edges]
    later = lambda seam, kind: {(other, kind): -1 for other in edges[seam]}
    made.at_most(1, [sign, touch], covering={sign: beside, touch: later}, name="first")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the signs."""
    return dict(answer["sign"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=FIGURES), Regions()],
    answer=[marked(**FIGURES.looks)],
    example="""
5 5
- - - - -
s - - - t
- - - - -
- - s - -
- - - - -
6 6 6 6 1
6 6 5 1 1
3 5 5 2 2
3 5 5 2 4
3 5 5 5 4

5 5
s t t t t
s s s t t
t s s c c
t t s c c
t t t t c
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("tontonbeya", Borders(), Digits(names={1: "c", 2: "t", 3: "s"})),
)
