"""Stitches: sew each two regions that lie side by side together by one stitch over their border.

A cell has one end of a stitch at most. The numbers outside say how many ends there are in the
columns, in the first line, and in the rows, in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..cells import walls
from ..clues import Outside, Regions
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each edge between two regions."""
    made, names = Puzzle("stitches"), grid.marks
    stitch = made.choices("stitch", ends=sorted(set(walls(names, *grid.cells))))
    made.exactly_one(
        stitch, by=lambda ends: tuple(sorted(names[cell] for cell in ends)), name="pair"
    )
    made.at_most_one(stitch, covering="ends")
    counts = grid.outside
    lines = lambda ends: [key for cell in ends for key in enumerate(cell) if key in counts]
    made.exactly(counts, stitch, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return to which side the stitch of each cell goes."""
    marks: Marks = {}
    for ((first, other),) in answer["stitch"]:
        marks |= {first: "s", other: "n"} if first[0] < other[0] else {first: "e", other: "w"}
    return marks


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Regions("marks")],
    answer=[loop_lines],
    example="""
5 5
2 2 3 1 2
0 3 4 1 2
1 2 2 2 2
1 1 2 2 2
1 1 1 3 3
4 4 4 3 3
4 4 3 3 3

5 5
- - - - -
- e w - s
s - e w n
n - - - -
- e w - -
""",
    source="croco-puzzle.com; rules as in puzzlekit",
)
