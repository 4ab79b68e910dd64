"""Tents: beside each tree stands its own tent; no two tents touch, not even at a corner.

The numbers outside say how many tents there are in the columns, in the first line, and in the rows,
in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import outside, squares
from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each tree and each cell beside it."""
    made, marks = Puzzle("tent"), grid.block(skip=2)
    trees = [cell for cell in grid.cells if marks[cell] == "x"]
    rows = [
        {"tree": tree, "cell": cell}
        for tree in trees
        for cell in grid.beside(tree)
        if marks[cell] != "x"
    ]
    tent = made.choices("tent", rows)
    made.exactly_one(tent, by="tree", over=trees)
    made.at_most_one(tent, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="apart")
    counts = outside(grid)
    lines = lambda cell: [key for key in enumerate(cell) if key in counts]
    made.exactly(counts, tent, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the trees and the tents."""
    trees = {cell: mark for cell, mark in grid.block(skip=2).items() if mark == "x"}
    return trees | {cell: "o" for _, cell in answer["tent"]}
