"""One solution, or the best: ever better ones, each verified; the last one is the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...models.errors import WrongAnswer
from ..contract.batch import Options, singly
from ..contract.near import NearDeadline
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Interrupted, Result
from ..contract.solver import Solver
from .running import RunningSearch, answered
from .search import Search

__all__ = ["answer", "better_ones", "first_alone"]

HALF = 0.5  # of the time, where a second solver has to say the same


def answer(search: Search) -> Result:
    """Return a solution, the best one where there are costs."""
    return answered(search, _solved, lambda late: late)


def _solved(run: RunningSearch) -> Result:
    """Return the answer, or raise Interrupted with it."""
    agreed = run.query.needs_agreement
    found: Options | None = run.known or None
    try:
        run.tell()
        query = run.sharing(HALF if agreed and run.priced else 1.0)
        for found in better_ones(run, query):
            _note(run, found)
        result = run.solved(found)
    except KeyboardInterrupt:
        raise Interrupted(run.solved(found)) from None
    if not agreed:
        return result
    from .confirmed import confirmed_solution

    return confirmed_solution(run.unbroken(), result)


def _note(run: RunningSearch, found: Options) -> None:
    """Let whoever watches know of a solution."""
    if run.watch is None:
        return
    known: dict[str, Any] = {"found": run.watch.known.get("found", 0) + 1}
    if run.has_objective:
        known["best"] = run.in_words(run.matrix.cost(found))
    run.watch.note(**known)


def better_ones(run: RunningSearch, query: Query) -> Iterator[Options]:
    """Yield solutions, each cheaper than all before; without costs the last one is the answer.

    The hint is the first of them. They end once one is near enough, where the run says what that
    is.

    Raises WrongAnswer for one that is no solution or no cheaper than the one that its solver told
    before, and where the solver denies that there is one though the hint is.
    """
    known, matrix = run.known, run.matrix
    priced, name = run.priced, run.solver.full_name
    least = matrix.cost(known) if known and priced else None
    if run.near is not None and priced:
        enough = NearDeadline(query.deadline, lambda: run.is_near(least))
        query = replace(query, deadline=enough)
    if known:
        yield known
    before: int | None = None
    told = False
    solver, progress = run.solver, run.progress
    stream = (
        singly(solver.improving(query, progress))
        if priced
        else first_alone(solver, query, progress)
    )
    for options in run.verified(stream):
        told, cost = True, matrix.cost(options)
        if priced and before is not None and cost >= before:
            raise WrongAnswer(f"solver {name}: a solution of cost {cost} after one of {before}")
        before = cost
        if (least is None or cost < least) if priced else not known:
            least = cost
            yield options
    if known and not told and run.progress.complete:
        raise WrongAnswer(f"solver {name}: there is no solution, it says, but the hint is one")


def first_alone(solver: Solver, query: Query, progress: Progress) -> Iterator[list[Options]]:
    """Yield the solver's first solution, alone, if there is one."""
    options = solver.first(query, progress)
    if options is not None:
        yield [options]
