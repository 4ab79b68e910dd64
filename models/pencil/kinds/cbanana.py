"""Choco banana: blacken cells so that the black ones that hang together make up rectangles.

White cells that hang together never are a rectangle. A number says how many cells the area of its
cell has, whether black or white.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges, rectangle
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..reach import joined_to_clues
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the white cells, the black rectangles, and what white numbers reach."""
    made, counts = Puzzle("cbanana"), grid.counts
    spans = range(1, grid.rows + 1), range(1, grid.cols + 1)
    blocks = [rectangle(cell, *size) for cell, *size in product(grid.cells, *spans)]
    blocks = [cells for cells in blocks if grid.has(cells[-1])]
    white = made.choices("white", cell=grid.cells)
    fits = lambda cells: all(counts.get(cell, len(cells)) == len(cells) for cell in cells)
    black = made.choices("black", cells=blocks, where=fits)
    made.exactly_one([black, white], covering={black: "cells", white: lambda cell: [cell]})
    made.at_most_one(black, covering=lambda cells: set(edges(*cells)), name="apart")
    for cells in blocks:
        around = {cell for edge in edges(*cells) for cell in edge if grid.has(cell)} - {*cells}
        made.any_of(*(~white.where(cell=c) for c in cells), *(white.where(cell=c) for c in around))
    reach = joined_to_clues(made, grid, white, counts)
    own = made.sum(reach, by="clue", where=lambda clue, cell: clue == cell)
    made.compare(own, "==", made.sum(white, by=lambda cell: cell if cell in counts else None))
    size = lambda clue, cell: counts[clue] if clue == cell else 0
    made.compare(made.sum(reach, by="clue"), "==", made.sum(reach, by="clue", weight=size))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cells,) in answer["black"] for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
4 4
- - ? -
- - - -
- 6 2 -
2 - 6 -

4 4
- x - -
- - x -
x - x -
x - - x
""",
    source="rules as in pzprjs",
    link=Link("cbanana", Numbers()),
)
