"""Large matrices with planted solutions: shapes that reach the widths of the engines' numbers.

Each shape is a function of a random generator; `SHAPES` names them all. A case knows a solution
of its matrix, and selections: options to be given, most of them all but a few of the solution, so
that little is left to search and every engine must find it; some with an option that is not part of
it. Options beyond the planted ones are drawn at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

import numpy as np

from ....models.matrix.exact_cover import ExactCover

__all__ = ["SHAPES", "Case"]

Options = tuple[int, ...]
Row = list[tuple[int, int]]  # an option: items and colors


@dataclass(frozen=True)
class Case:
    """A matrix, a solution of it that holds none of `forbidden`, and what is to be given."""

    matrix: ExactCover
    planted: Options
    forbidden: frozenset[int]
    selections: tuple[Options, ...]

    def is_planted(self, given: Options) -> bool:
        """Whether the planted solution holds all that is given."""
        return set(given) <= set(self.planted)


def uneven_widths(rng: Random) -> Case:
    """Options of 1 to 120 items side by side, on 100 to 700 items."""
    items = rng.randint(100, 700)
    planted = _cut(rng, items, 120)
    width = rng.choice((3, 12, 60, 120))
    noise = [
        _plain(rng.sample(range(items), min(_uneven(rng, width), items)))
        for _ in range(rng.randint(300, 2400))
    ]
    return _case(rng, items, *_toned(rng, items, planted, noise, rng.choice((1, 3))))


def item_numbers(rng: Random) -> Case:
    """Items on both sides of 64, 128, 256, 512 and 1024; partitions, so that slots take it too."""
    edges = (2, 64, 128, 192, 256, 384, 512, 1024, rng.randint(2, 1999))
    items = rng.choice(edges) + rng.randint(-1, 1)
    planted = _cut(rng, items, 4)
    noise = [row for _ in range(rng.choice((1, 2, 5, 8, 14, 17))) for row in _cut(rng, items, 4)]
    if rng.random() < 0.5:
        return _case(rng, items, planted, noise)
    return _case(rng, items, *_toned(rng, items, planted, noise, rng.choice((1, 2, 9))))


def option_numbers(rng: Random) -> Case:
    """Options on both sides of 65000 (conflict lists) and 65536, and many more."""
    items = rng.choice((100, 400, 3000))
    planted = _cut(rng, items, 3)
    number = rng.choice((65000, 65536, 70000, 200000)) + rng.randint(-1, 2) - len(planted)
    noise = [_plain(rng.sample(range(items), rng.randint(1, 3))) for _ in range(number)]
    return _case(rng, items, planted, noise)


def color_numbers(rng: Random) -> Case:
    """Secondary items of 1, 255, 256, 257 and 70000 colors; sometimes each is used."""
    colors = rng.choice((1, 2, 255, 256, 257, 70000))
    items = rng.randint(40, 150)
    planted = _cut(rng, items, 4)
    number = rng.randint(300, 2000)
    noise = [_plain(rng.sample(range(items), rng.randint(1, 4))) for _ in range(number)]
    planted, noise, secondary = _toned(rng, items, planted, noise, colors)
    if rng.random() < 0.5:  # one more item that has as many colors as there are options for
        last = items + secondary
        planted = [[*row, (last, 1)] for row in planted]
        noise = [[*row, (last, k % colors + 1)] for k, row in enumerate(noise)]
        secondary += 1
    return _case(rng, items, planted, noise, secondary)


def every_color(rng: Random) -> Case:
    """One secondary item of 70000 colors, each used by an option."""
    items = rng.choice((50, 700))
    planted = [[*row, (items, 1)] for row in _cut(rng, items, 3)]
    noise = [
        [*_plain(rng.sample(range(items), rng.randint(1, 2))), (items, color)]
        for color in range(1, 70001)
    ]
    return _case(rng, items, planted, noise, 1)


def crowded_items(rng: Random) -> Case:
    """Thousands of options on one primary item, and on a secondary item."""
    items = rng.randint(5, 300)
    planted = _cut(rng, items, 6)
    number = rng.choice((3000, 7000, 14100, 14200))
    shared = items  # a secondary item
    holder = rng.randrange(len(planted))
    planted[holder] = [*planted[holder], (shared, 0)]
    noise = []
    for _ in range(number):
        row = [0, *rng.sample(range(1, items), rng.randint(0, 2))]
        noise.append(_plain(row) + [(shared, 0)] * (rng.random() < 0.7))
    return _case(rng, items, planted, noise, 1)


def narrow_crowd(rng: Random) -> Case:
    """Options of one to four items of which one choice excludes tens of thousands."""
    groups, size = rng.choice(((100, 220), (250, 200), (20, 1300), (60, 1000)))
    wide = rng.choice((1, 4, 5, 60))
    items = wide + groups
    lone = [[(wide + group, 0)] for group in range(groups)]
    choice = [*_plain(range(wide)), *((items + group, 0) for group in range(groups))]
    noise = []
    for group in range(groups):
        for _ in range(size):
            more = rng.sample(range(wide), rng.randint(0, min(3, wide))) * (rng.random() < 0.05)
            noise.append([*_plain([*more, wide + group]), (items + group, 0)])
    return _case(rng, items, [choice, *lone], noise, groups)


def multiplicities(rng: Random) -> Case:
    """Items that are covered 2 to 5000 times, exactly or in a range; some must not be, or may."""
    items = rng.randint(1, 6)
    number = rng.choice((2, 3, 255, 256, 257, 1000, 5000))
    planted = [_plain(rng.sample(range(items), rng.randint(1, items))) for _ in range(number)]
    noise = [
        _plain(rng.sample(range(items), rng.randint(1, items))) for _ in range(rng.randint(0, 9))
    ]
    covers = np.bincount([item for row in planted for item, _ in row], minlength=items)
    slack = rng.choice((0, 0, 1, 2))
    low, high = np.maximum(covers - slack, 0), covers + slack
    for most in rng.choice(((), (0,), (0, 5000), (5000,))):  # one more item, of some options
        users = planted if most and rng.random() < 0.5 else noise
        for row in users[:: rng.randint(1, 3)]:
            row.append((items, 0))
        items, low, high = items + 1, np.append(low, 0), np.append(high, most)
    return _case(rng, items, planted, noise, low=low, high=high)


def undecided_options(rng: Random) -> Case:
    """Options of secondary items alone, on both sides of 64, 512 and 4096."""
    items = rng.randint(1, 60)
    planted = _cut(rng, items, 3)
    number = rng.choice((3, 62, 64, 66, 500, 520, 4090, 4100)) + rng.randint(-2, 2)
    secondary = rng.randint(1, 3)
    noise: list[Row] = [
        [(items + k, 0) for k in rng.sample(range(secondary), rng.randint(1, secondary))]
        for _ in range(number)
    ]
    taken = [(items + k, 0) for k in range(secondary)]
    if rng.random() < 0.8:  # then nothing else fits beside the planted options
        planted.append(taken)
    noise += [_plain(rng.sample(range(items), rng.randint(1, min(3, items)))) for _ in range(20)]
    return _case(rng, items, planted, noise, secondary)


def latin_squares(rng: Random) -> Case:
    """Latin squares of order 8 to 24, hundreds of cells or a few left open."""
    order = rng.choice((8, 12, 18, 19, 24))
    rows, columns, values = (rng.sample(range(order), order) for _ in range(3))
    planted: list[Row] = []
    noise: list[Row] = []
    area = order * order
    for row, column, value in product(range(order), repeat=3):
        cells = [row * order + column, area + row * order + value, 2 * area + column * order]
        cells[2] += value
        is_planted = values[(rows[row] + columns[column]) % order] == value
        (planted if is_planted else noise).append(_plain(cells))
    return _case(rng, 3 * area, planted, noise)


SHAPES: Mapping[str, Callable[[Random], Case]] = {
    shape.__name__: shape
    for shape in (
        uneven_widths,
        item_numbers,
        option_numbers,
        color_numbers,
        every_color,
        crowded_items,
        narrow_crowd,
        multiplicities,
        undecided_options,
        latin_squares,
    )
}


def _plain(items: Sequence[int]) -> Row:
    return [(item, 0) for item in items]


def _uneven(rng: Random, most: int) -> int:
    """A width from 1 to `most`; small ones are as frequent as large ones."""
    return round(math.pow(most, rng.random()))


def _cut(rng: Random, items: int, most: int) -> list[Row]:
    """Cut the items into options of up to `most`."""
    order, rows = rng.sample(range(items), items), []
    while order:
        width = _uneven(rng, most)
        rows.append(_plain(sorted(order[:width])))
        del order[:width]
    return rows


def _toned(
    rng: Random, items: int, planted: list[Row], noise: list[Row], colors: int
) -> tuple[list[Row], list[Row], int]:
    """Add some secondary items: the planted options agree on them, the others need not."""
    secondary = rng.randint(1, 8)
    tones = [rng.choice((0, rng.randint(1, colors))) for _ in range(secondary)]
    for item, tone in enumerate(tones, items):
        for place in rng.sample(range(len(planted)), min(len(planted), 5 if tone else 1)):
            planted[place] = [*planted[place], (item, tone)]
    for row in noise:
        for place in rng.sample(range(secondary), rng.randint(0, min(2, secondary))):
            color = rng.choice((0, tones[place], rng.randint(1, colors), rng.randint(1, colors)))
            row.append((items + place, color))
    return planted, noise, secondary


def _case(
    rng: Random,
    primary: int,
    planted: list[Row],
    noise: list[Row],
    secondary: int = 0,
    *,
    low: Sequence[int] | np.ndarray | None = None,
    high: Sequence[int] | np.ndarray | None = None,
) -> Case:
    """Shuffle the options into a matrix, forbid a few, and draw selections."""
    rows = [*planted, *noise]
    order = rng.sample(range(len(rows)), len(rows))
    place = {row: option for option, row in enumerate(order)}
    once = [1] * primary
    entries = [entry for row in order for entry in rows[row]]
    colors = [color for _, color in entries]
    matrix = ExactCover(
        primary=primary,
        items=range(primary + secondary),
        starts=np.cumsum([0, *(len(rows[row]) for row in order)]),
        members=[item for item, _ in entries],
        colors=colors,
        low=[*(once if low is None else low), *([0] * secondary)],
        high=[*(once if high is None else high), *([1] * secondary)],
    )
    solution = tuple(sorted(place[row] for row in range(len(planted))))
    others = [place[row] for row in range(len(planted), len(rows))]
    forbidden = frozenset(rng.sample(others, min(len(others), rng.choice((0, 0, 1, 30)))))
    allowed = [option for option in others if option not in forbidden]
    # All but a few of the planted options, all but many, and an option beside those that fit.
    few = min(len(solution), rng.randint(1, 4))
    many = min(len(solution), rng.randint(2, 30))
    selections = [
        tuple(rng.sample(solution, len(solution) - left_out))
        for left_out in dict.fromkeys((0, few, many))
    ]
    if allowed:
        other = rng.choice(allowed)
        taken = {item for item, _ in matrix.option(other)}
        fitting = [k for k in solution if not taken.intersection(i for i, _ in matrix.option(k))]
        selections.append((*fitting[: max(len(fitting) - few, 0)], other))
    return Case(matrix, solution, forbidden, tuple(selections))
