"""LITS: put a tetromino, an L, I, T or S, into each region, so that all of them hang together.

They fill no block of 2x2 cells, and two of one shape do not lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterator

from minuet.models import Answer, Puzzle
from minuet.models.packings import Board, placements, polyominoes

from ...picture.picture import Cell as Ground
from ...picture.picture import Shape, Text
from ..cells import cells_by, squares, walls
from ..clues import Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a piece in its region."""
    made = Puzzle("lits")
    names = {cell: name for cell, name in grid.regions.items() if name != "@"}  # those are holes
    shapes = [piece for piece in polyominoes(4) if piece.name != "O"]
    rows = [
        {"name": name, "shape": shape, "cells": cells}
        for name, own in cells_by(names).items()
        for shape, cells in placements(Board.of(own), shapes)
    ]
    piece = made.choices("piece", rows)
    made.exactly_one(piece, by="name", over=set(names.values()))
    made.connected(piece, covering="cells", name="black")
    blocks = lambda cells: squares(grid.rows, grid.cols, *cells)
    made.at_most(3, piece, covering=blocks, name="block")
    touching = lambda shape, cells: [(shape, edge) for edge in walls(names, *cells)]
    made.at_most_one(piece, covering=touching, name="alike")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the shapes of the pieces, by cell."""
    return {cell: shape for _, shape, cells in answer["piece"] for cell in cells}


def lettered(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the marks as texts on shaded cells."""
    for cell, mark in solution.items():
        if mark != "-":
            yield Ground(cell, "shaded")
            yield Text(cell, mark, "answer")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Regions(holes=("@",))],
    answer=[lettered],
    example="""
5 5
1 1 2 2 2
1 2 2 2 2
1 2 2 3 3
4 3 3 3 3
4 4 4 4 3

5 5
L L T T T
L - - T -
L - - L L
- - - - L
I I I I L
""",
    source="Naoki Inaba, Nikoli (NuruOmino); rules as in pzprjs",
    link=Link("lits", Borders()),
)
