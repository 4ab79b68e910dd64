"""Langford pairs: two of each of the numbers 1 to n in a row, k numbers between the two k's.

There are solutions where n is 0 or 3 modulo 4, and only there (Davies 1959). A row and its reverse
are two solutions, so their number is twice OEIS A014552.
"""

from __future__ import annotations

from ....models.puzzle import Puzzle
from ..generator import Generator, Parameter

__all__ = ["GENERATORS"]


def _langford(n: int) -> Puzzle:
    puzzle = Puzzle(f"Langford pairs of {n}")
    pair = puzzle.choices(
        "pair",
        number=range(1, n + 1),
        place=range(1, 2 * n + 1),
        where=lambda number, place: place + number + 1 <= 2 * n,
    )
    puzzle.exactly_one(pair, by="number", over=range(1, n + 1), name="number")
    puzzle.exactly_one(
        pair,
        covering=lambda number, place: (place, place + number + 1),
        over=range(1, 2 * n + 1),
        name="place",
    )
    puzzle.drawn(
        pair,
        covering=lambda number, place: ((1, place), (1, place + number + 1)),
        show="number",
    )
    return puzzle


GENERATORS = (
    Generator(
        "langford",
        "Two of each of the numbers 1 to n in a row, k numbers between the two k's; a row and its "
        "reverse are two solutions. There are none where n is 1 or 2 modulo 4.",
        "Langford 1958; twice OEIS A014552",
        {"n": Parameter(8, "numbers", 1, 300)},
        "n",
        _langford,
    ),
)
