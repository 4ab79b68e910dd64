"""Latin squares: each of the numbers 1 to n stands once in each row and column of n cells."""

from __future__ import annotations

from functools import lru_cache

from ..answer import Answer
from ..puzzle import Puzzle
from ..tables.table import Choices
from .grid import Grid, Marks

__all__ = ["fillings", "latin", "numbers"]


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


@lru_cache(maxsize=1000)
def fillings(sign: str, number: int, size: int, most: int) -> list[tuple[int, ...]]:
    """Return the tuples of so many numbers, 1 to `most`, of which a sign makes a number, in order.

    Without a sign any may make it.
    """
    values = range(1, most + 1)
    if not sign:
        return sorted(set().union(*(fillings(each, number, size, most) for each in "+*-/")))
    if sign in "+*":
        if size == 0:
            return [()] if number == (0 if sign == "+" else 1) else []
        left = {v: number - v if sign == "+" else number // v for v in values if v <= number}
        return [
            (value, *rest)
            for value, other in left.items()
            if sign == "+" or number % value == 0
            for rest in fillings(sign, other, size - 1, most)
        ]
    # The others make what the largest is too large by.
    high = [v for v in values if (v >= number if sign == "-" else number and v % number == 0)]
    others = [(v, v - number, "+") if sign == "-" else (v, v // number, "*") for v in high]
    return sorted(
        {
            (*rest[:place], largest, *rest[place:])
            for largest, other, by in others
            for rest in fillings(by, other, size - 1, most)
            for place in range(size)
        }
    )
