"""Random covers with colors, and with multiplicities: what Knuth's Algorithms C and M are for.

`random-colored-cover` is a random k-uniform cover whose options also hold some of the secondary
items, each in a color drawn at random: Knuth's XCC (The Art of Computer Programming 4B, section
7.2.2.1). A planted cover has the colors of a hidden coloring. The more items and the fewer colors,
the easier do options agree; that a threshold is known for it, we have not heard.

`random-multicover` asks that each item be covered `low` to `high` times: MCC. A planted solution
covers each item a number of times that is drawn from there.
"""

from __future__ import annotations

from ....models.errors import ModelError
from ....models.matrix.builder import ExactCoverBuilder
from ....models.matrix.exact_cover import ExactCover
from ..draws import Draws
from ..generator import SEED, Generator, Parameter
from .random_covers import parted, uniform_options
from .regular_covers import dealt

__all__ = ["GENERATORS"]

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
        what = f"{uses} secondary items of an option, expected at most the {secondary} there are"
        raise ModelError(what)
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
    what = f"{items} items {low} to {high} times in options of {size}"
    raise ModelError(f"{what}: no cover was found to plant, expected other numbers")


GENERATORS = (
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
