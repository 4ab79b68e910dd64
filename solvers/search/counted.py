"""How many solutions there are: by the solver, by workers, with a checkpoint, by classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..contract.query import Query
from ..contract.result import Interrupted, Result
from .running import RunningSearch, answered
from .search import Search
from .workers.workers_at import workers_at

if TYPE_CHECKING:
    from .workers.pool import Pool

__all__ = ["answer"]

HALF = 0.5  # of the time, where a second solver has to say the same


def answer(search: Search) -> Result:
    """Return the count; with symmetries that of the classes."""
    if search.settings.symmetries is None:
        return answered(search, _counted, lambda late: late)
    from .classes.class_count import count_classes

    return count_classes(search)


def _counted(run: RunningSearch) -> Result:
    """Return the count, or raise Interrupted with it."""
    progress, agreed = run.progress, run.query.needs_agreement
    try:
        with workers_at(run.search.settings.on, run.query.deadline) as pool:
            run.tell()
            query = run.sharing(HALF if agreed else 1.0)
            result = run.counted(run.whole(_number(run, query, pool)))
    except KeyboardInterrupt:
        raise Interrupted(run.counted(progress.found)) from None
    if not agreed:
        return result
    from .confirmed import confirmed_count

    return confirmed_count(run, result)


def _number(run: RunningSearch, query: Query, pool: Pool | None) -> object:
    """Let the solver count, be it with a checkpoint or by workers elsewhere."""
    solver, progress, checkpoint = run.solver, run.progress, run.search.settings.checkpoint
    if checkpoint is not None:
        from .checkpoint.counting import count_with_checkpoint

        return count_with_checkpoint(solver, query, progress, checkpoint, run.title, pool)
    if pool is None:
        return solver.count(query, progress)
    from .checkpoint.counting import count_on_workers

    return count_on_workers(solver, query, progress, pool)
