"""Factors: a Latin square with regions; a number is the product of the numbers in its region."""

from __future__ import annotations

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
    return 0 if number % prime else 1 + power(number // prime, prime)


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: of each prime the powers in a region add up."""
    made, digit = latin("factors", grid, given=False)
    region, primes = grid.regions, [prime for prime in (2, 3, 5, 7, 11) if prime <= grid.rows]
    products = {(name, k): power(n, k) for name, n in grid.room_counts.items() for k in primes}

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
