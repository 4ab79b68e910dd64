"""Whether two matrices say the same, whatever their items, colors and options are called.

A puzzle may be described in several ways: a sudoku as the layer's table of digits, or as a
`Sudoku`. A format holds it if the matrix that its text comes to is the same but for names, and
perhaps for the order in which the items stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from ..matrix.exact_cover import ExactCover

__all__ = ["reordered", "same_arrays", "same_cover"]

_ARRAYS = ("starts", "members", "colors", "costs", "low", "high", "weights")


def same_arrays(first: ExactCover, second: ExactCover) -> bool:
    """Whether two matrices are the same but for the names of items, colors and options."""
    return first is second or (
        first.primary == second.primary
        and first.conditions == second.conditions
        and all(np.array_equal(getattr(first, name), getattr(second, name)) for name in _ARRAYS)
    )


def same_cover(first: ExactCover, second: ExactCover) -> bool:
    """Whether the options of two matrices, in their order, are in items of the same kinds.

    So every set of options is a solution of both or of neither, and costs the same.
    """
    if same_arrays(first, second):
        return True
    sizes = (first.options, first.primary, len(first.items), len(first.members))
    if sizes != (second.options, second.primary, len(second.items), len(second.members)):
        return False
    if not np.array_equal(first.costs, second.costs) or first.conditions != second.conditions:
        return False
    return Counter(_items(first)) == Counter(_items(second))


def reordered(matrix: ExactCover, order: Sequence[int]) -> ExactCover:
    """Return the matrix with its options in another order, in which `order` has their numbers."""
    options = np.array(order, np.int64)
    sizes = np.diff(matrix.starts)[options]
    ends = np.cumsum(sizes)
    entries = np.arange(ends[-1]) + np.repeat(matrix.starts[options] - (ends - sizes), sizes)
    numbers = {option: number for number, option in enumerate(order)}
    return matrix.replaced(
        starts=np.concatenate([[0], ends]).astype(np.int32),
        members=matrix.members[entries],
        colors=matrix.colors[entries],
        weights=matrix.weights[entries],
        costs=matrix.costs[options],
        labels=[matrix.labels[option] for option in order],
        graph_rules=[rule.renumbered(numbers) for rule in matrix.graph_rules],
        statements=[statement.renumbered(numbers) for statement in matrix.statements],
    )


def _items(matrix: ExactCover) -> Iterator[Hashable]:
    """Yield what each item is: its kind, its bounds, its options, colors renumbered, weights."""
    options = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))
    order = np.argsort(matrix.members, kind="stable")
    cuts = np.searchsorted(matrix.members[order], np.arange(1, len(matrix.items)))
    chosen, colors = np.split(options[order], cuts), np.split(matrix.colors[order], cuts)
    weights = np.split(matrix.weights[order], cuts)
    for item, (low, high) in enumerate(zip(matrix.low.tolist(), matrix.high.tolist(), strict=True)):
        numbers = {0: 0}
        tints = tuple(numbers.setdefault(color, len(numbers)) for color in colors[item].tolist())
        weighed = weights[item].tobytes()
        yield item < matrix.primary, low, high, chosen[item].tobytes(), tints, weighed
