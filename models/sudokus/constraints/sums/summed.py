"""Sums of cells with weights: read cell by cell by an automaton, or one weighted item.

An automaton tells early which digits fit, but it has a step for each sum that can be reached; where
these are too many the sum is said as it is, and solvers look at its bounds.

A house that holds every value has a known sum. So a long sum that takes most cells of some houses
is said of those that it does not take, which are fewer.

Cells of one house that count alike are a part, whose values are a set; where the automaton accepts
many words, the sum is said of the parts (demand_keys/sums_of_parts.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate

from ...cells import Cell
from ...demands import Demand, Parts, Total, Walk
from ...grid_shape import GridShape

__all__ = ["in_parts", "summed"]

MOST_STEPS = 20_000  # of an automaton that adds up


def summed(
    weights: Mapping[Cell, int], total: int, grid: GridShape, what: str, most: int = MOST_STEPS
) -> Demand:
    """Return that the values of some cells, each times its weight, add up to `total`.

    most  an automaton of more steps is none, but an item

    Raises ModelError for a cell outside the grid.
    """
    grid.require(weights)
    if 2 * len(weights) > grid.size:
        fewer, left = _shortened(dict(weights), total, grid)
        weights, total = (fewer, left) if fewer else (weights, total)
    cells = tuple(weights)
    counted = tuple(weights.values())
    ends = [sorted((one * grid.first, one * grid.last)) for one in counted]
    # The least and the greatest that the cells from a place on add up to.
    least = [*accumulate((low for low, _ in reversed(ends)), initial=0)][::-1]
    greatest = [*accumulate((high for _, high in reversed(ends)), initial=0)][::-1]
    # How many sums there are to be told from each other, at all places together.
    count = 0
    for low, high in zip(least, greatest, strict=True):
        # What is left here: what the cells behind can hold, and those before can have taken.
        lowest = max(low, total - (greatest[0] - high))
        highest = min(high, total - (least[0] - low))
        count += max(highest - lowest + 1, 0)
    if count * grid.size > most:
        return Total(cells, counted, total, what, in_parts(weights, total, grid))

    def step(left: int, place: int, value: int) -> int | None:
        behind = left - counted[place] * value
        return behind if least[place + 1] <= behind <= greatest[place + 1] else None

    kind, parts = ("sum", total, counted), in_parts(weights, total, grid)
    return Walk(cells, total, step, lambda left: left == 0, what, kind, parts=parts)


def in_parts(weights: Mapping[Cell, int], total: int, grid: GridShape) -> Parts | None:
    """Return the sum as one of parts, the largest first; None if no two cells are a part.

    The first and the last part, of which no step needs to be made, are those of most cells.
    """
    alike: dict[tuple[int, int], list[Cell]] = {}  # by the house and the weight
    for cell, weight in weights.items():
        for house in grid.houses_of(cell):
            alike.setdefault((house, weight), []).append(cell)
    parts: list[tuple[int, tuple[Cell, ...]]] = []
    left = set(weights)
    while alike:
        house, weight = max(alike, key=lambda key: len(left.intersection(alike[key])))
        cells = tuple(cell for cell in alike.pop((house, weight)) if cell in left)
        if len(cells) < 2:
            break
        parts.append((weight, cells))
        left -= set(cells)
    if not parts:
        return None
    parts += [(weight, (cell,)) for cell, weight in weights.items() if cell in left]
    if len(parts) > 2:
        parts.append(parts.pop(1))
    return Parts(tuple(parts), total)


def _shortened(
    weights: dict[Cell, int], total: int, grid: GridShape
) -> tuple[dict[Cell, int], int]:
    """Return the sum of fewer cells that says the same where houses hold all values."""
    houses = [house for house in grid.houses if len(house) == grid.size]
    while True:
        best: tuple[int, int, tuple[Cell, ...]] = (0, 0, ())
        for house in houses:
            counts = Counter(weights.get(cell, 0) for cell in house)
            blank = counts.pop(0, 0)
            for weight, count in counts.most_common(1):
                best = max(best, (count - blank, weight, house))
        gained, weight, house = best
        if gained <= 0:
            return {cell: one for cell, one in weights.items() if one}, total
        for cell in house:
            weights[cell] = weights.get(cell, 0) - weight
        total -= weight * sum(grid.values)
