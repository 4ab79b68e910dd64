"""Optima of the literature, which are hard for their size: quilts, queens, rulers.

They are the gallery's `perkins-7`, `fewest-queens` and `golomb-ruler-6` at any size. Squares that
cut a square (OEIS A018835), queens that see a whole board (A075458), the length of a ruler on which
no two pairs of marks are equally far apart (A003022).
"""

from __future__ import annotations

from itertools import combinations

from minuet.models import Puzzle

__all__ = ["FEWEST_QUEENS", "FEWEST_SQUARES", "SHORTEST_RULERS", "queens", "quilt", "ruler"]

FEWEST_SQUARES = {
    7: 9, 8: 4, 9: 6, 10: 4, 11: 11, 12: 4, 13: 11, 14: 4, 15: 6, 16: 4, 17: 12,
}  # fmt: skip
FEWEST_QUEENS = {8: 5, 9: 5, 10: 5, 11: 5, 12: 6, 13: 7, 14: 8}
SHORTEST_RULERS = {5: 11, 6: 17, 7: 25, 8: 34}


def quilt(side: int) -> Puzzle:
    """Return Mrs Perkins's quilt: cut a square into as few smaller squares as possible."""
    puzzle = Puzzle(f"a quilt of {side} x {side}")
    squares = [
        (size, row, col)
        for size in range(1, side)
        for row in range(side - size + 1)
        for col in range(side - size + 1)
    ]
    names = ("size", "row", "col")
    square = puzzle.choices("square", rows=[dict(zip(names, one, strict=True)) for one in squares])
    puzzle.exactly_one(
        square,
        covering=lambda size, row, col: [
            (r, c) for r in range(row, row + size) for c in range(col, col + size)
        ],
    )
    puzzle.minimize(square)
    return puzzle


def queens(side: int) -> Puzzle:
    """Return the fewest queens that occupy or attack every square of a board."""
    puzzle = Puzzle(f"the fewest queens on {side} x {side}")
    queen = puzzle.choices("queen", row=range(side), col=range(side))
    puzzle.at_least(
        1,
        queen,
        covering=lambda row, col: [
            (r, c)
            for r in range(side)
            for c in range(side)
            if row == r or col == c or abs(row - r) == abs(col - c)
        ],
    )
    puzzle.minimize(queen)
    return puzzle


def ruler(marks: int) -> Puzzle:
    """Return a Golomb ruler of so many marks: the shortest, of at most a tenth more than that."""
    longest = SHORTEST_RULERS[marks] * 11 // 10 + 1
    puzzle = Puzzle(f"a ruler of {marks} marks")
    pairs = list(combinations(range(1, marks + 1), 2))
    rows = [
        {"a": a, "b": b, "length": length} for a, b in pairs for length in range(1, longest + 1)
    ]
    gap = puzzle.choices("gap", rows=rows)
    puzzle.exactly_one(gap, by=("a", "b"))
    puzzle.at_most_one(gap, by="length")

    def sums(a: int, b: int, length: int) -> dict[tuple[int, int], int]:
        """From mark to mark: the gaps between neighbours add up to the longer ones."""
        if b > a + 1:
            return {(a, b): length}
        return {(r, s): -length for r, s in pairs if s > r + 1 and r <= a and b <= s}

    puzzle.sum_equals(0, gap, covering=sums)
    puzzle.minimize(gap, lambda a, b, length: length if b - a == marks - 1 else 0)
    return puzzle
