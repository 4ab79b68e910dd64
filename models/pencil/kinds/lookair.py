"""Look-air: blacken cells so that the black ones make up squares, none beside another.

No two squares of one size see each other along a row or column across white cells. A number says
how many of its cell and the four beside it are black.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations, product
from typing import Any

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges, rectangle
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Digits, Link
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the places of black squares, and the white cells."""
    made, most, keys = Puzzle("lookair"), dict[Any, int](), defaultdict[Any, list[Any]](list)
    blocks = (rectangle(cell, n, n) for cell in grid.cells for n in range(1, grid.rows + 1))
    square = made.choices("square", cells=[cells for cells in blocks if grid.has(cells[-1])])
    white = made.choices("white", cell=grid.cells)
    made.exactly_one([square, white], covering={square: "cells", white: lambda cell: [cell]})
    made.at_most_one(square, covering=lambda cells: set(edges(*cells)), name="apart")
    near = lambda cells: [
        item for cell in cells for item in (cell, *grid.beside(cell)) if item in grid.counts
    ]
    made.exactly(grid.counts, square, covering=near)
    for ((item,), (other,)), k in product(permutations(square.rows, 2), (0, 1)):
        gap = range(item[-1][k] + 1, other[0][k]) if len(item) == len(other) else ()
        first, last = max(item[0][1 - k], other[0][1 - k]), min(item[-1][1 - k], other[-1][1 - k])
        for key in ((item, other, lane, k) for lane in range(first, last + 1) if gap):
            most[key] = len(gap) + 1
            for own in item, other, *((key[2], g) if k else (g, key[2]) for g in gap):
                keys[own].append(key)
    seen = {square: lambda cells: keys[cells], white: lambda cell: keys[cell]}
    made.at_most(most, [square, white], covering=seen, name="sight")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cells,) in answer["square"] for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
4 4
- - - -
- - - 4
1 - - -
- - ? -

4 4
- x x x
- x x x
- x x x
- - - -
""",
    source="rules as in pzprjs",
    link=Link("lookair", Digits()),
)
