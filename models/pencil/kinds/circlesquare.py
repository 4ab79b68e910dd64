"""Circles and squares: blacken cells so that the white ones make up squares, none beside another.

All black cells hang together and fill no block of 2x2 cells. A white circle is on a white cell, a
black one on a black cell.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges, rectangle, squares
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Circles, Link
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the black cells and the places of white squares."""
    made = Puzzle("circlesquare")
    black = made.choices("black", cell=[c for c in grid.cells if grid.marks[c] != "w"])
    blocks = (rectangle(cell, n, n) for cell in grid.cells for n in range(1, grid.rows + 1))
    free = {cell for cell, mark in grid.marks.items() if mark != "b"}
    square = made.choices("square", cells=[cells for cells in blocks if free.issuperset(cells)])
    made.exactly_one([square, black], covering={square: "cells", black: lambda cell: [cell]})
    made.at_most_one(square, covering=lambda cells: set(edges(*cells)), name="apart")
    made.connected(black, by="cell")
    made.at_most(3, black, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="block")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE))],
    answer=[shaded],
    example="""
5 5
- - - - -
- - - - -
- - - - b
- w w w -
- - - - w

5 5
x x x x x
x - - - x
x - - - x
x - - - x
x x x x -
""",
    source="rules as in pzprjs",
    link=Link("circlesquare", Circles()),
)
