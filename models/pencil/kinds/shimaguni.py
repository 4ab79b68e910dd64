"""Shimaguni: each region has one island of black cells, which hang together; islands do not touch.

A number says how large the island of its region is; those of regions side by side differ in size.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import tinted
from ..cells import cells_by, walls
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each black cell, and the size of each island."""
    made, names = Puzzle("shimaguni"), grid.regions
    rows = [
        {"name": name, "cells": k}
        for name, cells in cells_by(names).items()
        for k in range(1, len(cells) + 1)
        if k == grid.room_counts.get(name, k)
    ]
    size, black = made.choices("size", rows), made.choices("black", cell=grid.cells)
    made.exactly_one(size, by="name", over=set(names.values()))
    island = made.sum(black, by=lambda cell: names[cell])
    made.compare(island, "==", made.sum(size, by="name", weight="cells"), name="island")
    made.connected(black, by="cell", regions=lambda cell: names[cell])
    made.at_most_one(black, covering=lambda cell: walls(names, cell), name="apart")
    pairs = {tuple(sorted(names[cell] for cell in edge)) for edge in walls(names, *grid.cells)}
    near = lambda name, cells: [(pair, cells) for pair in pairs if name in pair]
    made.at_most_one(size, covering=near, name="sizes")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[tinted],
    example="""
4 4
1 - - -
- - - 3
- - - -
- - - -
1 1 2 3
1 1 2 3
4 3 3 3
4 4 3 3

4 4
x - x -
- - x -
x - - x
x - x x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("shimaguni", Borders(), RoomNumbers()),
)
