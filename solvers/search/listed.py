"""All solutions: found by the solver or by workers, one by one, as arrays, or one of each class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..contract.batch import Options
from .running import RunningSearch, answered
from .search import Search
from .stream import Batches, Solutions
from .workers.workers_at import workers_at

__all__ = ["answer"]


def answer(search: Search) -> Solutions | Batches:
    """Return the stream of all solutions: one by one, as arrays, or one of all that are alike."""
    kind: Callable[..., Solutions | Batches] = Batches if search.settings.arrays else Solutions
    if search.settings.symmetries is not None:
        from .classes.class_stream import OneOfEach

        kind = OneOfEach
    return answered(search, lambda run: kind(run, _found(run)), kind)


def _found(run: RunningSearch) -> Iterator[Sequence[Options]]:
    """Return the solutions as they are found, be it by workers elsewhere."""
    if run.search.settings.on is None:
        return run.solver.solutions(run.query, run.progress)
    from .checkpoint.counting import require_parts

    require_parts(run.solver, run.query, "on=")
    return _found_by_workers(run)


def _found_by_workers(run: RunningSearch) -> Iterator[Sequence[Options]]:
    from .checkpoint.counting import searcher
    from .checkpoint.worker_run import solutions_by_workers

    solver = searcher(run.solver, run.query)
    with workers_at(run.search.settings.on, run.query.deadline) as pool:
        assert pool is not None  # for the type checker
        yield from solutions_by_workers(solver, run.query, run.progress, pool)
