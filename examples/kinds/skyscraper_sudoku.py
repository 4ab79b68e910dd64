"""Skyscraper sudoku: a number outside says how many digits exceed all before them on its line.

The lines are read from there; the numbers stand above, below, on the left and on the right.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle, Sudoku
from minuet.models.sudokus.constraints import Skyscraper

from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the sudoku with its clues."""
    lines = [[int(mark) if mark.isdecimal() else 0 for mark in grid.line(k)] for k in range(4, 13)]
    views = [
        Skyscraper(seen, grid.look(side, k))
        for number, side in enumerate("snew")
        for k, seen in grid.numbers(number).items()
    ]
    made = Sudoku(lines, constraints=views)
    made.name = "skyscraper sudoku"
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the digits."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}
