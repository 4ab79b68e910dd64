"""No three: blacken some cells, no two side by side, so that all white ones hang together.

Exactly one of the cells that a dot touches is black. Of three black cells that follow one another
in a row or column, the second is not in the middle between the others.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...picture.picture import Symbol
from ..answers import shaded
from ..clues import dotted
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Dots, Link
from ..shades import scattered
from ..signs import Look, signs, sizes


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("nothree")
    black, _ = scattered(made, grid)
    made.exactly_one(black, covering=grid.dots_at, name="dot")
    weights: dict[Cell, dict[object, int]] = {cell: {} for cell in grid.cells}
    for cell in grid.cells:
        for line in (grid.ray(cell, side) for side in "es"):
            for half in range(2, len(line) // 2 + 1):
                three = [cell, line[half - 1], line[2 * half - 1]]
                for item in [cell, *line[: 2 * half]]:
                    weights[item][cell, three[2]] = 1 if item in three else -1
    made.at_most(2, black, covering=lambda cell: weights[cell], name="distance")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


DOT = Look(lambda place: [Symbol(place, "dot", "o", "light")], sizes("circle", 1))


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=dotted(signs(o=DOT)),
    answer=[shaded],
    example="""
5 5
o - - - -
- - - - -
- - - - -
- - - - -
- - o - -
- - - o
- - - -
- - - o
- - - -
- - - -
- - - - -
- - - - -
- - o - -
o - - - o
- o - -
- - - -
- - - -
- - - -

5 5
x - - x -
- x - - -
- - x - x
x - - - -
- - x - x
""",
    source="Naoki Inaba; rules as in pzprjs",
    link=Link("nothree", Dots()),
)
