"""Brute force over every set of options, straight from the definition of a solution."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from minuet.models import ExactCover


def is_solution(matrix: ExactCover, options: Iterable[int]) -> bool:
    """Whether the options cover every item as they must, evaluated item by item."""
    entries = [entry for option in options for entry in matrix.option(option)]
    for item in range(len(matrix.items)):
        colors = [color for member, color in entries if member == item]
        if item < matrix.primary:
            if not matrix.low[item] <= len(colors) <= matrix.high[item]:
                return False
        elif len(colors) > 1 and (0 in colors or len(set(colors)) > 1):
            return False
    return True


def all_solutions(
    matrix: ExactCover, given: Collection[int] = (), forbidden: Collection[int] = ()
) -> set[tuple[int, ...]]:
    """Return every solution as a tuple of ascending option numbers."""
    free = [option for option in range(matrix.options) if option not in forbidden]
    return {
        chosen
        for size in range(len(free) + 1)
        for chosen in combinations(free, size)
        if set(given) <= set(chosen) and is_solution(matrix, chosen)
    }
