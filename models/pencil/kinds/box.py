"""Box: blacken cells; the numbers beside the grid are sums of the black cells in their line.

In a column, the black cell in the first row counts 1, that in the second 2, and so on; in a row
they count 1, 2 ... from left to right.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Outside
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import BoxNumbers, Link


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may be black."""
    made = Puzzle("box")
    black = made.choices("black", cell=grid.cells)
    for side, k in ("top", 1), ("left", 0):
        sums = grid.numbers(side)
        line = lambda cell, sums=sums, k=k: cell[k] if cell[k] in sums else None
        made.sum_equals(sums, black, by=line, weight=lambda cell, k=k: cell[1 - k] + 1)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left")],
    answer=[shaded],
    example="""
4 4
8 6 9 8
7 5 10 8

4 4
x x - x
- x x -
x x x x
x - x x
""",
    source="rules as in pzprjs",
    link=Link("box", BoxNumbers()),
)
