"""The questions whether answers are agreed upon, or certified: `solve`, `count` and `is_unique`.

Each asks a solver of another kind, chosen by the library, or for a certificate, and must not say
more than is had. That somebody contradicts the solver is raised by the library itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...contract.evidence import Level
from ...contract.result import Result, Status
from ...contract.solver import Solver
from ...search.verbs import count as counted
from ...search.verbs import solve as solved
from ..ask import Ask, Context
from ..oracles.knowledge import Contradiction
from .puzzle_questions import problem_of, uniqueness

__all__ = ["EVIDENCE_QUESTIONS"]

LONGER = 10  # times the patience: the others take a while to begin


def agreed(ask: Ask, solver: Solver, context: Context) -> bool:
    """What do two solvers of different kinds agree on?"""
    return _answered(ask, solver, context, Level.AGREED)


def certified(ask: Ask, solver: Solver, context: Context) -> bool:
    """What is certified?"""
    return _answered(ask, solver, context, Level.CERTIFIED)


def _answered(ask: Ask, solver: Solver, context: Context, level: Level) -> bool:
    seconds = LONGER * context.patience
    # A solution, the best one or that there is none.
    who, matrix = str(ask), context.task.matrix
    problem, numbers = problem_of(context.task)
    result = solved(problem, solver, time_limit=seconds, evidence=level)
    if result.options is not None:
        shown = context.knowledge.solution([numbers[k] for k in result.options], who)
        if result.status is Status.OPTIMAL and matrix.has_costs:
            context.knowledge.bound(matrix.cost(shown), who)
    if result.status is Status.INFEASIBLE:
        context.knowledge.at_most(0, who)
    done = result.status in (Status.INFEASIBLE, Status.OPTIMAL)
    _require(result, who, level, needed=done)
    answered = [
        done,
        _count(ask, solver, context, seconds, level),
        uniqueness(ask, solver, context, seconds, level),
    ]
    return all(answered)


def _count(ask: Ask, solver: Solver, context: Context, seconds: float, level: Level) -> bool:
    """How many solutions there are."""
    who = str(ask)
    problem, _ = problem_of(context.task)
    result = counted(problem, solver, time_limit=seconds, evidence=level)
    context.knowledge.at_least(result.count or 0, who)
    if result.complete:
        context.knowledge.at_most(result.count or 0, who)
    _require(result, who, level, needed=result.complete)
    return result.complete


def _require(result: Result, who: str, level: Level, *, needed: bool) -> None:
    """Raise Contradiction for an answer that is given out without the evidence it was to have."""
    if needed and result.evidence < level:
        raise Contradiction(f"{result.status}, but {result.evidence}", who)


EVIDENCE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    "agreed": agreed,
    "certified": certified,
}
