"""Munraito: one star and one cloud go into each row and each column, into cells without a planet.

A star lights a planet that it sees along a row or a column, with no cloud and no other planet in
between. The number of a planet says from where it is lit: 8 north, 4 west, 2 south, 1 east.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import STAR, Pattern, Signs, in_circle, looks_like

BITS = {"n": 8, "w": 4, "s": 2, "e": 1}
LIT = {True: "0*s.*", False: "0*(c.*)?"}


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell and what may stand there."""
    made = Puzzle("munraito")
    sky = made.choices(
        "sky", cell=[c for c in grid.cells if c not in grid.counts], thing=("s", "c")
    )
    made.at_most_one(sky, by="cell")
    both = lambda cell, thing: [(axis, place, thing) for axis, place in enumerate(cell)]
    made.exactly_one(sky, covering=both, name="line")
    seen = {
        (planet, side): grid.ray(planet, side, grid.counts)
        for planet in grid.counts
        for side in BITS
    }
    lines = {key: ray for key, ray in seen.items() if ray}
    patterns = {key: LIT[bool(grid.counts[key[0]] & BITS[key[1]])] for key in lines}
    made.regular(patterns, sky, along="cell", lines=lines, value="thing", empty="0")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the stars and the clouds."""
    return {cell: {"s": "s", "c": "x"}[thing] for cell, thing in answer["sky"]}


PLANETS = Signs(patterns={"[0-9]+": Pattern("a number", in_circle("ring"))})
CLOUD = looks_like("☁")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=PLANETS)],
    answer=[marked(s=STAR, x=CLOUD)],
    example="""
5 5
- 6 - - -
- - 4 - -
- - 0 - -
- - - - -
- - - - 12

5 5
s - - - x
x s - - -
- - - x s
- - x s -
- x s - -
""",
    source="Naoki Inaba (Moonlight), janko.at; rules as in puzzlekit",
)
