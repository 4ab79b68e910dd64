"""Random positive 1-in-k satisfiability as exact cover: each item is in k options drawn at random.

A clause is an item and a variable an option; variables in no clause are left out, for they would
only double the solutions. For k = 3, the problem EC3, covers end at some 0.62 items an option:
measured, and proven to lie between 0.546 and 0.644 (Kalapala and Moore, "The phase transition in
exact cover", Chicago Journal of Theoretical Computer Science, 2008).

A planted instance has one option of a hidden set in each item, and k - 1 others; the hidden set has
one option in k.
"""

from __future__ import annotations

from ....models.errors import ModelError
from ....models.matrix.builder import ExactCoverBuilder
from ....models.matrix.exact_cover import ExactCover
from ..draws import Draws
from ..generator import MOST_ENTRIES, SEED, Generator, Parameter

__all__ = ["GENERATORS"]


def _one_in_k(options: int, degree: int, ratio: float, planted: bool, seed: int) -> ExactCover:
    items = round(options * ratio)
    if degree > options:
        message = f"items in {degree} options, expected at most the {options} that there are"
        raise ModelError(message)
    if items * degree > MOST_ENTRIES:
        message = f"{items:,} items in {degree} options, expected at most {MOST_ENTRIES:,} entries"
        raise ModelError(message)
    hidden = max(options // degree, 1)
    if planted and options - hidden < degree - 1:
        message = f"{options} options, expected at least {hidden + degree - 1} to plant a cover"
        raise ModelError(message)
    draws = Draws(seed)
    order = draws.order(options)  # the first `hidden` of it are the planted cover
    held: dict[int, list[str]] = {option: [] for option in range(options)}
    builder = ExactCoverBuilder()
    for number in range(1, items + 1):
        builder.item(name := f"i{number}")
        if planted:
            places = [draws.below(hidden)]
            places += (hidden + offset for offset in draws.sample(options - hidden, degree - 1))
        else:
            places = draws.sample(options, degree)
        for place in places:
            held[order[place]].append(name)
    for option, names in held.items():
        if names:
            builder.option(names, label=f"o{option + 1}")
    return builder.build()


GENERATORS = (
    Generator(
        "random-one-in-k",
        "Each item is in `degree` options drawn at random: positive 1-in-k satisfiability. With "
        "a degree of 3 covers end at some 0.62 items an option, unless one is planted.",
        "Kalapala and Moore 2008",
        {
            "options": Parameter(100, "options drawn from; those without an item go", 1, 1_000_000),
            "degree": Parameter(3, "options of an item: k", 1, 1000),
            "ratio": Parameter(0.6, "items an option", 0.0, 100.0),
            "planted": Parameter(False, "whether a cover is hidden in it"),
            "seed": SEED,
        },
        "options",
        _one_in_k,
    ),
)
