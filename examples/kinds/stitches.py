"""Stitches: sew each two regions that lie side by side together by one stitch over their border.

A cell has one end of a stitch at most. The numbers outside say how many ends there are in the
columns, in the first line, and in the rows, in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import outside, walls
from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each edge between two regions."""
    made, names = Puzzle("stitches"), grid.block(skip=2)
    stitch = made.choices("stitch", ends=sorted(set(walls(names, *grid.cells))))
    made.exactly_one(
        stitch, by=lambda ends: tuple(sorted(names[cell] for cell in ends)), name="pair"
    )
    made.at_most_one(stitch, covering="ends")
    counts = outside(grid)
    lines = lambda ends: [key for cell in ends for key in enumerate(cell) if key in counts]
    made.exactly(counts, stitch, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return to which side the stitch of each cell goes."""
    marks: Marks = {}
    for ((one, other),) in answer["stitch"]:
        marks |= {one: "s", other: "n"} if one[0] < other[0] else {one: "e", other: "w"}
    return marks
