"""Matrices with costs up to the documented limit whose least cost is known without any search.

`blocks` are items that share no option, each covered a number of times within a range: the least
cost is that of the cheapest options of each. `planted` matrices are built from a solution and from
prices: an option costs the prices of its items and something on top, the planted ones nothing, and
a price has the sign that its item's range allows. So the planted solution costs least, by the weak
duality of linear programming.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from ....models.matrix.exact_cover import ExactCover
from ....models.matrix.validation import COST_LIMIT

TOTAL = COST_LIMIT - 1  # what the absolute costs of a matrix may sum to
DOUBLES = (1 << 53) - 1  # what floating point counts one by one, and some solvers take
SIZES = (0, 1, 9, 10**6, 10**8, 1 << 31, 1 << 40, DOUBLES, 1 << 57, COST_LIMIT >> 1, TOTAL)


@dataclass(frozen=True)
class Case:
    """A matrix, a selection on it, and the least cost; None: no solution."""

    matrix: ExactCover
    given: tuple[int, ...]
    forbidden: frozenset[int]
    least: int | None


def within_the_limit(costs: Sequence[int]) -> list[int]:
    """Shorten costs, the later ones first, so that a matrix takes them."""
    left, result = TOTAL, []
    for cost in costs:
        size = min(abs(cost), left)
        left -= size
        result.append(size if cost > 0 else -size)
    return result


def drawn_costs(random: Random, count: int) -> list[int]:
    """Draw costs of one or several sizes, and bring some matrices to the very limit."""
    palette = random.sample(SIZES, random.randint(1, 3))
    heavy = random.random() < 0.5  # a few costs, the rest 0
    chance = min(4 / count, 1.0) if heavy and count else 1.0
    costs = []
    for _ in range(count):
        size = random.choice(palette) if random.random() < chance else 0
        costs.append(random.choice([-1, 1]) * (size and random.randint(size - size // 4, size)))
    order = random.sample(range(count), count)
    for place, cost in zip(order, within_the_limit([costs[k] for k in order]), strict=True):
        costs[place] = cost
    return costs


def blocks(random: Random, most: int, count: int | None = None) -> Case:
    """Draw items without a common option, of up to `most` options each, some given or forbidden."""
    sizes = [random.randint(1, most) for _ in range(count or random.randint(1, 4))]
    ranges = []
    for size in sizes:
        low = random.choice([1, random.randint(0, size), size])
        ranges.append((low, random.choice([low, random.randint(low, size)])))
    owner = [item for item, size in enumerate(sizes) for _ in range(size)]
    tinted = [random.random() < 0.3 for _ in owner]  # a color that excludes nothing
    costs = drawn_costs(random, len(owner))
    matrix = ExactCover(
        primary=len(sizes),
        items=[*(f"i{k}" for k in range(len(sizes))), "tint"],
        starts=np.cumsum([0, *(1 + tint for tint in tinted)]),
        members=[
            m for k, tint in zip(owner, tinted, strict=True) for m in [k, len(sizes)][: 1 + tint]
        ],
        colors=[c for tint in tinted for c in [0, 1][: 1 + tint]],
        costs=costs,
        low=[*(low for low, _ in ranges), 0],
        high=[*(high for _, high in ranges), 1],
    )
    given, forbidden = _selection(random, owner, ranges)
    parts = [
        _cheapest(
            [costs[k] for k, item in enumerate(owner) if item == block and k in given],
            [costs[k] for k, i in enumerate(owner) if i == block and k not in given | forbidden],
            *ranges[block],
        )
        for block in range(len(sizes))
    ]
    least = None if None in parts else sum(part for part in parts if part is not None)
    return Case(matrix, tuple(sorted(given)), frozenset(forbidden), least)


def _selection(
    random: Random, owner: list[int], ranges: list[tuple[int, int]]
) -> tuple[set[int], set[int]]:
    kind = random.choice(["free", "some", "all"])
    if kind == "free":
        return set(), set()
    given: set[int] = set()
    for block, (low, high) in enumerate(ranges):
        mine = [k for k, item in enumerate(owner) if item == block]
        given |= set(random.sample(mine, low if kind == "all" else random.randint(0, high)))
    rest = [k for k in range(len(owner)) if k not in given]
    return given, set(random.sample(rest, min(len(rest), random.choice([0, 1, 2]))))


def _cheapest(given: list[int], free: list[int], low: int, high: int) -> int | None:
    """Return the least cost of `low` to `high` options of which some are given."""
    if len(given) > high or len(given) + len(free) < low:
        return None
    more = sorted(free)[: high - len(given)]
    needed = max(low - len(given), 0)
    return sum(given) + sum(c for place, c in enumerate(more) if place < needed or c < 0)


def planted(random: Random, items: int, widest: int) -> Case:
    """Draw a matrix around a planted solution that costs least."""
    secondary = random.randint(0, items // 4)
    primary = items - secondary
    chosen = [_subset(random, primary, widest) for _ in range(random.randint(1, 2 * items))]
    covers = [sum(item in option for option in chosen) for item in range(primary)]
    decoys = [_subset(random, items, widest) for _ in range(random.randint(0, 3 * items))]
    decoys += [list(random.choice(chosen)) for _ in range(random.randint(0, 5))]
    options = [*chosen, *decoys]
    size = random.choice([50, 10**9, 1 << 40, DOUBLES, TOTAL])
    size = size // max(sum(map(len, options)), 1) or 1
    widths = random.choice([(0,), (0, 1), (0, 0, 1, 3)])
    ranges, prices = [], []
    for cover in covers:
        sign = random.choice([-1, 0, 1])
        ranges.append(_range(random.choice(widths), cover, sign))
        exact = ranges[-1][0] == ranges[-1][1]
        prices.append(random.randint(0, size) * (random.choice([-1, 1]) if exact else sign))
    ranges += [(0, 1)] * secondary
    prices += [random.randint(0, size) for _ in range(secondary)]
    costs = [sum(prices[item] for item in option) for option in options]
    left = TOTAL - sum(map(abs, costs))
    for place in range(len(chosen), len(options)):
        surplus = random.choice([0, 0, 1, size, left])
        if surplus <= left:
            left -= surplus
            costs[place] += surplus
    order = random.sample(range(len(options)), len(options))
    matrix = ExactCover(
        primary=primary,
        items=[f"i{k}" for k in range(items)],
        starts=np.cumsum([0, *(len(options[k]) for k in order)]),
        members=[item for k in order for item in options[k]],
        costs=[costs[k] for k in order],
        low=[low for low, _ in ranges],
        high=[high for _, high in ranges],
    )
    return Case(matrix, (), frozenset(), sum(costs[: len(chosen)]))


def _subset(random: Random, items: int, widest: int) -> list[int]:
    return random.sample(range(items), random.randint(1, min(widest, items)))


def _range(wider: int, cover: int, sign: int) -> tuple[int, int]:
    """Return a range that a price of this sign allows for an item covered so often."""
    if sign < 0:
        return max(cover - wider, 0), cover
    return (cover, cover + wider) if sign else (max(cover - wider, 0), cover + wider)
