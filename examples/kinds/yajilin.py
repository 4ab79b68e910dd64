"""Yajilin: blacken some cells, no two side by side, and draw one loop through all the others.

A number with an arrow says how many cells are black as one looks along it; neither the loop nor a
black cell is where one stands.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import edges
from ..grid import SIDES, Grid, Marks
from ..passages import loop, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; what it leaves out is black."""
    made, clues = Puzzle("yajilin"), grid.clues
    way = loop(made, grid, barred=clues)
    seen = {cell: grid.ray(cell, clue[-1]) for cell, clue in clues.items() if clue[-1] in SIDES}
    black = {cell: [one for one in seen if cell in seen[one]] for cell in grid.cells}
    counts = {cell: int(clues[cell][:-1]) for cell in seen}
    looking = lambda cell, sides: () if sides or cell in clues else black[cell]
    made.exactly(counts, way, covering=looking, name="number")
    beside = lambda cell, sides: () if sides or cell in clues else edges(cell)
    made.at_most_one(way, covering=beside, name="beside")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop and the black cells."""
    black = {cell: "x" for cell in grid.cells if cell not in grid.clues}
    return black | sides_of(grid, answer)
