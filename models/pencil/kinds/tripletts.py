"""Tripletts: each cell gets a circle, square or triangle; regions have three equal or all three.

Cells side by side that are of different regions have different signs. A 1 is a circle, a 2 a square
and a 3 a triangle.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ...picture.picture import Square, Text
from ..answers import marked
from ..cells import cells_by, walls
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import TRIANGLE_UP, WHITE_CIRCLE, Look, signs, sizes

KINDS = {"1": "c", "2": "s", "3": "t", "c": "c", "s": "s", "t": "t"}


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a sign for each cell."""
    made, names = Puzzle("tripletts"), grid.regions
    sign = made.choices("sign", cell=grid.cells, kind=list("cst"))
    made.exactly_one(sign, by="cell")
    made.at_most_one(
        sign, covering=lambda cell, kind: [(edge, kind) for edge in walls(names, cell)]
    )
    lines = [tuple(cells) for cells in cells_by(names).values()]
    tuples = [t for t in product("cst", repeat=3) if len(set(t)) != 2]
    made.table_rule(tuples, sign, along="cell", lines=lines, value="kind")
    for cell, mark in grid.clues.items():
        made.given(sign, cell=cell, kind=KINDS[mark])
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the signs."""
    return {cell: str(kind) for cell, kind in answer["sign"]}


SQUARE = Look(lambda place: [Square(place, "ring"), Text(place, "□", "blank")], sizes("square", 1))
LOOKS = {"c": WHITE_CIRCLE, "s": SQUARE, "t": TRIANGLE_UP}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Cells(signs=signs(**{mark: LOOKS[kind] for mark, kind in KINDS.items()})),
        Regions(),
    ],
    answer=[marked(**LOOKS)],
    example="""
3 3
3 - 2
- - -
- - 2
1 2 2
1 1 2
3 3 3

3 3
t c s
c s t
t c s
""",
    source="Otto Janko's collection; rules as in puzzlekit",
)
