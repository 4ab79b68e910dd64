"""Margin sudoku: a number outside of the grid is the sum of the three digits that stand next to it.

Apart from that it is a sudoku like any other, often without a given.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle, Sudoku

from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the sudoku, with a sum for each number outside."""
    lines = [[int(mark) if mark.isdecimal() else 0 for mark in grid.line(k)] for k in range(4, 13)]
    made = Sudoku(lines)
    made.name = "margin sudoku"
    sums = {(side, k): number for side in range(4) for k, number in grid.numbers(side).items()}

    def near(row: int, col: int, value: int) -> dict[tuple[int, int], int]:
        depths = {(0, col): row, (1, col): 8 - row, (2, row): col, (3, row): 8 - col}
        return {key: value for key, depth in depths.items() if depth < 3 and key in sums}

    made.sum_equals(sums, "digit", covering=near, name="margin")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the digits."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}
