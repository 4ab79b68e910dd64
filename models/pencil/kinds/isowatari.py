"""Isowatari: blacken groups of cells that hang together, each of as many cells as is said.

All white cells hang together and fill no block of 2x2 cells. A white circle is on a white cell, a
black one on a black cell; cells marked `x` are no part of the grid.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import apart, edges, squares
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Circles, HeadNumber, Link, OptionalBits
from ..signs import BLACK_CELL, BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the white cells, and for each black one the first cell of its group."""
    made, size, marks = Puzzle("isowatari"), int(grid.head[0]), grid.marks
    free = [cell for cell in grid.cells if marks[cell] != "x"]
    white = made.choices("white", cell=[cell for cell in free if marks[cell] != "b"])
    dark = [cell for cell in free if marks[cell] != "w"]
    near = lambda cell, first: first <= cell and apart(cell, first) < size
    black = made.choices("black", cell=dark, first=dark, where=near)
    made.exactly_one([white, black], by="cell")
    made.connected(white, by="cell")
    made.at_most(3, white, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="block")
    made.connected(black, by="cell", regions="first")
    made.agree({black: lambda cell, first: dict.fromkeys(edges(cell), first)}, name="apart")
    own = made.sum(black, by="first", where=lambda cell, first: cell == first)
    made.compare(made.sum(black, by="first"), "==", size * own)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for cell, _ in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE, x=BLACK_CELL))],
    head=["how many cells each group has"],
    vacant=lambda grid: [cell for cell, mark in grid.marks.items() if mark == "x"],
    answer=[shaded],
    example="""
4 4 2
- - - -
b - - w
- - - -
- - - b

4 4
- - x -
x - x -
x - - -
- - x x
""",
    source="rules as in pzprjs",
    link=Link("isowatari", HeadNumber(), Circles(), OptionalBits("x")),
)
