"""Random regular exact covers: each option has s items, and each item is in d options.

With items as clauses and options as variables this is Moore's model, in which a clause has k = d
variables and a variable is in s clauses. There are covers where s is below
1 + ln d / ((d - 1) ln(d / (d - 1))) and none above, with a probability that tends to 1 (Moore, "The
phase transition in random regular exact cover", Annales de l'Institut Henri Poincaré D 3, 2016;
Cooper, Frieze, Molloy and Reed, "Perfect matchings in random r-regular, s-uniform hypergraphs",
Combinatorics, Probability and Computing 5, 1996). So options of 3 items need items in 7 options.

Drawn by the configuration model: d points an item, put into options at random; where an option
would hold an item twice, a point is exchanged for one drawn at random. A planted cover has its
options first, and the other d - 1 points of each item are drawn so.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....models.errors import ModelError
from ....models.matrix.builder import ExactCoverBuilder
from ....models.matrix.exact_cover import ExactCover
from ..draws import Draws
from ..generator import MOST_ENTRIES, SEED, Generator, Parameter
from .random_covers import parted

__all__ = ["GENERATORS", "dealt"]

TRIES = 1000  # exchanges for a point, before it is given up


def _regular(items: int, size: int, degree: int, planted: bool, seed: int) -> ExactCover:
    if items * degree % size:
        what = f"{items} items in {degree} options, expected a multiple of {size} entries"
        raise ModelError(what)
    if items * degree > MOST_ENTRIES:
        what = f"{items:,} items in {degree} options, expected at most {MOST_ENTRIES:,} entries"
        raise ModelError(what)
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
        for _ in range(TRIES):
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


GENERATORS = (
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
