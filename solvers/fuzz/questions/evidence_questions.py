"""The question whether answers are agreed upon: `solve`, `count` and `is_unique` want two solvers.

Each asks a solver of another kind, chosen by the library, and must not say more than both do. That
the two contradict each other is raised by the library itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...contract.evidence import Level
from ...contract.result import Result, Status
from ...contract.solver import Solver
from ...questions.queries import count as counted
from ...questions.queries import solve as solved
from ..ask import Ask, Context
from ..oracles.knowledge import Contradiction
from .puzzle_questions import problem_of, uniqueness

__all__ = ["EVIDENCE_QUESTIONS"]

LONGER = 10  # times the patience: the others take a while to begin


def agreed(ask: Ask, solver: Solver, context: Context) -> bool:
    """What do two solvers of different kinds agree on?"""
    seconds = LONGER * context.patience
    answered = [
        agreed_solution(ask, solver, context, seconds),
        agreed_count(ask, solver, context, seconds),
        uniqueness(ask, solver, context, seconds, "agreed"),
    ]
    return all(answered)


def agreed_solution(ask: Ask, solver: Solver, context: Context, seconds: float) -> bool:
    """A solution, the best one or that there is none."""
    who, matrix = str(ask), context.task.matrix
    problem, numbers = problem_of(context.task)
    result = solved(problem, solver, time_limit=seconds, evidence="agreed")
    if result.options is not None:
        shown = context.knowledge.solution([numbers[k] for k in result.options], who)
        if result.status is Status.OPTIMAL and matrix.has_costs:
            context.knowledge.bound(matrix.cost(shown), who)
    if result.status is Status.INFEASIBLE:
        context.knowledge.at_most(0, who)
    done = result.status in (Status.INFEASIBLE, Status.OPTIMAL)
    require_agreement(result, who, needed=done)
    return done


def agreed_count(ask: Ask, solver: Solver, context: Context, seconds: float) -> bool:
    """How many solutions there are."""
    who = str(ask)
    problem, _ = problem_of(context.task)
    result = counted(problem, solver, time_limit=seconds, evidence="agreed")
    context.knowledge.at_least(result.count or 0, who)
    if result.complete:
        context.knowledge.at_most(result.count or 0, who)
    require_agreement(result, who, needed=result.complete)
    return result.complete


def require_agreement(result: Result, who: str, *, needed: bool) -> None:
    """Raise Contradiction for an answer that is given out without the evidence it was to have."""
    if needed and result.evidence < Level.AGREED:
        raise Contradiction(f"{result.status}, but {result.evidence}", who)


EVIDENCE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {"agreed": agreed}
