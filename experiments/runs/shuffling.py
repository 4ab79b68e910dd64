"""A matrix with its items, its options and the entries of each option in another order.

How long a search takes hangs on the order in which ties come; several orders of one instance show
how much of a difference between two solvers is luck. Primary items stay before secondary ones. Each
option keeps its number, so that solutions are written in the numbers of the matrix as it was read,
and their digest is that of any other order.

Which of several items with the fewest options a search branches on is the first of them, too, so an
order of the items is a rule for ties: `with_items`.

The orders are drawn by NumPy's `RandomState`, whose numbers are the same in every version.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...models.matrix.exact_cover import ExactCover
from ...solvers.contract.batch import Batch, Options

__all__ = ["Ordered", "bare", "shuffled", "with_items"]

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Ordered:
    """A matrix with a selection, made of another one.

    given  of its own options
    old    int64[options]; which option of the other matrix each one is
    """

    matrix: ExactCover
    given: Options
    old: Ints

    def back(self, batch: Batch) -> Batch:
        """Return solutions in the numbers of the other matrix, ascending."""
        return Batch(batch.starts, self.old[batch.options]).ascending()


def bare(matrix: ExactCover, given: Iterable[int], forbidden: Iterable[int] = ()) -> Ordered:
    """Return the matrix without what is forbidden."""
    never, chosen = set(forbidden), tuple(given)
    kept = np.ones(matrix.options, bool)
    kept[list(never)] = False
    old = np.flatnonzero(kept).astype(np.int64)
    if not never.isdisjoint(chosen):
        return Ordered(matrix.selected(chosen, never), (), old)  # which has no solution
    whole = matrix if kept.all() else matrix.part(options=kept)
    return Ordered(whole, _renumbered(chosen, old), old)


def shuffled(ordered: Ordered, seed: int) -> Ordered:
    """Return it in an order that is drawn by the seed."""
    matrix, draws = ordered.matrix, np.random.RandomState(seed)
    secondary = len(matrix.items) - matrix.primary
    items = np.concatenate(
        (draws.permutation(matrix.primary), matrix.primary + draws.permutation(secondary))
    ).astype(np.int64)
    options = draws.permutation(matrix.options).astype(np.int64)
    return _moved(ordered, items, options, draws.random_sample(len(matrix.members)))


def with_items(ordered: Ordered, rule: str) -> Ordered:
    """Return it with its primary items in an order of ITEM_ORDERS; ties stay as they are."""
    matrix = ordered.matrix
    degrees = np.bincount(matrix.members, minlength=len(matrix.items))
    owners = matrix.owners()
    meets = np.bincount(owners, degrees[matrix.members], matrix.options)  # each other one, and it
    busy = np.bincount(matrix.members, meets[owners], len(matrix.items))
    ranks = {
        "reversed": -np.arange(len(matrix.items)),
        "rarest": degrees,
        "commonest": -degrees,
        "busiest": -busy,
    }
    items = np.arange(len(matrix.items))
    items[: matrix.primary] = np.argsort(ranks[rule][: matrix.primary], kind="stable")
    options, entries = np.arange(matrix.options), np.arange(len(matrix.members))
    return _moved(ordered, items, options, entries)


def _moved(ordered: Ordered, items: Ints, options: Ints, ranks: Any) -> Ordered:
    """Return it with items and options in an order, and the entries of each option by their ranks.

    items, options  which one is the first, the second ...
    """
    matrix = ordered.matrix
    owners = _inverse(options)[matrix.owners()]
    entries = np.lexsort((ranks, owners))
    sizes = np.diff(matrix.starts)[options]
    changes: dict[str, Any] = {}
    if matrix.conditions:
        numbers = {old: new for new, old in enumerate(options.tolist())}
        changes["graph_rules"] = [rule.renumbered(numbers) for rule in matrix.graph_rules]
        changes["statements"] = [statement.renumbered(numbers) for statement in matrix.statements]
    reordered = matrix.replaced(
        items=[matrix.items[item] for item in items.tolist()],
        starts=np.concatenate(([0], np.cumsum(sizes))),
        members=_inverse(items)[matrix.members[entries]],
        colors=matrix.colors[entries],
        weights=matrix.weights[entries] if matrix.has_weights else None,
        costs=matrix.costs[options],
        low=matrix.low[items],
        high=matrix.high[items],
        labels=None,
        **changes,
    )
    return Ordered(reordered, _renumbered(ordered.given, options), ordered.old[options])


def _inverse(order: Ints) -> Ints:
    inverse = np.empty_like(order)
    inverse[order] = np.arange(len(order))
    return inverse


def _renumbered(options: Iterable[int], old: Ints) -> Options:
    """Return the places of options in an order; one that is not there has none."""
    places = {option: place for place, option in enumerate(old.tolist())}
    return tuple(places[option] for option in options)
