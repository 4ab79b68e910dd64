"""A star battle with two stars, row by row: pairs of columns that keep their distance."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import combinations


def two_stars(text: str) -> int:
    """Count the ways; a row is cut off where a column or a region has a third star."""
    grid = tomllib.loads(text)["choices"]["star"]["grid"].split()
    pairs = [(a, b) for a, b in combinations(range(len(grid)), 2) if b - a > 1]

    full: Counter[object] = Counter()

    def placed(row: int, above: tuple[int, ...]) -> int:
        if row == len(grid):
            return set(full.values()) == {2}
        found = 0
        for pair in pairs:
            if all(abs(one - other) > 1 for one in pair for other in above):
                stars = [*pair, *(grid[row][col] for col in pair)]
                for one in stars:
                    full[one] += 1
                if all(full[one] <= 2 for one in stars):
                    found += placed(row + 1, pair)
                for one in stars:
                    full[one] -= 1
        return found

    return placed(0, ())
