"""A Latin square drawn at random, by the chain of Jacobson and Matthews.

A square is a cube of zeros and ones whose lines along each of three directions add up to 1. A move
changes the eight corners of a box in it by 1; one corner may become -1, and the moves go on from
that one until there is none. Of the squares at which this chain arrives all are as likely in the
limit ("Generating uniformly distributed random Latin squares", Journal of Combinatorial Designs 4,
1996). How soon is not known; it arrives n^2 times here, and 20 times more, after some n^3
moves.
"""

from __future__ import annotations

from ..draws import Draws

__all__ = ["random_latin_square"]

SPARE = 20  # arrivals, for the smallest squares


def random_latin_square(n: int, draws: Draws) -> list[list[int]]:
    """Return n rows of n values, 0 to n - 1."""
    cube = _Cube(n)
    if n > 2:
        arrived = 0
        while arrived < n * n + SPARE:
            cube.move(draws)
            arrived += cube.below is None
    names = draws.order(n)  # so that the smallest squares, too, are all met
    rows = draws.order(n)
    return [[names[cube.values[row, col][0]] for col in range(n)] for row in rows]


class _Cube:
    """The cube, as lists of the places of its ones in each line, and its -1 if there is one."""

    def __init__(self, n: int) -> None:
        self.n = n
        every = [(one, two) for one in range(n) for two in range(n)]
        self.values = {(row, col): [(row + col) % n] for row, col in every}
        self.cols = {(row, value): [(value - row) % n] for row, value in every}
        self.rows = {(col, value): [(value - col) % n] for col, value in every}
        self.below: tuple[int, int, int] | None = None

    def move(self, draws: Draws) -> None:
        """Add 1 to a zero, or to the -1, and mend the lines."""
        row, col, value = self.below or self._zero(draws)
        other_row = draws.choice(self.rows[col, value])
        other_col = draws.choice(self.cols[row, value])
        other_value = draws.choice(self.values[row, col])
        self._add(row, col, value)
        self._add(row, other_col, other_value)
        self._add(other_row, col, other_value)
        self._add(other_row, other_col, value)
        self._take(other_row, col, value)
        self._take(row, other_col, value)
        self._take(row, col, other_value)
        self._take(other_row, other_col, other_value)

    def _zero(self, draws: Draws) -> tuple[int, int, int]:
        row, col = draws.below(self.n), draws.below(self.n)
        value = draws.below(self.n - 1)
        return row, col, value + (value >= self.values[row, col][0])

    def _add(self, row: int, col: int, value: int) -> None:
        if (row, col, value) == self.below:
            self.below = None
            return
        self.values[row, col].append(value)
        self.cols[row, value].append(col)
        self.rows[col, value].append(row)

    def _take(self, row: int, col: int, value: int) -> None:
        if value not in self.values[row, col]:
            self.below = (row, col, value)
            return
        self.values[row, col].remove(value)
        self.cols[row, value].remove(col)
        self.rows[col, value].remove(row)
