"""Suguru: the n cells of a region have the numbers 1 to n.

Equal numbers do not touch, not even at a corner.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import cells_by, squares
from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell; no block of 2x2 cells has one twice."""
    made, names = Puzzle("suguru"), grid.regions
    sizes = {name: len(cells) for name, cells in cells_by(names).items()}
    fits = lambda cell, value: value <= sizes[names[cell]] and value == grid.counts.get(cell, value)
    number = made.choices(
        "number", cell=grid.cells, value=range(1, max(sizes.values()) + 1), where=fits
    )
    made.exactly_one(number, by="cell", over=grid.cells)
    made.exactly_one(number, by=lambda cell, value: (names[cell], value), name="region")
    blocks = lambda cell, value: [(block, value) for block in squares(grid.rows, grid.cols, cell)]
    made.at_most_one(number, covering=blocks, name="touching")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}
