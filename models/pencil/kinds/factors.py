"""Factors: a Latin square with regions; a number is the product of the numbers in its region."""

from __future__ import annotations

from math import prod

from minuet.models import Puzzle

from ..answers import written
from ..clues import CornerNumbers, Regions
from ..grid import Grid
from ..kind import Kind
from ..latin import latin, numbers
from ..link_codes import Borders, Link, RoomNumbers
from ..signs import NUMBERS


def power(number: int, prime: int) -> int:
    """Return how often a prime divides a number."""
    return 0 if number % prime or not number else 1 + power(number // prime, prime)


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: of each prime the powers in a region add up."""
    made, digit = latin("factors", grid, given=False)
    region, counts = grid.regions, grid.room_counts
    primes = [k for k in range(2, grid.rows + 1) if all(k % n for n in range(2, k))]
    products = {(name, k): power(n, k) for name, n in counts.items() for k in primes}
    for name, number in counts.items():
        if number != prod(k ** products[name, k] for k in primes):
            products[name, number] = 1  # a factor that no number has

    def powers(row: int, col: int, value: int) -> dict[tuple[str, int], int]:
        keys = [(region[row, col], prime) for prime in primes]
        return {key: power(value, key[1]) for key in keys if key in products}

    made.exactly(products, digit, covering=powers, name="product")
    return made


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[CornerNumbers(signs=NUMBERS), Regions()],
    answer=[written],
    example="""
4 4
24 - - 4
- 6 - -
- 8 - 6
- - - -
1 1 1 2
3 4 4 2
3 5 4 6
3 5 6 6

4 4
2 3 4 1
3 1 2 4
1 4 3 2
4 2 1 3
""",
    source="rules as in pzprjs",
    link=Link("factors", Borders(), RoomNumbers()),
)
