"""Shikaku: cut the grid into rectangles, each with exactly one number.

It is how many cells the rectangle has.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each rectangle around a number that fits."""
    made, rows = Puzzle("shikaku"), []
    for (row, col), size in grid.counts.items():
        for height in [height for height in range(1, size + 1) if size % height == 0]:
            for up, left in product(range(height), range(size // height)):
                spans = (
                    range(row - up, row - up + height),
                    range(col - left, col - left + size // height),
                )
                cells = tuple(product(*spans))
                if all(map(grid.has, cells)) and sum(cell in grid.counts for cell in cells) == 1:
                    rows.append({"number": (row, col), "cells": cells})
    rectangle = made.choices("rectangle", rows)
    made.exactly_one(rectangle, covering="cells", over=grid.cells)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each rectangle."""
    return {cell: str(k) for k, (_, cells) in enumerate(answer["rectangle"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[area_outlines],
    areas=True,
    example="""
4 4
1 6 - 1
1 - - -
2 - - -
- - 2 3

4 4
0 1 1 2
3 1 1 6
4 1 1 6
4 5 5 6
""",
    source="Nikoli; as pzprjs has it",
    link=Link("shikaku", Numbers()),
)
