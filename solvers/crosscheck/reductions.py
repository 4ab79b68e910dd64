"""Smaller matrices made from a matrix: what delta debugging tries (smallest.py).

Each function returns a new matrix with less of something, and says nothing of its solutions. The
labels of the options go along, so that one can see where an option came from. Colors are numbered
anew in the order in which they come up, which is how DLX text numbers them: together with
`as_written` that makes every matrix here one that can be written down and read back unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...models.formats.matrix.dlx_text import writable
from ...models.matrix.exact_cover import BOUND_LIMIT, ExactCover
from ...models.matrix.parts import renumbered
from ...models.spelling import plain

__all__ = [
    "Booleans",
    "Int64s",
    "as_written",
    "closer_bounds",
    "committed",
    "halved",
    "merged",
    "part",
    "ranked",
    "size",
    "smaller_cost",
    "with_bounds",
    "with_costs",
    "with_or_without_emptied",
    "with_weights",
]

Booleans = npt.NDArray[np.bool_]
Int64s = npt.NDArray[np.int64]

FREED = 2  # options at a time that may become free to be chosen or not


def size(matrix: ExactCover) -> tuple[int, ...]:
    """Return how large a matrix is: one is smaller if the first number that differs is."""
    low, high = matrix.low[: matrix.primary], matrix.high[: matrix.primary]
    # Bounds may be as far from 1 as 2^62, and all of them more than 64 bits hold.
    bounds = sum(abs(bound - 1) for bound in (*low.tolist(), *high.tolist()))
    return (
        matrix.options,
        len(matrix.members),
        len(matrix.items),
        int((matrix.colors != 0).sum()),
        len(matrix.color_names),
        len(matrix.conditions),
        int((matrix.weights != 1).sum()),
        int(np.abs(matrix.weights.astype(np.int64)).sum()),
        bounds,
        int((matrix.costs != 0).sum()),
        int(np.abs(matrix.costs).sum()),
    )


def as_written(matrix: ExactCover) -> ExactCover:
    """Return the matrix as `read_dlx(write_dlx(matrix))` has it: the same in all but names.

    An option without items gets a secondary item of its own, which changes nothing.
    """
    empty = np.flatnonzero(np.diff(matrix.starts) == 0)
    names = [*map(plain, matrix.items), *(f"free{k + 1}" for k in empty.tolist())]
    return _build(
        matrix,
        matrix.owners(),
        matrix.members,
        matrix.colors,
        items=writable(names),
        color_names=writable(list(map(str, matrix.color_names))),
        low=np.concatenate((matrix.low, np.zeros(len(empty), np.int64))),
        high=np.concatenate((matrix.high, np.ones(len(empty), np.int64))),
        own=empty,
    )


def part(
    matrix: ExactCover,
    *,
    options: Booleans | None = None,
    entries: Booleans | None = None,
    items: Booleans | None = None,
    uncolored: Booleans | None = None,
    free: bool = False,
) -> ExactCover:
    """Return the options, entries and items that are kept; an item takes its entries with it.

    uncolored  entries (as numbered in `matrix`) that lose their color
    free       options that have no entries left stay, each with a secondary item of its own;
               else they go
    """
    owner = matrix.owners()
    kept = np.ones(matrix.options, bool) if options is None else options.copy()
    here = np.ones(len(matrix.items), bool) if items is None else items
    live = kept[owner] & here[matrix.members]
    if entries is not None:
        live &= entries
    colors = matrix.colors if uncolored is None else np.where(uncolored, 0, matrix.colors)
    left = np.bincount(owner[live], minlength=matrix.options)
    emptied = kept & (left == 0) & (np.diff(matrix.starts) > 0)
    kept &= ~emptied | free
    number = np.cumsum(here) - 1
    names = [name for name, there in zip(matrix.items, here.tolist(), strict=True) if there]
    own = np.flatnonzero(emptied) if free else np.zeros(0, np.int64)
    return _build(
        matrix,
        owner[live],
        number[matrix.members[live]],
        colors[live],
        weights=matrix.weights[live],
        kept=kept,
        primary=int(here[: matrix.primary].sum()),
        items=[*names, *_fresh(names, len(own))],
        low=np.concatenate((matrix.low[here], np.zeros(len(own), np.int64))),
        high=np.concatenate((matrix.high[here], np.ones(len(own), np.int64))),
        own=own,
    )


def with_or_without_emptied(
    matrix: ExactCover, *, entries: Booleans | None = None, items: Booleans | None = None
) -> Iterator[ExactCover]:
    """Yield a part without the options that have no entries left; then with them, if few.

    Such an option may be chosen or not: with each there are twice as many solutions.
    """
    bare = part(matrix, entries=entries, items=items)
    yield bare
    free = part(matrix, entries=entries, items=items, free=True)
    if free.options - bare.options <= FREED:
        yield free


def committed(matrix: ExactCover, chosen: Booleans) -> ExactCover | None:
    """Return what is left once some options are chosen: their items go, and what clashes.

    Every solution of it is a solution of `matrix` without those options. None: they clash, or there
    are conditions, which would have to know of them.
    """
    if matrix.conditions:
        return None
    owner, members, colors = matrix.owners(), matrix.members, matrix.colors
    mine, plainly = chosen[owner], colors == 0
    covers = np.zeros(len(matrix.items), np.int64)
    np.add.at(covers, members[mine & plainly], matrix.weights[mine & plainly])
    weighted = np.zeros(len(matrix.items), bool)
    weighted[members[matrix.weights != 1]] = True
    tint = np.zeros(len(matrix.items), np.int32)
    painted = mine & ~plainly
    tint[members[painted]] = colors[painted]
    wrong = ((covers > matrix.high) & ~weighted).any() or (
        tint[members[painted]] != colors[painted]
    ).any()
    if wrong or covers[members[painted]].any():
        return None
    high = matrix.high - covers
    full = (high == 0) & ~weighted
    dead = full[members] | ((tint[members] != 0) & (tint[members] != colors))
    live = ~chosen
    live[owner[dead]] = False
    low = matrix.low - covers
    left = np.zeros(len(matrix.items), bool)
    left[members[live[owner] & (matrix.weights != 1)]] = True
    if (weighted & ~left & (high < 0)).any():
        return None  # what is left cannot come down to it
    low, most = np.where(left, low, np.maximum(low, 0)), np.where(left, high, np.maximum(high, 1))
    # No bound lies beyond the limit, where none is reached either.
    rest = with_bounds(matrix, np.maximum(low, -BOUND_LIMIT), np.minimum(most, BOUND_LIMIT))
    return part(rest, options=live, items=((high > 0) | weighted) & (tint == 0), free=True)


def merged(matrix: ExactCover, pairs: Sequence[tuple[int, int]]) -> ExactCover | None:
    """Return the matrix with each pair of options made one, of all their items and both costs.

    None: some pair shares an item, but for a secondary one in the same color; or there are
    conditions, which know options by their numbers.
    """
    if matrix.conditions:
        return None
    rows = [dict(matrix.option(k)) for k in range(matrix.options)]
    owners, members = matrix.owners().tolist(), matrix.members.tolist()
    weights = dict(zip(zip(owners, members, strict=True), matrix.weights.tolist(), strict=True))
    for option, other in pairs:
        weights |= {(option, item): weights[other, item] for item in rows[other]}
    costs = matrix.costs.copy()
    kept = np.ones(matrix.options, bool)
    for option, other in pairs:
        shared = rows[option].keys() & rows[other].keys()
        if any(
            not rows[option][item] or rows[option][item] != rows[other][item] for item in shared
        ):
            return None
        rows[option] |= rows[other]
        rows[other] = {}
        costs[option] += costs[other]
        kept[other] = False
    return _build(
        matrix,
        np.repeat(np.arange(matrix.options), list(map(len, rows))),
        np.array([item for row in rows for item in row], np.int64),
        np.array([color for row in rows for color in row.values()], np.int64),
        weights=np.array(
            [weights[k, item] for k, row in enumerate(rows) for item in row], np.int64
        ),
        kept=kept,
        costs=costs,
    )


def with_costs(matrix: ExactCover, costs: Int64s) -> ExactCover:
    """Return the matrix with other costs."""
    return _build(matrix, matrix.owners(), matrix.members, matrix.colors, costs=costs)


def with_bounds(matrix: ExactCover, low: npt.ArrayLike, high: npt.ArrayLike) -> ExactCover:
    """Return the matrix with other multiplicities."""
    return _build(matrix, matrix.owners(), matrix.members, matrix.colors, low=low, high=high)


def with_weights(matrix: ExactCover, weights: npt.ArrayLike) -> ExactCover:
    """Return the matrix with other weights."""
    entries = matrix.owners(), matrix.members, matrix.colors
    return _build(matrix, *entries, weights=np.asarray(weights, np.int64))


def halved(matrix: ExactCover) -> ExactCover:
    """Return the matrix with half of each cost, rounded towards 0 but not to it."""
    costs = matrix.costs
    half = np.where(np.abs(costs) == 1, costs, np.sign(costs) * (np.abs(costs) // 2))
    return with_costs(matrix, half)


def ranked(matrix: ExactCover) -> ExactCover:
    """Return the matrix with the ranks of the costs: the one above 0 becomes 1, and so on."""
    ranks = np.unique(np.append(matrix.costs, 0))
    places = np.searchsorted(ranks, matrix.costs) - np.searchsorted(ranks, 0)
    return with_costs(matrix, places)


def smaller_cost(matrix: ExactCover, option: int) -> Iterator[ExactCover]:
    """Yield the matrix with a smaller cost of one option."""
    cost = int(matrix.costs[option])
    sign = 1 if cost > 0 else -1
    for smaller in dict.fromkeys((sign, sign * (abs(cost) // 2), cost - sign)):
        if 0 < abs(smaller) < abs(cost):
            costs = matrix.costs.copy()
            costs[option] = smaller
            yield with_costs(matrix, costs)


def closer_bounds(matrix: ExactCover, item: int) -> Iterator[ExactCover]:
    """Yield the matrix with a multiplicity of one item, or bounds on its sum, closer to [1, 1]."""
    low, high = int(matrix.low[item]), int(matrix.high[item])
    weighs = bool((matrix.weights[matrix.members == item] != 1).any())
    closer = (
        (low, max(low, 1)),
        (low // 2, high // 2),
        (low, (low + high) // 2),
        (low // 2, high),
        (low - 1, high - 1),
        (low, high - 1),
        (low - 1, high),
        (-(-low // 2), -(-high // 2)),
        (low + 1, high + 1),
    )
    for lower, other in dict.fromkeys(closer):
        if (weighs or lower >= 0) and lower <= other and (lower, other) != (low, high):
            bounds = matrix.low.copy(), matrix.high.copy()
            bounds[0][item], bounds[1][item] = lower, other
            yield with_bounds(matrix, *bounds)


def _fresh(names: Sequence[Any], number: int) -> list[str]:
    """Return so many names that are none of `names`."""
    taken, fresh = set(map(str, names)), list[str]()
    place = 0
    while len(fresh) < number:
        place += 1
        if f"free{place}" not in taken:
            fresh.append(f"free{place}")
    return fresh


def _build(
    matrix: ExactCover,
    owner: Int64s,
    members: npt.NDArray[np.integer[Any]],
    colors: npt.NDArray[np.integer[Any]],
    *,
    weights: npt.NDArray[np.integer[Any]] | None = None,
    kept: Booleans | None = None,
    own: Int64s | None = None,
    **changed: Any,
) -> ExactCover:
    """Return a matrix like another one, of the options that are kept and the entries given.

    weights  of the entries; None: as they are
    own      options without entries that get the last items, one each
    """
    weights = matrix.weights if weights is None else weights
    kept = np.ones(matrix.options, bool) if kept is None else kept
    items = changed.get("items", matrix.items)
    if own is not None and len(own):
        behind = np.searchsorted(owner, own)
        members = np.insert(members, behind, np.arange(len(items) - len(own), len(items)))
        colors = np.insert(colors, behind, 0)
        weights = np.insert(weights, behind, 1)
        owner = np.insert(owner, behind, own)
    sizes = np.bincount(owner, minlength=matrix.options)[kept]
    used, first, place = np.unique(colors[colors != 0], return_index=True, return_inverse=True)
    order = np.argsort(first)
    numbered = np.zeros(len(colors), np.int64)
    numbered[colors != 0] = (np.argsort(order) + 1)[place]
    names = changed.pop("color_names", matrix.color_names)
    labels = [matrix.labels[k] for k in np.flatnonzero(kept).tolist()]
    # Bounds may be below 0 only where there are weights.
    plain_items = np.ones(len(items), bool)
    plain_items[members[weights != 1]] = False
    low, high = (np.asarray(changed.pop(n, getattr(matrix, n)), np.int64) for n in ("low", "high"))
    return matrix.replaced(
        **renumbered(matrix, kept),
        **{
            "starts": np.concatenate(([0], np.cumsum(sizes))),
            "members": members,
            "colors": numbered,
            "weights": weights,
            "low": np.where(plain_items, np.maximum(low, 0), low),
            "high": np.where(plain_items, np.maximum(high, 0), high),
            "costs": changed.pop("costs", matrix.costs)[kept],
            "labels": labels,
            "color_names": [names[k - 1] for k in used[order].tolist()],
            **changed,
        },
    )
