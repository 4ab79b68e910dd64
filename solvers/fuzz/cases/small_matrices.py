"""Small random matrices with everything that a matrix can have; brute force knows all about them.

Colors, multiplicities ([0,0] too), costs, empty options, duplicate options, secondary items alone,
the empty matrix. A solution is planted in most of them, or hardly one would have any.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from ....models.matrix.exact_cover import ExactCover
from ....models.symmetry.symmetries import Symmetries
from ...contract.batch import Options
from ..task import Task

__all__ = ["medium_matrix", "small_blocks", "small_matrix", "small_partition"]

Row = list[tuple[int, int]]


def small_matrix(rng: Random) -> Task:
    """Anything at all, of up to a dozen options."""
    primary, secondary = rng.choice((0, 1, 2, 3, 4, 5, 6, 8)), rng.choice((0, 0, 1, 2, 3))
    items, paints = primary + secondary, rng.choice((1, 2, 3, 3))
    most = 12 if primary > 1 else 7  # what no primary item bounds has very many solutions
    rows = [_option(rng, items, primary, paints) for _ in range(rng.randint(0, most))]
    if rows and rng.random() < 0.2:
        rows.append(list(rng.choice(rows)))
    planted = [k for k in range(len(rows)) if rng.random() < 0.4]
    covers = [0] * primary
    for k in planted:
        for item, _ in rows[k]:
            if item < primary:
                covers[item] += 1
    kind = rng.choice(("once", "once", "planted", "wild"))
    bounds = [_bounds(rng, kind, cover) for cover in covers]
    return _task(rng, primary, secondary, rows, bounds)


def small_partition(rng: Random) -> Task:
    """A plain exact cover around partitions of its items."""
    items = rng.randint(1, 12)
    rows: list[Row] = []
    for _ in range(rng.randint(1, 4)):
        order = rng.sample(range(items), items)
        while order:
            width = rng.randint(1, 4)
            rows.append([(item, 0) for item in sorted(order[:width])])
            del order[:width]
    rng.shuffle(rows)
    return _task(rng, items, 0, rows[:24], [(1, 1)] * items)


def small_blocks(rng: Random) -> Task:
    """Copies of a small matrix side by side: a product of counts, equal states, symmetric parts."""
    items, copies = rng.randint(1, 4), rng.randint(2, 4)
    block = [_option(rng, items, items, 1) for _ in range(rng.randint(1, 16 // copies))]
    rows = [
        [(copy * items + item, 0) for item, _ in row] for copy in range(copies) for row in block
    ]
    shared = rng.choice((0, 0, 1, 2))
    for row in rows:
        if shared and rng.random() < 0.4:
            row.append((copies * items + rng.randrange(shared), rng.choice((0, 1, 2))))
    order = rng.sample(range(len(rows)), len(rows))
    place = {number: option for option, number in enumerate(order)}
    rows = [rows[number] for number in order]
    task = _task(rng, copies * items, shared, rows, [(1, 1)] * (copies * items))
    if shared or task.given or task.forbidden:
        return task
    turned = [0] * len(rows)
    for number, option in place.items():
        turned[option] = place[(number + len(block)) % len(rows)]
    return replace(task, symmetries=Symmetries.of(task.matrix, turned))


def medium_matrix(rng: Random) -> Task:
    """Some dozens of options around a planted solution, with colors and multiplicities."""
    primary, secondary = rng.randint(6, 30), rng.choice((0, 0, 2, 5))
    rows: list[Row] = []
    order = rng.sample(range(primary), primary)
    while order:
        rows.append([(item, 0) for item in order[:3]])
        del order[:3]
    planted = len(rows)
    for item in range(primary, primary + secondary):
        color = rng.choice((0, 1, 2))
        for row in rng.sample(rows, min(len(rows), 3 if color else 1)):
            row.append((item, color))
    rows += [_option(rng, primary + secondary, primary, 3) for _ in range(rng.randint(10, 80))]
    covers = [0] * primary
    extra = rng.sample(range(planted, len(rows)), rng.choice((0, 0, 2)))
    for row in [*rows[:planted], *(rows[k] for k in extra)]:
        for item, _ in row:
            if item < primary:
                covers[item] += 1
    kind = rng.choice(("once", "planted")) if extra else "once"
    return _task(rng, primary, secondary, rows, [_bounds(rng, kind, cover) for cover in covers])


def _option(rng: Random, items: int, primary: int, paints: int) -> Row:
    width = min(items, rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4)))
    return [
        (item, 0 if item < primary else rng.choice((0, 1, rng.randint(1, paints))))
        for item in rng.sample(range(items), width)
    ]


def _bounds(rng: Random, kind: str, cover: int) -> tuple[int, int]:
    """Return how often an item is covered that the planted options cover `cover` times."""
    if kind == "once" or (kind == "wild" and rng.random() < 0.4):
        return 1, 1
    if kind == "planted":
        return max(cover - rng.choice((0, 0, 1, 2)), 0), cover + rng.choice((0, 0, 1))
    low = rng.randint(0, 3)
    return low, low + rng.choice((0, 0, 1, 2))


def _task(
    rng: Random, primary: int, secondary: int, rows: list[Row], bounds: list[tuple[int, int]]
) -> Task:
    matrix = ExactCover(
        primary=primary,
        items=[f"i{k}" for k in range(primary + secondary)],
        starts=np.cumsum([0, *map(len, rows)]),
        members=[item for row in rows for item, _ in row],
        colors=[color for row in rows for _, color in row],
        costs=_costs(rng, len(rows)),
        low=[*(low for low, _ in bounds), *([0] * secondary)],
        high=[*(high for _, high in bounds), *([1] * secondary)],
    )
    given: Options = ()
    forbidden: frozenset[int] = frozenset()
    if rows and rng.random() < 0.4:
        given = tuple(rng.sample(range(len(rows)), min(len(rows), rng.choice((0, 1, 1, 2)))))
        forbidden = frozenset(rng.sample(range(len(rows)), min(len(rows), rng.choice((0, 1, 2)))))
    selections = tuple(
        tuple(rng.sample(range(len(rows)), min(len(rows), rng.choice((0, 1, 1, 2)))))
        for _ in range(rng.randint(1, 5))
    )
    return Task(matrix, given, forbidden, selections)


def _costs(rng: Random, number: int) -> list[int]:
    size = rng.choice((0, 0, 1, 9, 9, 1000, 1 << 40))
    least = rng.choice((-size, 0))
    return [rng.randint(least, size) for _ in range(number)]
