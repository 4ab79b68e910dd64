"""Latin squares: a square of n x n, every value once in each row and column.

All of them are OEIS A002860; those that are reduced, with the first row and column in order,
A000315.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....models.puzzle import Puzzle
from ..generator import Generator, Parameter

__all__ = ["GENERATORS", "latin_puzzle"]

Cell = tuple[int, int]


def latin_puzzle(n: int, name: str, given: Mapping[Cell, int] | None = None) -> Puzzle:
    """Return the puzzle of Latin squares with these values; cells and values count from 1."""
    puzzle = Puzzle(name)
    numbers = range(1, n + 1)
    digit = puzzle.choices("digit", row=numbers, col=numbers, value=numbers)
    puzzle.exactly_one(digit, by=("row", "col"), name="cell")
    puzzle.exactly_one(digit, by=("row", "value"), name="row")
    puzzle.exactly_one(digit, by=("col", "value"), name="column")
    puzzle.drawn(digit, by=("row", "col"), show="value")
    for (row, col), value in (given or {}).items():
        puzzle.given(digit, row=row, col=col, value=value)
    return puzzle


def _latin(n: int, reduced: bool) -> Puzzle:
    first = {(1, k): k for k in range(1, n + 1)} | {(k, 1): k for k in range(2, n + 1)}
    kind = "reduced Latin squares" if reduced else "Latin squares"
    return latin_puzzle(n, f"{kind} of order {n}", first if reduced else None)


GENERATORS = (
    Generator(
        "latin-squares",
        "A square of n x n that holds every value once in each row and column; where it is "
        "reduced, the first row and column are in order.",
        "Euler 1782; OEIS A002860, reduced A000315",
        {
            "n": Parameter(5, "rows, columns and values", 1, 100),
            "reduced": Parameter(True, "whether the first row and column are given in order"),
        },
        "n",
        _latin,
    ),
)
