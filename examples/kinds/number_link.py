"""Numberlink: join each two equal numbers by a way from cell to cell, so that all cells are passed.

Ways meet nowhere, and do not branch.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import cells_by, edges
from ..grid import Grid, Marks
from ..passages import joined


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each step between two cells and each number."""
    made, pairs = Puzzle("number link"), cells_by(grid.counts)
    both = {number: (cells[0], cells[-1]) for number, cells in pairs.items()}
    steps = [edge for edge in sorted(set(edges(*grid.cells))) if all(map(grid.has, edge))]
    fits = lambda ends, number: all(grid.counts.get(cell, number) == number for cell in ends)
    step = made.choices("step", ends=steps, number=list(pairs), where=fits)
    degrees = {cell: 1 if cell in grid.counts else 2 for cell in grid.cells}
    made.exactly(degrees, step, covering="ends", name="cell")
    made.agree({step: lambda ends, number: dict.fromkeys(ends, number)}, name="number")
    made.path(step, by="ends", regions="number", ends=both)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return to which sides each cell is left."""
    return joined(ends for ends, _ in answer["step"])
