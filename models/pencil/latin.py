"""Latin squares: each of the numbers 1 to n stands once in each row and column of n cells."""

from __future__ import annotations

from ..answer import Answer
from ..puzzle import Puzzle
from ..tables.table import Choices
from .grid import Grid, Marks

__all__ = ["latin", "numbers"]


def latin(name: str, grid: Grid, *, given: bool = True) -> tuple[Puzzle, Choices]:
    """Return the puzzle of a Latin square and its table `digit`: row, col and value.

    given  whether the clues of the grid that are numbers are givens
    """
    made, size = Puzzle(name), grid.rows
    digit = made.choices("digit", row=range(size), col=range(size), value=range(1, size + 1))
    for by in ("row", "col"), ("row", "value"), ("col", "value"):
        made.exactly_one(digit, by=by)
    for (row, col), value in grid.counts.items() if given else ():
        made.given(digit, row=row, col=col, value=value)
    return made, digit


def numbers(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers of an answer with a table `digit` of rows, columns and values."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}
