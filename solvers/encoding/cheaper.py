"""Improving solutions: keep what is cheaper than all before, and note what that proves.

Solvers of other makers report a solution now and then that is no better than the last one, and
their costs pass through floating point. Here the costs are added up again, in integers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query

__all__ = ["cheaper", "raise_bound"]


def cheaper(
    query: Query, progress: Progress, found: Generator[Options, None, bool | None]
) -> Iterator[Options]:
    """Yield the solutions of `found` that are cheaper than all before.

    `found` returns whether everything was searched; then the last solution's cost is the bound.
    """
    best: int | None = None
    try:
        while True:
            options = next(found)
            cost = query.matrix.cost(options)
            if best is None or cost < best:
                best = cost
                yield options
    except StopIteration as end:
        progress.complete = bool(end.value)
    finally:
        found.close()
    if progress.complete and best is not None:
        progress.bound = best


def raise_bound(progress: Progress, bound: int) -> None:
    """Note that no solution costs less than `bound`."""
    progress.bound = bound if progress.bound is None else max(progress.bound, bound)
