"""The sudoku that is to be written for a page: a `Sudoku`, or a puzzle that comes to one."""

from __future__ import annotations

from ...errors import ModelError
from ...sudokus.grid_values import has_boxes
from ...sudokus.sudoku import Sudoku
from ..format import Problem, held
from ..sudoku.given_rows import size_of

__all__ = ["sudoku_for"]


def sudoku_for(problem: Problem, form: str, largest: int) -> Sudoku:
    """Return the sudoku. Raises ModelError for what is none, and for forbidden choices."""
    puzzle = problem
    if not isinstance(puzzle, Sudoku):
        size = size_of(problem)
        puzzle = held(problem, Sudoku(size=size if has_boxes(size) else 9), form)
    if puzzle.size > largest:
        raise ModelError(f"{form}: a sudoku of size {puzzle.size}, expected up to {largest}")
    if puzzle.forbidden_options:
        raise ModelError(f"{form}: {puzzle!r} has forbidden choices, expected givens alone")
    return puzzle
