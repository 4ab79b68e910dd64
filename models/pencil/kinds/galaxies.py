"""Galaxies: cut the grid into regions, each with a mark in its middle, about which it is symmetric.

A mark is in the middle of a cell (0), of its right (1) or lower side (2), or at the corner between
those (3); it is black with a `b`. A region looks the same when it is turned upside down, and its
cells hang together. Holes, `x`, belong to none.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..clues import DotCells
from ..grid import DOTTED, Grid, Marks
from ..kind import Kind
from ..link_codes import DotMarks, Link, OptionalBits
from ..signs import BLACK_CELL, DOTS, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each mark and each two cells opposite to each other."""
    made, rows = Puzzle("galaxies"), set()
    at = {cell: int(mark[0]) for cell, mark in grid.clues.items() if mark != "x"}
    middles = {(2 * row + k // 2, 2 * col + k % 2) for (row, col), k in at.items()}
    free = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    near = list(product((-1, 0, 1), repeat=2))
    taken = {
        (row, col): {(2 * row + down, 2 * col + right) for down, right in near} & middles
        for row, col in free
    }
    alone = [cell for cell in free if not taken[cell]]
    for top, left in middles:
        own = {*alone, *(cell for cell in free if taken[cell] == {(top, left)})}
        for cell in own:
            other = top - cell[0], left - cell[1]
            if cell <= other and other in own:
                rows.add(((top, left), (cell, other) if cell < other else (cell,)))
    part = made.choices(
        "part", [{"middle": middle, "cells": cells} for middle, cells in sorted(rows)]
    )
    made.exactly_one(part, covering="cells", over=free)
    made.connected(part, covering="cells", regions="middle")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the mark of each cell's region."""
    return {cell: f"{row}:{col}" for (row, col), cells in answer["part"] for cell in cells}


_PLACES = {2 * down + right: (down, right) for down, right in DOTTED.values()}
MARKS = {f"{k}{b}": {place: b or "w"} for k, place in _PLACES.items() for b in ("", "b")}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[DotCells(signs=DOTS | signs(x=BLACK_CELL), dots=MARKS | {"x": {(0, 0): "x"}})],
    answer=[area_outlines],
    areas=True,
    example="""
4 4
- 3 - -
- - - -
- 3 - -
- - - -

4 4
1:3 1:3 1:3 1:3
1:3 1:3 1:3 1:3
5:3 5:3 5:3 5:3
5:3 5:3 5:3 5:3
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("tentaisho", DotMarks(marks=MARKS), OptionalBits("x")),
)
