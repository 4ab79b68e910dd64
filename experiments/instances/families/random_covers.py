"""Random k-uniform exact covers: so many options of k items each, drawn at random.

An option is a set of k of the n items, all sets alike, no set twice: a random hypergraph, and a
cover is a perfect matching in it. Where k divides n and k is 3 or more, the threshold lies at
ln(n) / k options an item: with less an item stays without any option, with more there is a cover
(Kahn, "Asymptotics for Shamir's problem", Advances in Mathematics 422, 2023; "Hitting times for
Shamir's problem", Transactions of the AMS 375, 2022), both with a probability that tends to 1.

A planted instance holds a cover from the start: n / k options that part the items at random. The
others are drawn as before.
"""

from __future__ import annotations

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
    draws = Draws(seed)
    options = uniform_options(items, size, round(items * density), planted, draws)
    return ExactCover(
        primary=items,
        items=[f"i{number}" for number in range(1, items + 1)],
        starts=np.arange(len(options) + 1) * size,
        members=np.array(options, np.int32).reshape(-1),
    )


def uniform_options(
    items: int, size: int, number: int, planted: bool, draws: Draws
) -> list[tuple[int, ...]]:
    """Return so many different sets of `size` items each, in a random order, items ascending.

    Raises ModelError for numbers of which there are none.
    """
    if size > items:
        raise ModelError(f"options of {size} items, expected at most the {items} that there are")
    if number > comb(items, size):
        most = comb(items, size)
        raise ModelError(f"{number:,} options, expected at most the {most:,} sets of {size} items")
    if number * size > MOST_ENTRIES:
        what = f"{number:,} options of {size} items, expected at most {MOST_ENTRIES:,} entries"
        raise ModelError(what)
    options = list(parted(items, size, number, draws)) if planted else []
    taken = set(options)
    if comb(items, size) <= ROOMY * number:
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
        "Options of `size` items each, drawn at random. Covers begin at a density of "
        "ln(items) / size; a planted instance holds one in any case.",
        "Schmidt and Shamir 1983; threshold: Kahn 2022, 2023",
        {
            "items": Parameter(60, "items", 1, 100_000),
            "size": Parameter(3, "items of an option", 1, 1000),
            "density": Parameter(1.4, "options an item", 0.0, 1000.0),
            "planted": Parameter(True, "whether a cover is put in first"),
            "seed": SEED,
        },
        "items",
        _random_cover,
    ),
)
