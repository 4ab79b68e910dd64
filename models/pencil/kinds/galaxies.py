"""Galaxies: cut the grid into regions, each with a mark in its middle, about which it is symmetric.

A mark is in the middle of a cell (0), of its right (1) or lower side (2), or at the corner between
those (3). A region looks the same when it is turned upside down, and its cells hang together.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each mark and each two cells opposite to each other."""
    made, rows = Puzzle("galaxies"), set()
    middles = {
        (2 * row + kind // 2, 2 * col + kind % 2) for (row, col), kind in grid.counts.items()
    }
    taken = {
        cell: [one for one in middles if max(abs(one[k] - 2 * cell[k]) for k in (0, 1)) < 2]
        for cell in grid.cells
    }
    for top, left in middles:
        for row, col in grid.cells:
            pair = tuple(sorted({(row, col), (top - row, left - col)}))
            if all(grid.has(cell) and taken[cell] in ([], [(top, left)]) for cell in pair):
                rows.add(((top, left), pair))
    part = made.choices(
        "part", [{"middle": middle, "cells": cells} for middle, cells in sorted(rows)]
    )
    made.exactly_one(part, covering="cells", over=grid.cells)
    made.connected(part, covering="cells", regions="middle")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the mark of each cell's region."""
    return {cell: f"{row}:{col}" for (row, col), cells in answer["part"] for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
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
    source="",
)
