"""Battenberg painting: blacken cells; numbers beside the grid say how many of a line are black.

At a corner with a mark the four cells around it are a checkerboard: two black ones opposite to each
other. Around no other corner they are.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ...picture.picture import Circle
from ..answers import shaded
from ..clues import Corners, Outside
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Crosses, Link, Numbers
from ..signs import Look, signs, sizes


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a color for each cell."""
    made = Puzzle("batten")
    cell = made.choices("cell", cell=grid.cells, black=(0, 1))
    made.exactly_one(cell, by="cell")
    for side, k in ("top", 1), ("left", 0):
        counts = grid.numbers(side)
        line = lambda cell, k=k, counts=counts: cell[k] if cell[k] in counts else None
        made.exactly(counts, cell, by=line, weight="black")
    boards = [(0, 1, 1, 0), (1, 0, 0, 1)]
    others = [four for four in product((0, 1), repeat=4) if four not in boards]
    for (row, col), mark in grid.block("inner").items():
        around = [(row + down, col + right) for down in (0, 1) for right in (0, 1)]
        right = boards if mark == "x" else others
        made.table_rule(right, cell, along="cell", lines=[around], value="black")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for cell, black in answer["cell"] if black}


CHECKERBOARD = Look(lambda place: [Circle(place, "point")], (("sudokuetc", 1), *sizes("circle", 1)))


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Corners("inner", signs(x=CHECKERBOARD))],
    answer=[shaded],
    example="""
4 4
3 - 3 2
- 3 2 -
- - x
- - x
- - -

4 4
x x x -
x x - x
- x x -
x x x x
""",
    source="rules as in pzprjs",
    link=Link("batten", Crosses("x", "inner"), Numbers(("top", "left"))),
)
