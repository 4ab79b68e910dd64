"""Nawabari: cut the grid into rectangles, each with exactly one number or `?`.

A number says how many of the four sides of its cell are sides of rectangles; the rim is one. Cells
with an `x` are no part of the board.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import lone_rectangles
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Digits, Link
from ..signs import ANY_NUMBERS, HOLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each rectangle with one number that fits."""
    made, rows = Puzzle("nawabari"), []
    board = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    for cells, (row, col) in lone_rectangles(grid, grid.clues):
        (top, left), (end, stop) = cells[0], cells[-1]
        sides = (row == top) + (row == end) + (col == left) + (col == stop)
        if grid.marks[row, col] != "x" and sides == grid.counts.get((row, col), sides):
            rows.append({"cells": cells})
    rectangle = made.choices("rectangle", rows)
    made.exactly_one(rectangle, covering="cells", over=board)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each rectangle."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["rectangle"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS | signs(x=HOLE))],
    answer=[area_outlines],
    areas=True,
    example="""
4 4
- 2 - -
- - - 2
- - - -
- 2 2 -

4 4
0 0 1 1
0 0 1 1
2 2 3 3
2 2 3 3
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nawabari", Digits(names={NO_NUMBER: "?", 7: "x"})),
)
