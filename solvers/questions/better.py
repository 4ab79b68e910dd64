"""Better and better solutions of one question, each verified; the hint is the first of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...models.errors import WrongAnswer
from ..contract.batch import Options, singly
from ..contract.near import NearDeadline
from ..contract.query import Query
from .question import Question

__all__ = ["better_ones"]


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
    for options in question.verified(_told(question, query)):
        told, cost = True, matrix.cost(options)
        if priced and before is not None and cost >= before:
            raise WrongAnswer(f"solver {name}: a solution of cost {cost} after one of {before}")
        before = cost
        if not priced or least is None or cost < least:
            least = cost
            yield options
    if known and not told and question.progress.complete:
        raise WrongAnswer(f"solver {name}: there is no solution, it says, but the hint is one")


def _told(question: Question, query: Query) -> Iterator[list[Options]]:
    """Yield what the solver tells, each alone; without costs one solution, if there is one."""
    if question.matrix.has_costs:
        yield from singly(question.solver.improving(query, question.progress))
        return
    options = question.solver.first(query, question.progress)
    if options is not None:
        yield [options]
