"""Tile paint: each tile is painted as a whole, or not at all.

The numbers outside say how many cells are painted in the columns, in the first line, and in the
rows, in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import cells_by, outside
from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each tile that may be painted."""
    made = Puzzle("tile paint")
    tiles = cells_by(grid.block(skip=2)).values()
    paint = made.choices("paint", cells=[tuple(cells) for cells in tiles])
    counts = outside(grid)
    lines = lambda cells: [key for cell in cells for key in enumerate(cell) if key in counts]
    made.exactly(counts, paint, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the painted cells."""
    return {cell: "x" for (cells,) in answer["paint"] for cell in cells}
