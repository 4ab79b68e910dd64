"""Small random matrices with everything that a matrix can have; brute force knows all about them.

Colors, multiplicities ([0,0] too), costs, empty options, duplicate options, secondary items alone,
the empty matrix. A solution is planted in most of them, or hardly one would have any. The
second part draws weights, wide bounds and conditions too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np

from ....models.matrix.conditions import DIRECTED, KINDS, OF_VERTICES, Clause, GraphRule, Statement
from ....models.matrix.exact_cover import ExactCover
from ....models.symmetry.symmetries import Symmetries
from ...contract.batch import Options
from ..task import Task

__all__ = [
    "medium_matrix",
    "small_blocks",
    "small_conditions",
    "small_matrix",
    "small_partition",
    "small_sums",
]

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
    size = rng.choice((0, 0, 1, 9, 9, 1000, 1 << 40))
    least = rng.choice((-size, 0))
    matrix = ExactCover(
        primary=primary,
        items=[f"i{k}" for k in range(primary + secondary)],
        starts=np.cumsum([0, *map(len, rows)]),
        members=[item for row in rows for item, _ in row],
        colors=[color for row in rows for _, color in row],
        costs=[rng.randint(least, size) for _ in rows],
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


# ---- More than exact covers: weights, wide bounds, conditions ------------------------------------
#
# Weights are of one size or several (1 and -1 alone, which make clauses; some around 2^31), bounds
# come from a planted set of options, from anywhere, or are as wide as they may be. Conditions are
# graph rules of every kind, on small graphs whose elements the options choose, and statements,
# with a clause of their own or without. Brute force knows all about them.


WIDEST = 1 << 62  # what a bound may be
HEAVIEST = (1 << 31) - 1
PALETTES: tuple[tuple[int, ...], ...] = (
    (1, -1),
    (1, -1),
    (1, 2),
    (1, 2, 3, 5, -1, -2, -4),
    (2, 4, 6, -2),
    (-1, -3),
    (7, 10**6, -(10**6), 999_983),
    (HEAVIEST, -HEAVIEST, 1, HEAVIEST - 1),
)


def small_sums(rng: Random) -> Task:
    """A small matrix in which some items, or all, bound a weighted sum."""
    task = (small_matrix if rng.random() < 0.7 else small_partition)(rng)
    matrix = task.matrix
    if not matrix.options or not matrix.primary:
        return task
    share = rng.choice((0.2, 0.6, 1.0))
    chosen = {item for item in range(matrix.primary) if rng.random() < share}
    palette = rng.choice(PALETTES)
    weights = [rng.choice(palette) if item in chosen else 1 for item in matrix.members.tolist()]
    planted = {k for k in range(matrix.options) if rng.random() < 0.4}
    low, high = matrix.low.tolist(), matrix.high.tolist()
    owners = matrix.owners().tolist()
    for item in chosen:
        mine = [
            (owner, weight)
            for owner, member, weight in zip(owners, matrix.members.tolist(), weights, strict=True)
            if member == item
        ]
        if all(weight == 1 for _, weight in mine):
            continue
        total = sum(weight for owner, weight in mine if owner in planted)
        low[item], high[item] = _wide_bounds(rng, [weight for _, weight in mine], total)
    weighted = matrix.replaced(weights=weights, low=low, high=high)
    return replace(task, matrix=weighted, symmetries=None)


def _wide_bounds(rng: Random, weights: list[int], total: int) -> tuple[int, int]:
    """Return bounds on the sum of these weights; the planted ones come to `total`."""
    least, most = sum(w for w in weights if w < 0), sum(w for w in weights if w > 0)
    some = abs(rng.choice(weights))
    match rng.choice(("exact", "near", "clause", "clause", "least", "most", "wild", "wide")):
        case "exact":
            return total, total
        case "near":
            return total - rng.choice((0, 1, some)), total + rng.choice((0, 1, some))
        case "clause":
            return least + 1, most
        case "least":
            return total, rng.choice((most, most + 1, WIDEST))
        case "most":
            return rng.choice((least, least - 1, -WIDEST)), total
        case "wild":
            first, second = rng.randint(least - 1, most + 1), rng.randint(least - 1, most + 1)
            return min(first, second), max(first, second)
        case _:
            return -WIDEST, WIDEST


def small_conditions(rng: Random) -> Task:
    """A small matrix, perhaps with weights, and one to three conditions."""
    task = small_sums(rng) if rng.random() < 0.3 else small_matrix(rng)
    matrix = task.matrix
    rules = [_graph_rule(rng, matrix.options, n) for n in range(rng.choice((0, 1, 1, 2)))]
    some = rng.choice((0, 1) if rules else (1, 1, 2))
    statements = []
    for number in range(some):
        over = sorted(rng.sample(range(matrix.options), rng.randint(0, matrix.options)))
        holds, clause = rng.choice((_remainder, _not_both, _somebody))(rng, over)
        statements.append(Statement(f"statement {number + 1}", holds, over, clause))
    loose = rng.random() < 0.3 and matrix.options <= 8  # whatever is chosen, the conditions decide
    bounds = {"low": np.minimum(matrix.low, 0)} if loose and not matrix.has_weights else {}
    matrix = matrix.replaced(graph_rules=rules, statements=statements, **bounds)
    return replace(task, matrix=matrix, symmetries=None)


def _graph_rule(rng: Random, options: int, number: int) -> GraphRule:
    """Draw a graph, and what of it each option chooses; some options nothing, some several."""
    kind = rng.choice(KINDS)
    vertices = rng.randint(1, 6)
    pairs = [(a, b) for a in range(vertices) for b in range(vertices) if a != b]
    if kind not in DIRECTED:
        pairs = [(a, b) for a, b in pairs if a < b]
    edges = rng.sample(pairs, rng.randint(0, len(pairs)))
    if edges and rng.random() < 0.2:
        edges.append(rng.choice(edges))  # one that is parallel
    elements = vertices if kind in OF_VERTICES else len(edges)
    chooses = [
        (option, place)
        for option in range(options)
        for place in rng.sample(range(elements), min(elements, rng.choice((0, 1, 1, 1, 2))))
    ]
    roots: list[int] = []
    if kind in ("reachable", "reachable_by_arcs"):
        roots = rng.sample(range(vertices), rng.randint(0, min(2, vertices)))
    if kind == "path" and vertices > 1 and rng.random() < 0.5:
        roots = rng.sample(range(vertices), 2)
    tails, heads = np.array(edges, np.int32).reshape(-1, 2).T
    of, places = np.array(chooses, np.int32).reshape(-1, 2).T
    ends = np.array(roots, np.int32)
    return GraphRule(f"{kind} {number + 1}", kind, vertices, tails, heads, of, places, ends)


Holds = Callable[[tuple[int, ...]], bool]
Drawn = tuple[Holds, Callable[[tuple[int, ...]], Clause] | None]


def _remainder(rng: Random, over: list[int]) -> Drawn:
    """The numbers of the chosen options come to anything but one remainder."""
    modulus = rng.randint(2, 4)
    wrong = rng.randrange(modulus)
    return lambda chosen: sum(chosen) % modulus != wrong, None


def _not_both(rng: Random, over: list[int]) -> Drawn:
    """Some two are not chosen together; the clause says just that."""
    pair = sorted(rng.sample(over, 2)) if len(over) > 1 else over

    def clause(chosen: tuple[int, ...]) -> Clause:
        return Clause.of(pair)

    return lambda chosen: len(pair) < 2 or not set(pair) <= set(chosen), clause


def _somebody(rng: Random, over: list[int]) -> Drawn:
    """Some option, if it is chosen, needs one of some others."""
    if len(over) < 2:
        return lambda chosen: True, None
    first, *others = rng.sample(over, rng.randint(2, len(over)))

    def clause(chosen: tuple[int, ...]) -> Clause:
        return Clause.of([first], others)

    return lambda chosen: first not in chosen or not set(others).isdisjoint(chosen), clause
