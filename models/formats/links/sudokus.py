"""The sudoku that is to be written for a page: a `Sudoku`, or a puzzle that comes to one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import ModelError
from ...sudokus.constraints import Constraint
from ...sudokus.grid_values import has_boxes
from ...sudokus.sudoku import Sudoku
from ..format import Problem, held
from ..likeness import same_cover
from ..sudoku.given_rows import size_of

__all__ = ["rebuilt", "sudoku_for"]


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


def rebuilt(puzzle: Sudoku, order: Callable[[Constraint], int]) -> Sudoku | None:
    """Return a blank sudoku of the same regions and constraints, these in that order.

    Lines and cages make choices of their own, whose order in the matrix is theirs. None where the
    puzzle has rules or costs beside them.
    """
    shape: dict[str, Any] = {"box": puzzle.box}
    if puzzle.box is None:
        labels = {cell: str(k) for k, box in enumerate(puzzle.grid_shape.boxes) for cell in box}
        lines = range(puzzle.size)
        shape = {"regions": [[labels[row, col] for col in lines] for row in lines]}
    shape["extra"] = [house for houses in puzzle.further_houses.values() for house in houses]
    same = Sudoku(size=puzzle.size, constraints=puzzle.constraints, **shape)
    if not same_cover(same.matrix, puzzle.matrix):
        return None
    # One about the whole grid says no more when it is said again.
    once = [
        one for k, one in enumerate(puzzle.constraints)
        if not one.whole or one not in puzzle.constraints[:k]
    ]  # fmt: skip
    ordered = sorted(once, key=order)
    return Sudoku(size=puzzle.size, constraints=ordered, **shape)
