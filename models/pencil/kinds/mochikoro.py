"""Mochikoro: blacken cells so that the white ones make up rectangles, none beside another.

A number says how many cells its rectangle has; a rectangle has one number at most. All white cells
hang together, at corners too. Black cells fill no block of 2x2 cells.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges, rectangle, squares
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the black cells and the places of white rectangles."""
    made, spans = Puzzle("mochikoro"), (range(1, grid.rows + 1), range(1, grid.cols + 1))
    black = made.choices("black", cell=[cell for cell in grid.cells if cell not in grid.clues])
    blocks = (rectangle(cell, *size) for cell, *size in product(grid.cells, *spans))

    def fits(cells: tuple[Cell, ...]) -> bool:
        own = [grid.counts.get(cell, len(cells)) for cell in cells if cell in grid.clues]
        return grid.has(cells[-1]) and own in ([], [len(cells)])

    block = made.choices("block", cells=blocks, where=fits)
    own = lambda cell: [cell]
    made.exactly_one([block, black], covering={block: "cells", black: own}, over=grid.cells)
    made.at_most_one(block, covering=lambda cells: set(edges(*cells)), name="apart")
    made.at_most(3, black, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="square")
    near = [(cell, other) for cell in grid.cells for other in grid.around(cell) if cell < other]
    made.connected(block, covering="cells", along=near)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
4 4
- - - -
2 - - -
- - - -
1 - - 1

4 4
- x - x
- x x -
x - - x
- x x -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("mochikoro", Numbers()),
)
