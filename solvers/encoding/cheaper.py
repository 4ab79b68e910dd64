"""Improving solutions: keep what is cheaper than all before, and note what that proves.

Solvers of other makers report a solution now and then that is no better than the last one, and
their costs pass through floating point. Here the costs are added up again, in integers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..contract.solver import Options, Search

__all__ = ["cheaper", "raise_bound"]


def cheaper(search: Search, found: Generator[Options, None, bool | None]) -> Iterator[Options]:
    """Yield the solutions of `found` that are cheaper than all before.

    `found` returns whether everything was searched; then the last solution's cost is the bound.
    """
    best: int | None = None
    try:
        while True:
            options = next(found)
            cost = search.matrix.cost(options)
            if best is None or cost < best:
                best = cost
                yield options
    except StopIteration as end:
        search.complete = bool(end.value)
    finally:
        found.close()
    if search.complete and best is not None:
        search.bound = best


def raise_bound(search: Search, bound: int) -> None:
    """Note that no solution costs less than `bound`."""
    search.bound = bound if search.bound is None else max(search.bound, bound)
