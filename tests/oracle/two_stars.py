"""A star battle with two stars, row by row: pairs of columns that keep their distance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from .printed_grid import lines_of


def two_stars(text: str) -> int:
    """Count the ways; cut off where a column or region has a third star, or a region lacks one."""
    grid = lines_of(text)
    pairs = [(a, b) for a, b in combinations(range(len(grid)), 2) if b - a > 1]
    below = {
        pair: [two for two in pairs if all(abs(a - b) > 1 for a in pair for b in two)]
        for pair in pairs
    }
    last = {region: row for row, line in enumerate(grid) for region in line}
    ending = [[region for region in last if last[region] == row] for row in range(len(grid))]
    full: Counter[object] = Counter()

    def placed(row: int, fitting: Sequence[tuple[int, int]]) -> int:
        if row == len(grid):
            return set(full.values()) == {2}
        found = 0
        for pair in fitting:
            stars = [*pair, *(grid[row][col] for col in pair)]
            for one in stars:
                full[one] += 1
            if all(full[one] <= 2 for one in stars) and all(full[one] == 2 for one in ending[row]):
                found += placed(row + 1, below[pair])
            for one in stars:
                full[one] -= 1
        return found

    return placed(0, pairs)
