"""The best solutions of a set, and how many solutions have each cost."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from ....models.errors import Unsupported
from ...contract.batch import Options
from ...native.memory import quarter_of_memory
from .tree import NO_OPTION, PRODUCT, TRUE

if TYPE_CHECKING:
    from ....models.matrix.arrays import Int64Array
    from ..._native import CountedTree
    from .tree import FoldedTree

__all__ = ["cheapest", "histogram"]

Stack = tuple[int, "Stack"] | None  # nodes still to be gone through
Chosen = tuple[int, "Chosen"] | None


def cheapest(
    costs: Int64Array, tree: FoldedTree, counted: CountedTree, k: int
) -> Iterator[Options]:
    """Yield the k cheapest solutions in order of cost; fewer where there are no more.

    The ways down the tree are gone best first: what a way has cost, and the least that is below
    it, is the cost of its best solution, so the first ways that come to their end are the best.
    """
    if not counted.count:
        return
    least = counted.least(costs)
    ties = count()
    heap: list[tuple[int, int, Stack, Chosen]] = []
    heappush(heap, (int(least[tree.root]), next(ties), (tree.root, None), None))
    while heap and k > 0:
        cost, _, stack, chosen = heappop(heap)
        while stack is not None and tree.kind_or_item[stack[0]] in (TRUE, PRODUCT):
            node, stack = stack
            for _, part in reversed(list(tree.below(node))):
                stack = (part, stack)
        if stack is None:
            k -= 1
            yield tuple(sorted((*tree.given, *_unwound(chosen))))
            continue
        node, stack = stack
        for option, child in tree.below(node):
            own = 0 if option == NO_OPTION else int(costs[option])
            more = own + int(least[child]) - int(least[node])
            made = chosen if option == NO_OPTION else (option, chosen)
            heappush(heap, (cost + more, next(ties), (child, stack), made))


def _unwound(chosen: Chosen) -> Iterator[int]:
    while chosen is not None:
        option, chosen = chosen
        yield option


def histogram(costs: Int64Array, tree: FoldedTree, counted: CountedTree) -> dict[int, int]:
    """Return how many solutions have each cost, ascending."""
    try:
        found, counts = counted.histogram(costs, quarter_of_memory())
    except OverflowError as error:
        raise Unsupported(f"histogram: {error}") from None
    base = int(costs[list(tree.given)].sum())
    return {base + cost: count for cost, count in zip(found.tolist(), counts, strict=True)}
