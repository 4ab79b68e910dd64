"""Random k-uniform exact covers: so many options of k items each, drawn at random.

An option is a set of k of the n items, all sets alike, no set twice: a random hypergraph, and a
cover is a perfect matching in it. Two things stand in its way. At less than ln(n) / k options an
item, some item is in no option; for k from 3 on and n a multiple of k that is the threshold as n
grows (Kahn, "Hitting times for Shamir's problem", Transactions of the AMS 375, 2022; "Asymptotics
for Shamir's problem", Advances in Mathematics 422, 2023). And the expected number of covers, n! /
(k!^(n/k) (n/k)!) (m / C(n, k))^(n/k) of m options, passes 1 at some e^(k - 1) / k options an item,
a little earlier for small n: 2.3 for 60 items in threes. Up to n = exp(e^(k - 1)), which is 1618
for threes and 528 million for fours, that is the later of the two, and there covers begin.

A planted instance holds a cover from the start: n / k options that part the items at random. The
others are drawn as before.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from math import comb

import numpy as np

from ....models.errors import ModelError
from ....models.matrix.exact_cover import ExactCover
from ..draws import Draws
from ..generator import MOST_ENTRIES, SEED, Generator, Parameter

__all__ = ["GENERATORS", "parted", "uniform_options"]

ROOMY = 4  # so many times as many sets as are wanted: then drawing again is quick


def _random_cover(items: int, size: int, density: float, planted: bool, seed: int) -> ExactCover:
    draws, number = Draws(seed), round(items * density)
    hidden = parted(items, size, number, draws) if planted else []
    options = uniform_options(items, size, number, hidden, draws)
    return ExactCover(
        primary=items,
        items=[f"i{number}" for number in range(1, items + 1)],
        starts=np.arange(len(options) + 1) * size,
        members=np.array(options, np.int32).reshape(-1),
    )


def uniform_options(
    items: int, size: int, number: int, hidden: Collection[tuple[int, ...]], draws: Draws
) -> list[tuple[int, ...]]:
    """Return so many different sets of `size` items each, in a random order, items ascending.

    hidden  those that are among them in any case

    Raises ModelError for numbers of which there are none.
    """
    most = comb(items, size)
    if not len(hidden) <= number <= most:
        ends = f"{len(hidden):,} to {most:,}"
        what = f"{number:,} options, expected {ends}: planted ones, and sets of {size} items"
        raise ModelError(what)
    if number * size > MOST_ENTRIES:
        what = f"{number:,} options of {size} items, expected at most {MOST_ENTRIES:,} entries"
        raise ModelError(what)
    options, taken = sorted(hidden), set(hidden)
    if most <= ROOMY * number:
        left = [one for one in combinations(range(items), size) if one not in taken]
        options += [left[place] for place in draws.sample(len(left), number - len(options))]
    while len(options) < number:
        one = tuple(sorted(draws.sample(items, size)))
        if one not in taken:
            taken.add(one)
            options.append(one)
    draws.shuffle(options)
    return options


def parted(items: int, size: int, number: int, draws: Draws) -> list[tuple[int, ...]]:
    """Return a cover: the items parted at random. Raises ModelError where there is no room."""
    if items % size:
        raise ModelError(f"{items} items, expected a multiple of {size} to plant a cover")
    if number < items // size:
        what = f"{number} options, expected at least the {items // size} of a planted cover"
        raise ModelError(what)
    order = draws.order(items)
    return [tuple(sorted(order[start : start + size])) for start in range(0, items, size)]


GENERATORS = (
    Generator(
        "random-cover",
        "Options of `size` items each, drawn at random. Covers begin at a density of some "
        "exp(size - 1) / size; a planted instance holds one in any case.",
        "Schmidt and Shamir 1983; threshold: Kahn 2022, 2023",
        {
            "items": Parameter(60, "items", 1, 100_000),
            "size": Parameter(3, "items of an option", 1, 1000),
            "density": Parameter(2.3, "options an item", 0.0, 1000.0),
            "planted": Parameter(True, "whether a cover is put in first"),
            "seed": SEED,
        },
        "items",
        _random_cover,
    ),
)
