"""Fobidoshi (forbidden four): put circles into cells so that all of them hang together.

No four circles lie side by side in a row or column; a cell with an `x` has none.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import BLACK_CELL, CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell."""
    made = Puzzle("fobidoshi")
    circle = made.choices("circle", cell=grid.cells)
    made.connected(circle, by="cell")
    made.at_most(
        3,
        circle,
        covering=lambda cell: [
            (item, side) for side in "es" for item in [cell, *grid.ray(cell, side)[:3]]
        ],
    )
    made.forbid(circle, where=lambda cell: grid.marks[cell] == "x")
    for cell, mark in grid.clues.items():
        if mark == "o":
            made.given(circle, cell=cell)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the circles."""
    return {cell: "o" for (cell,) in answer["circle"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(o=WHITE_CIRCLE, x=BLACK_CELL))],
    answer=[marked(o=CIRCLE)],
    marks=("o",),
    example="""
5 5
x x x x x
- x x - o
- o x o -
o - - - o
- o - - o

5 5
- - - - -
- - - o o
o o - o -
o - o o o
o o o - o
""",
    source="rules as in puzzlekit",
)
