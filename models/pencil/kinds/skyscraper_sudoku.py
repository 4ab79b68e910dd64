"""Skyscraper sudoku: a number outside says how many digits exceed all before them on its line.

The lines are read from there; the numbers stand above, below, on the left and on the right.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle, Sudoku
from minuet.models.sudokus.constraints import Skyscraper

from ...errors import ModelError
from ..answers import written
from ..clues import Outside, SudokuCells
from ..grid import LOOKING, Draft, Grid, Marks
from ..kind import Kind
from ..of_sudokus import OfSudoku, put_views
from ..signs import POSITIVE


def puzzle(grid: Grid) -> Puzzle:
    """Return the sudoku with its clues."""
    lines = [[grid.counts.get((row, col), 0) for col in range(9)] for row in range(9)]
    views = [
        Skyscraper(seen, grid.look(side, k))
        for side, part in LOOKING.items()
        for k, seen in grid.numbers(part).items()
    ]
    made = Sudoku(lines, constraints=views)
    made.name = "skyscraper sudoku"
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the digits."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}


def fill(sudoku: Sudoku, draft: Draft) -> None:
    """Put the numbers beside the grid. Raises ModelError for a sudoku of another size than 9."""
    if sudoku.size != 9:
        raise ModelError(f"a sudoku of size {sudoku.size}, expected 9")
    put_views(sudoku, draft)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[*(Outside(side, POSITIVE) for side in LOOKING.values()), SudokuCells()],
    answer=[written],
    example="""
9 9
2 4 5 2 2 3 3 3 1
3 2 3 1 5 2 3 3 4
3 1 3 5 2 2 5 2 3
1 3 2 2 2 4 2 5 5
- - - - 6 - 2 7 -
- - - - - - - - 6
6 - 4 7 - 2 - - 5
- 4 5 - - - 9 - -
- 1 - - - 5 6 2 -
8 - 6 - - - - - 3
- - - - 4 3 - - -
- 9 - 5 1 - - - -
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
    source="contests; rules as in puzzlekit",
    of_sudoku=OfSudoku(fill, (Skyscraper,), boxes=True),
)
