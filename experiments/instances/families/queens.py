"""Queens that do not attack each other, n of them on a board of n x n.

A row and a column are primary items, the diagonals secondary ones, as in Knuth, The Art of Computer
Programming 4B, section 7.2.2.1. The number of solutions is OEIS A000170.
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


GENERATORS = (
    Generator(
        "queens",
        "n queens on a board of n x n, no two in a row, a column or a diagonal.",
        "Nauck 1850; OEIS A000170",
        {"n": Parameter(8, "queens, and rows and columns of the board", 1, 300)},
        "n",
        _queens,
    ),
)
