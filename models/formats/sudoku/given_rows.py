"""A sudoku's givens as rows of numbers, which is how its texts have them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover
from ...sudokus.cells import spell_cell
from ...sudokus.sudoku import Sudoku
from ..format import Problem
from .grids import Grid

__all__ = ["given_rows", "line_of", "rows_of_options", "size_of"]

USUAL = 9


def size_of(problem: Problem) -> int:
    """Return the size of a sudoku; of another puzzle, the size of a sudoku of so many choices."""
    if isinstance(problem, Sudoku):
        return problem.size
    if isinstance(problem, ExactCover):
        return USUAL
    choices = sum(map(len, problem.tables))
    return next(size for size in count(1) if size**3 >= choices)


def given_rows(puzzle: Sudoku) -> Grid:
    """Return the givens; 0 for a blank. Raises ModelError for a cell that is given twice."""
    return rows_of_options(puzzle, puzzle.given_options)


def rows_of_options(puzzle: Sudoku, options: Iterable[int]) -> Grid:
    """Return the digits that are chosen; 0 for a blank. Raises ModelError for two in a cell."""
    rows: Grid = [[0] * puzzle.size for _ in range(puzzle.size)]
    for row, col, value in puzzle.read(options)[puzzle.digit]:
        if rows[row][col]:
            raise ModelError(f"{spell_cell((row, col))} is given twice, expected one digit a cell")
        rows[row][col] = value
    return rows


def line_of(rows: Grid) -> str:
    """Return rows of digits as one line, with dots for blanks."""
    return "".join(str(value) if value else "." for row in rows for value in row)
