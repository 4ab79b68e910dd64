"""Tents: beside each tree stands its own tent; no two tents touch, not even at a corner.

The numbers outside say how many tents there are in the columns, in the first line, and in the rows,
in the second. Where trees and tents stand in a ring, the same tents are two answers.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..cells import squares
from ..clues import Cells, Outside
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Marked, Numbers
from ..signs import ANY_NUMBERS, signs, symbol


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each tree and each cell beside it."""
    made, marks = Puzzle("tent"), grid.marks
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
    counts = grid.outside
    lines = lambda cell: [key for key in enumerate(cell) if key in counts]
    made.exactly(counts, tent, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the trees and the tents."""
    trees = {cell: mark for cell, mark in grid.marks.items() if mark == "x"}
    return trees | {cell: "o" for _, cell in answer["tent"]}


TREE = symbol("tree", "T", ("tents", 1), role="given")
TENT = symbol("tent", "A", ("tents", 2))


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top", ANY_NUMBERS), Outside("left", ANY_NUMBERS), Cells(signs=signs(x=TREE))],
    answer=[marked(o=TENT)],
    example="""
5 5
1 2 0 1 1
2 0 2 0 1
- - - - -
x - - x -
x - - - -
- - - - x
- - x - -

5 5
o - - o -
x - - x -
x o - - o
- - - - x
- o x - -
""",
    source="Leon Balmaekers, 1989; rules as in pzprjs",
    link=Link("tents", Numbers(("top", "left")), Marked()),
)
