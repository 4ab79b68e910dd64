"""The questions about costs that a user asks: ever better answers, hints, gaps, limits of no time.

Whatever comes of them is looked at: answers are solutions and never get dearer, a bound never
passes what a solution costs, the status says what is known, and what is called the best carries
evidence. What else is part of such a question (which hint, which gap) is drawn by `Ask.draw`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random

from ....models.errors import Unsupported
from ....models.puzzle import Puzzle
from ...contract.near import Exact
from ...contract.result import Status
from ...contract.solver import Solver
from ...search.optima.improving import Improvement
from ...search.selection import Problem
from ...search.verbs import improving as improvements
from ...search.verbs import solve as solved
from ..ask import Ask, Context
from ..oracles.knowledge import Contradiction
from .puzzle_questions import as_cost, heard, problem_of

__all__ = ["COST_QUESTIONS"]

GAPS: tuple[dict[str, float], ...] = (
    {"gap": 0.0},
    {"gap": 0.05},
    {"gap": 0.3},
    {"gap": 2.0},
    {"gap_absolute": 0},
    {"gap_absolute": 7},
    {"gap": 0.01, "gap_absolute": 1},
)


def hinted(ask: Ask, solver: Solver, context: Context) -> bool:
    """The best solution where one is known, or what is taken for a part of one."""
    problem, numbers = problem_of(context.task)
    require_costs(solver, problem)
    rng, known = Random(ask.draw or 0), context.knowledge.truth
    hint = _drawn_hint(rng, numbers, context)
    limit = rng.choice((None, None, 0.0, 0.002, 0.01))  # of a hint that is one something is left
    patience, threads = context.patience if limit is None else limit, ask.settings.threads
    result = solved(problem, solver, hint=hint, time_limit=patience, threads=threads)
    done = heard(result, problem, numbers, ask, context) or limit is not None
    cost, who = context.task.matrix.cost, str(ask)
    begin = tuple(sorted(numbers[k] for k in hint))
    if begin and known and begin in known:  # of nothing a hint says nothing
        told = None if result.options is None else cost([numbers[k] for k in result.options])
        if told is None or told > cost(begin):
            raise Contradiction(f"cost {told}, the hint costs {cost(begin)}", who)
    return done


def _drawn_hint(rng: Random, numbers: list[int], context: Context) -> list[int]:
    """Draw a solution, where some are known, or else a few options."""
    known = context.knowledge.truth
    hint = rng.sample(range(len(numbers)), rng.randint(0, min(3, len(numbers))))
    if known and rng.random() < 0.7:
        places = {number: k for k, number in enumerate(numbers)}
        hint = [places[number] for number in rng.choice(sorted(known))]
    return hint


def nearly(ask: Ask, solver: Solver, context: Context) -> bool:
    """A solution that is near enough to the best."""
    problem, numbers = problem_of(context.task)
    require_costs(solver, problem)
    terms, began = Random(ask.draw or 0).choice(GAPS), time.monotonic()
    result = solved(
        problem,
        solver,
        time_limit=context.patience,
        threads=ask.settings.threads,
        **terms,  # type: ignore[arg-type]
    )
    late = time.monotonic() - began >= context.patience
    if heard(result, problem, numbers, ask, context):
        return True
    if _is_near(terms, result.objective, result.bound):
        return True
    if result.options is not None and not late:
        what = f"{result.objective} with the bound {result.bound} is not within {terms}"
        raise Contradiction(f"{what}, and there was time", str(ask))
    return False


def _is_near(terms: Mapping[str, float], objective: Exact | None, bound: Exact | None) -> bool:
    """Whether an answer is within a gap, by a reckoning of our own."""
    if objective is None or bound is None:
        return False
    apart = abs(Fraction(objective) - Fraction(bound))
    whole = max(abs(Fraction(objective)), Fraction(1))
    within = {"gap": whole, "gap_absolute": Fraction(1)}
    return any(apart <= Fraction(most) * within[name] for name, most in terms.items())


def hurried(ask: Ask, solver: Solver, context: Context) -> bool:
    """The best that is known after 0 to 10 milliseconds."""
    problem, numbers = problem_of(context.task)
    require_costs(solver, problem)
    seconds = Random(ask.draw or 0).choice((0, 0.0, 0.001, 0.002, 0.003, 0.005, 0.01))
    result = solved(problem, solver, time_limit=seconds, threads=ask.settings.threads)
    heard(result, problem, numbers, ask, context)
    return result.status is not Status.UNKNOWN


def stream(ask: Ask, solver: Solver, context: Context) -> bool:
    """Better answers and bounds, as they come."""
    problem, numbers = problem_of(context.task)
    require_costs(solver, problem)
    last: Improvement | None = None
    rng, threads = Random(ask.draw or 0), ask.settings.threads
    hint = _drawn_hint(rng, numbers, context) if rng.random() < 0.5 else []
    stream = improvements(
        problem, solver, time_limit=context.patience, seed=ask.draw, hint=hint, threads=threads
    )
    with stream as events:
        for event in events:
            _compare(event, last, problem, numbers, ask, context)
            last = event
        result = events.result()
    who = str(ask)
    if (last.options if last else None) != result.options:
        raise Contradiction(f"{result.options} in the end, the last answer was another", who)
    if last is not None and last.objective != result.objective:
        raise Contradiction(f"{result.objective} in the end, {last.objective} was told", who)
    return heard(result, problem, numbers, ask, context)


def _compare(
    event: Improvement,
    last: Improvement | None,
    problem: Problem,
    numbers: list[int],
    ask: Ask,
    context: Context,
) -> None:
    """Compare what is told with what was told before, and with what is known."""
    who, matrix, knowledge = str(ask), context.task.matrix, context.knowledge
    if event.options is not None:
        shown = knowledge.solution([numbers[k] for k in event.options], who)
        if as_cost(problem, event.objective) != matrix.cost(shown):
            raise Contradiction(f"{event.objective} for a cost of {matrix.cost(shown)}", who)
    bound = as_cost(problem, event.bound)
    if bound is not None:
        knowledge.bound(bound, who)
    if last is None:
        return
    cost, before = as_cost(problem, event.objective), as_cost(problem, last.objective)
    if before is not None and (cost is None or cost > before - (event.better == "answer")):
        raise Contradiction(f"an answer of cost {cost} after one of {before}", who)
    least = as_cost(problem, last.bound)
    if least is not None and (bound is None or bound < least):
        raise Contradiction(f"a bound of {bound} after one of {least}", who)


def require_costs(solver: Solver, problem: Problem) -> None:
    """Raise Unsupported for a solver without costs, or a problem without."""
    if "costs" not in solver.features:
        raise Unsupported(f"solver {solver.full_name} does not support costs")
    if not (problem.has_objective if isinstance(problem, Puzzle) else problem.has_costs):
        raise Unsupported("there are no costs")


COST_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    question.__name__: question for question in (hinted, nearly, hurried, stream)
}
