"""Pieces that are placed apart: queens on a board, and Langford pairs in a row.

Queens that do not attack each other, n of them on a board of n x n.

A row and a column are primary items, the diagonals secondary ones, as in Knuth, The Art of Computer
Programming 4B, section 7.2.2.1. The number of solutions is OEIS A000170.

Langford pairs: two of each of the numbers 1 to n in a row, k numbers between the two k's.

There are solutions where n is 0 or 3 modulo 4, and only there (Davies 1959). A row and its reverse
are two solutions, so their number is twice OEIS A014552.
"""

from __future__ import annotations

from ....models.puzzle import Puzzle
from ..generator import Generator, Parameter

__all__ = ["GENERATORS"]


def _queens(n: int) -> Puzzle:
    puzzle = Puzzle(f"{n} queens")
    queen = puzzle.choices("queen", row=range(1, n + 1), col=range(1, n + 1))
    puzzle.exactly_one(queen, by="row", name="row")
    puzzle.exactly_one(queen, by="col", name="column")
    puzzle.at_most_one(queen, by=lambda row, col: row + col, name="rising")
    puzzle.at_most_one(queen, by=lambda row, col: row - col, name="falling")
    puzzle.drawn(queen, by=("row", "col"), show="Q", symbol="queen")
    return puzzle


QUEENS = (
    Generator(
        "queens",
        "n queens on a board of n x n, no two in a row, a column or a diagonal.",
        "Nauck 1850; OEIS A000170",
        {"n": Parameter(8, "queens, and rows and columns of the board", 1, 300)},
        "n",
        _queens,
    ),
)


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


LANGFORD = (
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

GENERATORS = (*QUEENS, *LANGFORD)
