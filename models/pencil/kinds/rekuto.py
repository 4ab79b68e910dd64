"""Rekuto: cut the grid into rectangles, each with exactly one number.

It is how many cells wide and high the rectangle is, together.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import apart, lone_rectangles
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each rectangle with one number that fits."""
    made, rows = Puzzle("rekuto"), []
    for cells, own in lone_rectangles(grid, grid.counts):
        if grid.counts[own] == apart(cells[0], cells[-1]) + 2:
            rows.append({"cells": cells})
    rectangle = made.choices("rectangle", rows)
    made.exactly_one(rectangle, covering="cells", over=grid.cells)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each rectangle."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["rectangle"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[area_outlines],
    areas=True,
    example="""
4 4
3 5 - -
- - - -
2 - - -
2 3 - 4

4 4
0 1 1 1
0 1 1 1
2 3 4 4
5 3 4 4
""",
    source="Naoki Inaba, janko.at; rules as in puzzlekit",
)
