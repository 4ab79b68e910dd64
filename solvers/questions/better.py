"""Better and better solutions of one question, each verified; the hint is the first of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...models.errors import WrongAnswer
from ..contract.batch import Options, singly
from ..contract.near import NearDeadline
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from .question import Question

__all__ = ["better_ones", "first_alone"]


def better_ones(question: Question, query: Query) -> Iterator[Options]:
    """Yield solutions, each cheaper than all before; without costs the last one is the answer.

    They end once one is near enough, where the question says what that is.

    Raises WrongAnswer for one that is no solution or no cheaper than the one that its solver told
    before, and where the solver denies that there is one though the hint is.
    """
    known, matrix = question.known, question.matrix
    priced, name = matrix.has_costs, question.solver.full_name
    least = matrix.cost(known) if known and priced else None
    if question.near is not None and priced:
        enough = NearDeadline(query.deadline, lambda: question.is_near(least))
        query = replace(query, deadline=enough)
    if known:
        yield known
    before: int | None = None
    told = False
    solver, progress = question.solver, question.progress
    stream = (
        singly(solver.improving(query, progress))
        if priced
        else first_alone(solver, query, progress)
    )
    for options in question.verified(stream):
        told, cost = True, matrix.cost(options)
        if priced and before is not None and cost >= before:
            raise WrongAnswer(f"solver {name}: a solution of cost {cost} after one of {before}")
        before = cost
        if (least is None or cost < least) if priced else not known:
            least = cost
            yield options
    if known and not told and question.progress.complete:
        raise WrongAnswer(f"solver {name}: there is no solution, it says, but the hint is one")


def first_alone(solver: Solver, query: Query, progress: Progress) -> Iterator[list[Options]]:
    """Yield the solver's first solution, alone, if there is one."""
    options = solver.first(query, progress)
    if options is not None:
        yield [options]
