"""Random exact covers: uniform, regular, with colors, and with multiplicities.

Random k-uniform exact covers: so many options of k items each, drawn at random.

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

Random regular exact covers: each option has s items, and each item is in d options.

With items as clauses and options as variables this is Moore's model, in which a clause has k = d
variables and a variable is in s clauses. There are covers where s is below
1 + ln d / ((d - 1) ln(d / (d - 1))) and none above, with a probability that tends to 1 (Moore, "The
phase transition in random regular exact cover", Annales de l'Institut Henri Poincaré D 3, 2016;
Cooper, Frieze, Molloy and Reed, "Perfect matchings in random r-regular, s-uniform hypergraphs",
Combinatorics, Probability and Computing 5, 1996). So options of 3 items need items in 7 options.

Drawn by the configuration model: d points an item, put into options at random; where an option
would hold an item twice, a point is exchanged for one drawn at random. A planted cover has its
options first, and the other d - 1 points of each item are drawn so.

Random covers with colors, and with multiplicities: what Knuth's Algorithms C and M are for.

`random-colored-cover` is a random k-uniform cover whose options also hold some of the secondary
items, each in a color drawn at random: Knuth's XCC (The Art of Computer Programming 4B, section
7.2.2.1). A planted cover has the colors of a hidden coloring. The more items and the fewer colors,
the easier do options agree; that a threshold is known for it, we have not heard.

`random-multicover` asks that each item be covered `low` to `high` times: MCC. A planted solution
covers each item a number of times that is drawn from there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from math import comb

import numpy as np

from ....models.errors import ModelError
from ....models.matrix.builder import ExactCoverBuilder
from ....models.matrix.exact_cover import ExactCover
from ..draws import Draws
from ..generator import MOST_ENTRIES, SEED, Generator, Parameter

__all__ = ["GENERATORS", "dealt", "parted", "uniform_options"]

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
        message = f"{number:,} options, expected {ends}: planted ones, and sets of {size} items"
        raise ModelError(message)
    if number * size > MOST_ENTRIES:
        message = f"{number:,} options of {size} items, expected at most {MOST_ENTRIES:,} entries"
        raise ModelError(message)
    options, taken = sorted(hidden), set(hidden)
    if most <= ROOMY * number:
        left = [subset for subset in combinations(range(items), size) if subset not in taken]
        options += [left[place] for place in draws.sample(len(left), number - len(options))]
    while len(options) < number:
        option = tuple(sorted(draws.sample(items, size)))
        if option not in taken:
            taken.add(option)
            options.append(option)
    draws.shuffle(options)
    return options


def parted(items: int, size: int, number: int, draws: Draws) -> list[tuple[int, ...]]:
    """Return a cover: the items parted at random. Raises ModelError where there is no room."""
    if items % size:
        raise ModelError(f"{items} items, expected a multiple of {size} to plant a cover")
    if number < items // size:
        message = f"{number} options, expected at least the {items // size} of a planted cover"
        raise ModelError(message)
    order = draws.order(items)
    return [tuple(sorted(order[start : start + size])) for start in range(0, items, size)]


UNIFORM = (
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


EXCHANGES = 1000  # exchanges for a point, before it is given up


def _regular(items: int, size: int, degree: int, planted: bool, seed: int) -> ExactCover:
    if items * degree % size:
        message = f"{items} items in {degree} options, expected a multiple of {size} entries"
        raise ModelError(message)
    if items * degree > MOST_ENTRIES:
        message = f"{items:,} items in {degree} options, expected at most {MOST_ENTRIES:,} entries"
        raise ModelError(message)
    draws = Draws(seed)
    options = list(parted(items, size, items, draws)) if planted else []
    points = [item for item in range(items) for _ in range(degree - planted)]
    options += dealt(points, size, draws)
    draws.shuffle(options)
    builder = ExactCoverBuilder()
    names = [f"i{number}" for number in range(1, items + 1)]
    for name in names:
        builder.item(name)
    for option in options:
        builder.option([names[item] for item in option])
    return builder.build()


def dealt(points: Sequence[int], size: int, draws: Draws) -> list[tuple[int, ...]]:
    """Deal items, some often, into options of `size` different ones, ascending.

    Raises ModelError where that cannot be brought about by exchanging.
    """
    dealt = list(points)
    draws.shuffle(dealt)
    for place in range(len(dealt)):
        for _ in range(EXCHANGES):
            if not _twice(dealt, place, size):
                break
            other = draws.below(len(dealt))
            dealt[place], dealt[other] = dealt[other], dealt[place]
            if _twice(dealt, other, size):
                dealt[place], dealt[other] = dealt[other], dealt[place]
        else:
            raise ModelError(f"no options of {size} different items each, expected more items")
    return [tuple(sorted(dealt[at : at + size])) for at in range(0, len(dealt), size)]


def _twice(dealt: Sequence[int], place: int, size: int) -> bool:
    """Whether the item at a place is in its option at another place too."""
    start = place - place % size
    return dealt[start : start + size].count(dealt[place]) > 1


REGULAR = (
    Generator(
        "random-regular-cover",
        "Options of `size` items each, and each item in `degree` options, drawn at random. There "
        "are covers where size < 1 + ln(degree) / ((degree - 1) ln(degree / (degree - 1))).",
        "Cooper, Frieze, Molloy and Reed 1996; Moore 2016",
        {
            "items": Parameter(60, "items", 1, 100_000),
            "size": Parameter(3, "items of an option", 1, 1000),
            "degree": Parameter(7, "options of an item", 1, 1000),
            "planted": Parameter(False, "whether a cover is put in first"),
            "seed": SEED,
        },
        "items",
        _regular,
    ),
)


TRIES = 100


def _colored(
    items: int,
    size: int,
    density: float,
    secondary: int,
    uses: int,
    colors: int,
    planted: bool,
    seed: int,
) -> ExactCover:
    if uses > secondary:
        message = f"{uses} secondary items of an option, expected at most the {secondary} there are"
        raise ModelError(message)
    draws = Draws(seed)
    number = round(items * density)
    hidden = set(parted(items, size, number, draws)) if planted else set()
    coloring = [draws.below(colors) for _ in range(secondary)]
    others = uniform_options(items, size, number, hidden, draws)
    builder = ExactCoverBuilder()
    for item in range(1, items + 1):
        builder.item(f"i{item}")
    for item in range(1, secondary + 1):
        builder.secondary(f"s{item}")
    for option in others:
        entries: dict[str, str | None] = {f"i{item + 1}": None for item in option}
        for item in sorted(draws.sample(secondary, uses)):
            color = coloring[item] if option in hidden else draws.below(colors)
            entries[f"s{item + 1}"] = f"c{color + 1}"
        builder.option(entries)
    return builder.build()


def _multicover(
    items: int, size: int, density: float, low: int, high: int, planted: bool, seed: int
) -> ExactCover:
    if low > high:
        raise ModelError(f"low {low}, expected at most high, which is {high}")
    draws = Draws(seed)
    hidden = _many_times(items, size, low, high, draws) if planted else set()
    options = uniform_options(items, size, round(items * density), hidden, draws)
    builder = ExactCoverBuilder()
    for item in range(1, items + 1):
        builder.item(f"i{item}", low, high)
    for option in options:
        builder.option([f"i{item + 1}" for item in option])
    return builder.build()


def _many_times(items: int, size: int, low: int, high: int, draws: Draws) -> set[tuple[int, ...]]:
    """Return different options that cover each item `low` to `high` times."""
    for _ in range(TRIES):
        times = [draws.between(low, high) for _ in range(items)]
        spare = sum(times) % size
        for item in draws.order(items):  # the sum becomes a multiple of the size
            taken = min(spare, times[item] - low)
            times[item] -= taken
            spare -= taken
        points = [item for item in range(items) for _ in range(times[item])]
        if spare or len(points) < size * max(times):
            continue
        options = set(dealt(points, size, draws))
        if len(options) * size == len(points):
            return options
    reason = f"{items} items {low} to {high} times in options of {size}"
    raise ModelError(f"{reason}: no cover was found to plant, expected other numbers")


VARIED = (
    Generator(
        "random-colored-cover",
        "A random cover whose options hold secondary items, too, in colors drawn at random (XCC).",
        "after Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm C",
        {
            "items": Parameter(30, "primary items", 1, 100_000),
            "size": Parameter(3, "primary items of an option", 1, 1000),
            "density": Parameter(8.0, "options a primary item", 0.0, 1000.0),
            "secondary": Parameter(20, "secondary items", 1, 100_000),
            "uses": Parameter(2, "secondary items of an option", 0, 1000),
            "colors": Parameter(3, "colors that are drawn from", 1, 100_000),
            "planted": Parameter(True, "whether a cover is put in first"),
            "seed": SEED,
        },
        "items",
        _colored,
    ),
    Generator(
        "random-multicover",
        "Options of `size` items each, drawn at random; each item is covered `low` to `high` "
        "times (MCC).",
        "after Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm M",
        {
            "items": Parameter(24, "items", 1, 100_000),
            "size": Parameter(3, "items of an option", 1, 1000),
            "density": Parameter(1.5, "options an item", 0.0, 1000.0),
            "low": Parameter(1, "how often an item is covered at least", 0, 1000),
            "high": Parameter(2, "how often an item is covered at most", 1, 1000),
            "planted": Parameter(True, "whether a solution is put in first"),
            "seed": SEED,
        },
        "items",
        _multicover,
    ),
)

GENERATORS = (*UNIFORM, *REGULAR, *VARIED)
