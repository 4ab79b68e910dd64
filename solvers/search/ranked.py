"""The question `best`: the k cheapest solutions, in order.

It is answered by solvers that can enumerate by cost: those with a method `best_solutions`, as
`dlx` has. Everything else is as in run.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...models.errors import Unsupported, WrongAnswer
from ..contract.batch import Options, closing_stream, singly
from ..registry import get_solver
from ..second_opinion.no_better import RanksSolutions
from .running import RunningSearch, answered
from .search import Search
from .stream import Solutions
from .workers.workers_at import workers_at

__all__ = ["RanksSolutions", "answer"]


def answer(search: Search) -> Solutions:
    """Return the stream of the k best solutions."""
    chosen, k = get_solver(search.settings.solver), search.settings.k
    if not isinstance(chosen, RanksSolutions):
        raise Unsupported(f"solver {chosen.full_name} does not support the k best solutions")

    def ranked(run: RunningSearch) -> Solutions:
        found = _found(run, chosen, k)
        return Solutions(run, singly(_ascending(run, found, k)), best=k)

    return answered(search, ranked, Solutions)


def _found(run: RunningSearch, chosen: RanksSolutions, k: int) -> Iterator[Options]:
    """Return the solutions as they are found, be it by workers elsewhere."""
    on = run.search.settings.on
    if on is None:
        return chosen.best_solutions(run.query, run.progress, k)
    from .checkpoint.counting import require_parts

    require_parts(run.solver, run.query, "on=")
    return _found_by_workers(run, k)


def _found_by_workers(run: RunningSearch, k: int) -> Iterator[Options]:
    from .workers.ranking import best_by_workers

    name, query = run.solver.full_name, run.query
    with workers_at(run.search.settings.on, query.deadline) as pool:
        assert pool is not None  # for the type checker
        yield from best_by_workers(name, query, run.progress, k, pool)


def _ascending(run: RunningSearch, stream: Iterator[Options], k: int) -> Iterator[Options]:
    """Yield what comes. Raises WrongAnswer for one too many, or one cheaper than the one before."""
    name, last = run.solver.full_name, None
    with closing_stream(stream) as found:
        for number, options in enumerate(found):
            cost = run.matrix.cost(options)
            if number == k:
                raise WrongAnswer(f"solver {name}: more than the {k} solutions that were wanted")
            if last is not None and cost < last:
                raise WrongAnswer(f"solver {name}: a solution of cost {cost} after one of {last}")
            last = cost
            yield options
