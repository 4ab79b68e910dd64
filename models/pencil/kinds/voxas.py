"""Voxas: cut the grid into rectangles of one row or column, of two or three cells each.

At a white circle lie two of equal length and direction, at a black one two that differ in both, and
at a gray one two that differ in one of them. Some borders are given.
"""

from __future__ import annotations

from itertools import pairwise, product
from operator import eq

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import rectangle
from ..clues import Walls
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers
from ..signs import BLACK_CIRCLE, GRAY_CIRCLE, WHITE_CIRCLE, signs

PARTS = ("right sides", "lower sides")
CIRCLES = signs(b=BLACK_CIRCLE, g=GRAY_CIRCLE, w=WHITE_CIRCLE)


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each rectangle, by its upper left cell."""
    made = Puzzle("voxas")
    rows = [
        {"cells": cells, "shape": (high > wide, len(cells))}
        for high, wide in ((1, 2), (1, 3), (2, 1), (3, 1))
        for cells in (rectangle(corner, high, wide) for corner in grid.cells)
        if all(map(grid.has, cells)) and not any(pair in grid.between for pair in pairwise(cells))
    ]
    part = made.choices("part", rows)
    made.exactly_one(part, covering="cells", over=grid.cells)
    alike = {ends: "bgw".index(sign) for ends, sign in grid.between.items() if sign != "1"}
    shapes = list(product((False, True), (2, 3)))
    fits = lambda ends, first, other: alike[ends] == sum(map(eq, first, other))
    circle = made.choices("circle", ends=list(alike), first=shapes, other=shapes, where=fits)
    made.exactly_one(circle, by="ends")
    at_ends = lambda ends, first, other: dict(zip(ends, (first, other), strict=True))
    made.agree({part: lambda cells, shape: dict.fromkeys(cells, shape), circle: at_ends})
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each rectangle."""
    return {cell: str(k) for k, (cells, _) in enumerate(answer["part"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Walls(part, CIRCLES) for part in PARTS],
    answer=[area_outlines],
    areas=True,
    example="""
4 5
- - - -
- - - -
- - - -
- - - -
b - 1 b -
- - - - -
- - w 1 -

4 5
0 0 5 5 5
8 1 1 6 7
8 2 2 6 7
8 3 3 4 4
""",
    source="Rosander; rules as in pzprjs",
    link=Link("voxas", SmallNumbers(PARTS, {0: "1", 1: "b", 2: "g", 3: "w"})),
)
