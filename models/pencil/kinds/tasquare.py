"""Tasquare: blacken squares of any size, of which no two touch at a side.

The white cells hang together. A number, whose cell is white, says how many cells the squares have
that touch it at a side; beside a `?` there is at least one.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges, rectangle
from ..clues import Cells
from ..grid import BLANKS, Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import NUMBERS, UNKNOWN, Look, signs, sizes


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each square, and each cell that is white."""
    made, sizes = Puzzle("tasquare"), range(1, min(grid.rows, grid.cols) + 1)
    rows = [(rectangle(cell, size, size), size * size) for cell in grid.cells for size in sizes]
    fitting = [row for row in rows if all(grid.marks.get(cell) in BLANKS for cell in row[0])]
    white = made.choices("white", cell=grid.cells)
    square = made.choices("square", [{"cells": cells, "size": size} for cells, size in fitting])
    made.exactly_one([white, square], covering={white: lambda cell: [cell], square: "cells"})
    made.at_most_one(square, covering=lambda cells: {*edges(*cells)}, name="apart")
    made.connected(white, by="cell")
    made.at_least(1, square, name="any")
    known, unknown = grid.counts.keys(), grid.clues.keys() - grid.counts.keys()

    def beside(cells: tuple[Cell, ...]) -> set[Cell]:
        return {clue for cell in cells for clue in grid.beside(cell)}

    areas = lambda cells, size: dict.fromkeys(beside(cells) & known, size)
    made.sum_equals(grid.counts, square, covering=areas, name="number")
    made.at_least(1, square, covering=lambda cells: beside(cells) & unknown, over=unknown)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for cells, _ in answer["square"] for cell in cells}


UNKNOWN_IN_SQUARE = Look(UNKNOWN.draw, sizes("square", 1), text=UNKNOWN.text)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(**{"?": UNKNOWN_IN_SQUARE}))],
    answer=[shaded],
    example="""
5 5
- - 4 - -
- - - - -
1 - - - -
4 - - - -
- - - 5 -

5 5
- - - x x
x - - x x
- - - - -
- x x - -
- x x - x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("tasquare", Numbers()),
)
