"""Tatamibari: cut the grid into rectangles, each with one sign: h, v, s or ?.

With h it is wider than high, with v higher than wide, with s a square; with ? it
may have any sides. Nowhere do four of them meet in a point.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import lone_rectangles, strip_corners
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, Numbers
from ..signs import UNKNOWN, looks_like, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each rectangle with one sign that fits."""
    made, rows = Puzzle("tatamibari"), []
    for cells, own in lone_rectangles(grid, grid.clues):
        (top, left), (end, stop) = cells[0], cells[-1]
        wide = stop - left - end + top
        if grid.clues[own] in ("s" if wide == 0 else "h" if wide > 0 else "v", "?"):
            rows.append({"cells": cells, "corners": tuple(strip_corners(cells))})
    rectangle = made.choices("rectangle", rows)
    made.exactly_one(rectangle, covering="cells", over=grid.cells)
    made.at_most(3, rectangle, covering="corners")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each rectangle."""
    return {cell: str(k) for k, (cells, _) in enumerate(answer["rectangle"]) for cell in cells}


BARS = signs(
    h=looks_like("−", ("line", 1), spelled=("-", "−")),
    v=looks_like("|", ("line", 2)),
    s=looks_like("+", ("line", 5)),
    **{"?": UNKNOWN},
)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=BARS)],
    answer=[area_outlines],
    areas=True,
    example="""
4 4
s v - s
s - - -
v - - -
- - h v

4 4
0 1 1 2
3 1 1 4
5 1 1 4
5 6 6 4
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("tatamibari", Numbers(names={1: "v", 2: "h", 3: "s", NO_NUMBER: "?"})),
)
