"""Pfeilzahlen (number arrows): put an arrow into each cell around the square of numbers.

It points into the square, straight or diagonally. A number says how many arrows point at its cell.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..signs import EIGHT_ARROWS

WAYS = SIDES | {y + x: (SIDES[y][0], SIDES[x][1]) for y, x in product("ns", "ew")}


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each arrow that points at a number."""
    made, rows = Puzzle("pfeilzahlen"), []
    for cell, (way, (down, right)) in product(grid.cells, WAYS.items()):
        hit = [(cell[0] + k * down, cell[1] + k * right) for k in range(1, grid.rows)]
        beside = any(item in grid.counts for item in grid.beside(cell))
        if beside and cell not in grid.counts and hit[0] in grid.counts:
            rows.append(
                {"cell": cell, "way": way, "hit": tuple(c for c in hit if c in grid.counts)}
            )
    arrow = made.choices("arrow", rows)
    made.exactly_one(arrow, by="cell")
    made.exactly(grid.counts, arrow, covering="hit", name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the arrows."""
    return {cell: way for cell, way, _ in answer["arrow"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[marked(**EIGHT_ARROWS.looks)],
    example="""
5 5
- - - - -
- 3 7 3 -
- 4 3 3 -
- 3 3 2 -
- - - - -

5 5
- se s sw -
e - - - w
se - - - w
ne - - - w
- n n n -
""",
    source="janko.at; rules as in puzzlekit",
)
