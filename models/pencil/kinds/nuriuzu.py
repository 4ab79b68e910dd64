"""Nuri-uzu: blacken cells, so that each white area has one circle in its middle.

Turned upside down about its circle, an area looks the same; its cells hang together by their sides.
No block of 2x2 cells is of one color. A circle is in the middle of a cell, or of a side of two.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges, squares
from ..clues import dotted
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Dots, Link
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each circle and two cells opposite to each other."""
    made = Puzzle("nuriuzu")
    found = [
        {"middle": dot, "cells": tuple(sorted({cell, other}))}
        for dot in grid.dots
        for cell in grid.cells
        for other in [(dot[0] - cell[0], dot[1] - cell[1])]
        if cell <= other and grid.has(other)
        if all(set(grid.dots_at(first)) <= {dot} for first in (cell, other))
    ]
    part = made.choices("part", found)
    black = made.choices("black", cell=[cell for cell in grid.cells if not grid.dots_at(cell)])
    made.exactly_one(
        [part, black], covering={part: "cells", black: lambda cell: [cell]}, over=grid.cells
    )
    made.agree({part: lambda middle, cells: dict.fromkeys(edges(*cells), middle)}, name="apart")
    if found:
        made.connected(part, covering="cells", regions="middle")
    rows, cols = grid.rows, grid.cols
    made.at_most(3, part, covering=lambda cells: squares(rows, cols, *cells), name="white block")
    made.at_most(3, black, covering=lambda cell: squares(rows, cols, cell), name="black block")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=dotted(signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE)),
    answer=[shaded],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - -
- - - - -
- - - -
- w - -
- - - -
- b - -
- - - -
- - - - -
- - - - -
- - - - -
- - - - -
- - - -
- - - -
- - - -
- - - -

5 5
x x x x x
- - - - x
x x x x x
- - - - x
x x x x x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nuriuzu", Dots("wb")),
)
