"""Searches with one result: the best solution, or the number of solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from operator import index
from typing import Any

from ...models.errors import WrongAnswer
from ...models.spelling import numeral
from ..contract.batch import Options, singly
from ..contract.numbers import NearDeadline
from ..contract.query import Query
from ..contract.result import Interrupted, Result
from .running import RunningSearch, answered
from .search import Search

__all__ = ["better_solutions", "counted", "solved"]

HALF = 0.5  # of the time, if a second solver must agree


def solved(search: Search) -> Result:
    """Return a solution, or the best one if there are costs."""
    return answered(search, _solved, lambda late: late)


def counted(search: Search) -> Result:
    """Return the number of solutions; with symmetries the number of classes."""
    if search.settings.symmetries is None:
        return answered(search, _counted, lambda late: late)
    from .class_count import count_classes

    return count_classes(search)


def _solved(run: RunningSearch) -> Result:
    """Return the answer, or raise Interrupted with it."""
    agreed = run.query.needs_agreement
    best: Options | None = run.known or None
    try:
        run.log_solver()
        query = run.sharing(HALF if agreed and run.priced else 1.0)
        if run.priced:
            for best in better_solutions(run, query):
                _note(run, best)
        else:
            best = _any_solution(run, query)
            _note(run, best)
        result = run.solved(best)
    except KeyboardInterrupt:
        raise Interrupted(run.solved(best)) from None
    if not agreed:
        return result
    from .confirmed import confirmed_solution

    return confirmed_solution(run.unbroken(), result)


def _note(run: RunningSearch, solution: Options | None) -> None:
    """Report a solution to the watch, if there is one."""
    if run.watch is None or solution is None:
        return
    values: dict[str, Any] = {"found": run.watch.values.get("found", 0) + 1}
    if run.has_objective:
        values["best"] = run.in_words(run.query.matrix.cost(solution))
    run.watch.note(**values)


def _any_solution(run: RunningSearch, query: Query) -> Options | None:
    """Return the hint if it is a solution, else the solver's first solution.

    Raises WrongAnswer if the solver denies that there is a solution though the hint is one.
    """
    solution = run.first(query, run.progress)
    if solution is None:
        _require_no_denial(run)
    return run.known or solution


def better_solutions(run: RunningSearch, query: Query) -> Iterator[Options]:
    """Yield solutions, each cheaper than all before; without costs a single one.

    The hint is the first of them, if it is a solution. They end once one is near enough to the
    bound.

    Raises WrongAnswer for a wrong solution, for one that is no cheaper than the solver's last one,
    and if the solver denies that there is a solution though the hint is one.
    """
    hint, matrix, name = run.known, run.query.matrix, run.solver.full_name
    if not run.priced:
        if hint:
            yield hint
        solution = _any_solution(run, query)
        if solution is not None and not hint:
            yield solution
        return
    least = matrix.cost(hint) if hint else None
    if run.near is not None:
        enough = NearDeadline(query.deadline, lambda: run.is_near(least))
        query = replace(query, deadline=enough)
    if hint:
        yield hint
    last: int | None = None
    for options in run.verified(singly(run.solver.improving(query, run.progress))):
        cost = matrix.cost(options)
        if last is not None and cost >= last:
            raise WrongAnswer(f"solver {name}: a solution of cost {cost} after one of {last}")
        last = cost
        if least is None or cost < least:
            least = cost
            yield options
    if last is None:
        _require_no_denial(run)


def _require_no_denial(run: RunningSearch) -> None:
    if run.known and run.progress.complete:
        name = run.solver.full_name
        raise WrongAnswer(f"solver {name}: there is no solution, it says, but the hint is one")


def _counted(run: RunningSearch) -> Result:
    """Return the count, or raise Interrupted with it."""
    agreed = run.query.needs_agreement
    try:
        run.log_solver()
        query = run.sharing(HALF if agreed else 1.0)
        # The solver's count, perhaps with a checkpoint or by workers.
        settings, number = run.search.settings, None
        if settings.checkpoint is None and settings.on is None:
            number = run.solver.count(query, run.progress)
        else:
            from .checkpoint.counting import count_in_parts

            number = count_in_parts(run, query)
        try:
            count = index(number)
        except TypeError:
            raise WrongAnswer(
                f"solver {run.solver.full_name}: counts {number!r} solutions"
            ) from None
        if count < 0:
            raise WrongAnswer(f"solver {run.solver.full_name}: counts {numeral(count)} solutions")
        result = run.counted(count)
    except KeyboardInterrupt:
        raise Interrupted(run.counted(run.progress.found)) from None
    if not agreed:
        return result
    from .confirmed import confirmed_count

    return confirmed_count(run, result)
