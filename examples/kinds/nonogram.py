"""Nonogram: the numbers of a row or column are the lengths of its runs of black cells.

They stand in the order of the runs, between which at least one cell stays white.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may be black."""
    made = Puzzle("nonogram")
    black = made.choices("black", row=range(grid.rows), col=range(grid.cols))
    cols = {col: pattern(grid.line(col)) for col in range(grid.cols)}
    rows = {row: pattern(grid.line(grid.cols + row)) for row in range(grid.rows)}
    made.regular(cols, black, by="col", along="row")
    made.regular(rows, black, by="row", along="col")
    return made


def pattern(runs: tuple[str, ...]) -> str:
    """Return the regular expression of a line."""
    return "0*" + "0+".join(f"1{{{run}}}" for run in runs if run not in ("-", "0")) + "0*"


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return dict.fromkeys(answer["black"], "x")
