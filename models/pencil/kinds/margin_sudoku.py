"""Margin sudoku: a number outside of the grid is the sum of the three digits that stand next to it.

Apart from that it is a sudoku like any other, often without a given.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle, Sudoku

from ..answers import written
from ..clues import Outside, SudokuCells
from ..grid import LOOKING, Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the sudoku, with a sum for each number outside."""
    lines = [[grid.counts.get((row, col), 0) for col in range(9)] for row in range(9)]
    made = Sudoku(lines)
    made.name = "margin sudoku"
    sums = {
        (side, k): number
        for side, part in enumerate(LOOKING.values())
        for k, number in grid.numbers(part).items()
    }

    def near(row: int, col: int, value: int) -> dict[tuple[int, int], int]:
        depths = {(0, col): row, (1, col): 8 - row, (2, row): col, (3, row): 8 - col}
        return {key: value for key, depth in depths.items() if depth < 3 and key in sums}

    made.sum_equals(sums, "digit", covering=near, name="margin")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the digits."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("bottom"), Outside("left"), Outside("right"), SudokuCells()],
    answer=[written],
    example="""
9 9
20 18 7 18 20 7 7 18 20
7 20 18 20 7 18 18 20 7
9 18 18 12 17 16 13 19 13
18 18 9 17 16 12 19 13 13
- - - - 6 - 2 7 -
- - - - - - - - 6
6 - 4 - - - - - 5
- 4 - - - - 9 - -
- - - - - 5 6 - -
8 - - - - - - - -
- - - - 4 - - - -
- 9 - - 1 - - - -
- - 3 9 2 - 7 - 1

9 9
5 3 1 8 6 4 2 7 9
9 7 2 3 5 1 4 8 6
6 8 4 7 9 2 1 3 5
3 4 5 2 8 6 9 1 7
7 1 9 4 3 5 6 2 8
8 2 6 1 7 9 5 4 3
1 5 7 6 4 3 8 9 2
2 9 8 5 1 7 3 6 4
4 6 3 9 2 8 7 5 1
""",
    source="rules as in puzzlekit (frame sudoku)",
)
