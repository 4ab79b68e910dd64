"""Shikaku: cut the grid into rectangles, each with exactly one number.

It is how many cells the rectangle has.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import prod

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import rectangle
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each rectangle around a number that fits."""
    made, rows = Puzzle("shikaku"), []
    sizes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for size in product(range(1, grid.rows + 1), range(1, grid.cols + 1)):
        sizes[str(prod(size))].append(size)
        sizes["?"].append(size)
    for (row, col), clue in grid.clues.items():
        for high, wide in sizes[clue]:
            tops = range(max(0, row - high + 1), min(row, grid.rows - high) + 1)
            lefts = range(max(0, col - wide + 1), min(col, grid.cols - wide) + 1)
            for top, left in product(tops, lefts):
                cells = rectangle((top, left), high, wide)
                if len(grid.clues.keys() & cells) == 1:
                    rows.append({"number": (row, col), "cells": cells})
    area = made.choices("rectangle", rows)
    made.exactly_one(area, covering="cells", over=grid.cells)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each rectangle."""
    return {cell: str(k) for k, (_, cells) in enumerate(answer["rectangle"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
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
