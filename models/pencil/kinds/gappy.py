"""Gappy: blacken two cells of each row and column, so that no two touch, not even at a corner.

A number beside a row or column says how many white cells lie between its two black ones.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells, Outside
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell."""
    made = Puzzle("gappy")
    black = made.choices("black", row=range(grid.rows), col=range(grid.cols))
    made.between(2, 2, black, by="row")
    made.between(2, 2, black, by="col")
    made.at_most_one(black, covering=lambda row, col: grid.corners((row, col)), name="touching")
    patterns = {
        (side, k): f"0*10{{{gap}}}10*"
        for side, part in (("s", "top"), ("e", "left"))
        for k, gap in grid.numbers(part).items()
    }
    lines = {seen: grid.look(*seen) for seen in patterns}
    made.regular(patterns, black, lines=lines, along=("row", "col"))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return dict.fromkeys(answer["black"], "x")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Cells(signs=Signs(), optional=True)],
    answer=[shaded],
    example="""
9 9
1 1 1 1 2 1 2 1 1
3 3 7 1 1 1 1 1 1

9 9
x - - - x - - - -
- - x - - - x - -
x - - - - - - - x
- - x - x - - - -
- - - - - - x - x
- x - x - - - - -
- - - - - x - x -
- x - x - - - - -
- - - - - x - x -
""",
    source="rules as in puzzlekit",
)
