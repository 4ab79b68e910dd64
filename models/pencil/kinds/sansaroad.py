"""Sansa road: blacken cells, so that the white ones form roads one cell wide.

The white cells hang together. Each triangle is a white cell with three white neighbors; every other
white cell has two. No block of 2x2 cells is white. Of the cells that a black circle touches most
are black, at a white one most are white, and at a gray one as many are black as are white.
"""

from __future__ import annotations

from itertools import combinations

from minuet.models import Answer, Puzzle

from ...picture.picture import Text
from ..answers import shaded
from ..cells import majorities, squares
from ..clues import Cells, dotted
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import DotPairs, Link
from ..passages import beyond
from ..signs import BLACK_CIRCLE, SHADES, WHITE_CIRCLE, Look, signs, sizes


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each white cell on which sides its neighbors are white."""
    made, triangles = Puzzle("sansaroad"), [cell for cell in grid.clues if grid.clues[cell] == "t"]
    subsets = ["".join(sides) for k in (2, 3) for sides in combinations(SIDES, k)]
    fits = lambda cell, sides: (
        len(sides) == 2 + (cell in triangles)
        and all(grid.has(beyond(cell, side)) for side in sides)
    )
    white = made.choices("white", cell=grid.cells, sides=subsets, where=fits)
    black = made.choices("black", cell=[cell for cell in grid.cells if cell not in triangles])
    made.exactly_one([white, black], by="cell", over=grid.cells)

    def open_around(cell: Cell, sides: str) -> dict[Cell, bool]:
        return {cell: True} | {beyond(cell, side): side in sides for side in SIDES}

    made.agree({white: open_around, black: lambda cell: {cell: False}})
    made.connected(white, by="cell", name="together")
    made.at_least(1, black, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="block")
    bounds = majorities(grid)
    made.between(bounds, black, covering=lambda cell: bounds.keys() & grid.dots_at(cell))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


TRIANGLE = Look(lambda place: [Text(place, "▽", "given")], sizes("tridown", 1))


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(t=TRIANGLE, w=WHITE_CIRCLE, b=BLACK_CIRCLE)), *dotted(SHADES)[1:]],
    answer=[shaded],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - -
- - - - -
- - - w
- - - -
- - - -
- - - -
- - - -
- - - - -
- - - - -
- - - - -
- - - - -
- - - -
- - w -
- - - -
- - - -

5 5
x x - - -
x x - x -
x x - - -
x x x x x
x x x x x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("sansaroad", DotPairs(center="t")),
)
