"""The k best solutions by workers, each of which is told what is to be beaten.

A part of the tree is searched for its own k best, by the prices of its own linear program, for a
slice of time; its bound may show at once that it holds nothing better than what is known. Where the
slice does not do, the part is cut: the engine that lists all solutions takes some steps in it, and
what it has found and what it leaves are the part. What was searched in vain then is lost; it is no
more than a slice for each cut. A task carries the cost of the k-th best that was known when it was
given out, and a slice is short, so all soon know of a better one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress

from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.goal import Goal
from ...contract.progress import Progress
from ...contract.query import Query
from .coordinator import Coordinator
from .pool import Pool
from .prepared import load_of

__all__ = ["best_by_workers"]


def best_by_workers(
    solver: str, query: Query, progress: Progress, k: int, pool: Pool
) -> Iterator[Options]:
    """Yield the k cheapest solutions, the cheapest first, once that is proved."""
    matrix = query.matrix
    kept: dict[Options, int] = {}
    with suppress(Stopped):
        search = Coordinator(load_of(Goal.RANKED, solver, query, k), pool, query.deadline)
        with closing(search.results()) as results:
            for done in results:
                progress.add_effort(Progress(nodes=done.nodes, updates=done.updates))
                progress.share = search.share
                for options in done.batch or ():
                    kept[tuple(sorted(options))] = matrix.cost(options)
                kept = dict(sorted(kept.items(), key=lambda one: one[1])[:k])
                if len(kept) == k:
                    search.bar = max(kept.values())
        if search.complete:
            progress.complete = True
            progress.share = 1.0
            yield from kept
