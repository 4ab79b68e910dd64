"""Nonogram: the numbers of a row or column are the lengths of its runs of black cells.

They stand in the order of the runs, between which at least one cell stays white.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Lists
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, ListNumbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may be black."""
    made = Puzzle("nonogram")
    black = made.choices("black", row=range(grid.rows), col=range(grid.cols))
    cols = {col: pattern(grid.parts["top lists"][col]) for col in range(grid.cols)}
    rows = {row: pattern(grid.parts["left lists"][row]) for row in range(grid.rows)}
    made.regular(cols, black, by="col", along="row")
    made.regular(rows, black, by="row", along="col")
    return made


def pattern(runs: tuple[str, ...]) -> str:
    """Return the regular expression of a line."""
    return (
        "0*"
        + "0+".join("1+" if run == "?" else f"1{{{run}}}" for run in runs if run not in ("-", "0"))
        + "0*"
    )


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return dict.fromkeys(answer["black"], "x")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Lists("top lists", ANY_NUMBERS), Lists("left lists", ANY_NUMBERS)],
    answer=[shaded],
    example="""
5 5
4
1 2
5
3
1 3
3 1
1 2
1 3
5
2 1

5 5
x x x - x
x - x x -
x - x x x
x x x x x
- x x - x
""",
    source="Non Ishida and Tetsuya Nishio, 1987; rules as in pzprjs",
    link=Link("nonogram", ListNumbers()),
)
