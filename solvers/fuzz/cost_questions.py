"""The questions about costs that a user asks: ever better answers, hints, gaps, limits of no time.

Whatever comes of them is looked at: answers are solutions and never get dearer, a bound never
passes what a solution costs, the status says what is known, and what is called the best carries
evidence. What else is part of such a question (which hint, which gap) is drawn by `Ask.draw`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import cast

import numpy as np

from ...models.errors import Unsupported
from ...models.puzzle import Puzzle
from ..contract.batch import Options
from ..contract.numbers import Exact
from ..contract.result import Status
from ..contract.solver import Solver
from ..search.bottleneck import bottleneck as least_largest
from ..search.diverse import diverse as apart
from ..search.improving import Improvement
from ..search.limited import HOLDS
from ..search.pareto import pareto as front_of
from ..search.selection import Problem
from ..search.verbs import improving as improvements
from ..search.verbs import solve as solved
from .oracles import BRUTE_FORCE, Contradiction
from .puzzle_questions import as_cost, compare_result, problem_of
from .task import Ask, Context

__all__ = ["COST_QUESTIONS", "OBJECTIVE_QUESTIONS"]

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
    rng, truth = Random(ask.draw or 0), context.knowledge.truth
    hint = _drawn_hint(rng, numbers, context)
    limit = rng.choice((None, None, 0.0, 0.002, 0.01))  # of a hint that is one something is left
    patience, threads = context.patience if limit is None else limit, ask.settings.threads
    result = solved(problem, solver, hint=hint, time_limit=patience, threads=threads)
    done = compare_result(result, problem, numbers, ask, context) or limit is not None
    cost, speaker = context.task.matrix.cost, str(ask)
    begin = tuple(sorted(numbers[k] for k in hint))
    if begin and truth and begin in truth:  # of nothing a hint says nothing
        told_cost = None if result.options is None else cost([numbers[k] for k in result.options])
        if told_cost is None or told_cost > cost(begin):
            raise Contradiction(f"cost {told_cost}, the hint costs {cost(begin)}", speaker)
    return done


def _drawn_hint(rng: Random, numbers: list[int], context: Context) -> list[int]:
    """Draw a solution, where some are known, or else a few options."""
    truth = context.knowledge.truth
    hint = rng.sample(range(len(numbers)), rng.randint(0, min(3, len(numbers))))
    if truth and rng.random() < 0.7:
        places = {number: k for k, number in enumerate(numbers)}
        hint = [places[number] for number in rng.choice(sorted(truth))]
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
    if compare_result(result, problem, numbers, ask, context):
        return True
    if _is_near(terms, result.objective, result.bound):
        return True
    if result.options is not None and not late:
        message = f"{result.objective} with the bound {result.bound} is not within {terms}"
        raise Contradiction(f"{message}, and there was time", str(ask))
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
    compare_result(result, problem, numbers, ask, context)
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
    speaker = str(ask)
    if (last.options if last else None) != result.options:
        raise Contradiction(f"{result.options} in the end, the last answer was another", speaker)
    if last is not None and last.objective != result.objective:
        raise Contradiction(
            f"{result.objective} in the end, {last.objective} was the last", speaker
        )
    return compare_result(result, problem, numbers, ask, context)


def _compare(
    event: Improvement,
    last: Improvement | None,
    problem: Problem,
    numbers: list[int],
    ask: Ask,
    context: Context,
) -> None:
    """Compare an improvement with the ones before, and with what is known."""
    speaker, matrix, knowledge = str(ask), context.task.matrix, context.knowledge
    if event.options is not None:
        shown = knowledge.solution([numbers[k] for k in event.options], speaker)
        if as_cost(problem, event.objective) != matrix.cost(shown):
            raise Contradiction(f"{event.objective} for a cost of {matrix.cost(shown)}", speaker)
    bound = as_cost(problem, event.bound)
    if bound is not None:
        knowledge.bound(bound, speaker)
    if last is None:
        return
    cost, before = as_cost(problem, event.objective), as_cost(problem, last.objective)
    if before is not None and (cost is None or cost > before - (event.better == "answer")):
        raise Contradiction(f"an answer of cost {cost} after one of {before}", speaker)
    least = as_cost(problem, last.bound)
    if least is not None and (bound is None or bound < least):
        raise Contradiction(f"a bound of {bound} after one of {least}", speaker)


def require_costs(solver: Solver, problem: Problem) -> None:
    """Raise Unsupported for a solver without costs, or a problem without."""
    if "costs" not in solver.features:
        raise Unsupported(f"solver {solver.full_name} does not support costs")
    if not (problem.has_objective if isinstance(problem, Puzzle) else problem.has_costs):
        raise Unsupported("there are no costs")


COST_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    question.__name__: question for question in (hinted, nearly, hurried, stream)
}

# ---- Several objectives: levels, the largest cost, two totals, answers that differ ---------------
#
# Brute force alone is compared with them: `Ask.draw` draws what is asked, on a matrix whose
# solutions are all known.


LONGER = 5  # times the patience: one question asks several


def levels(ask: Ask, solver: Solver, context: Context) -> bool:
    """Totals one after the other, each as small or as large as it can be."""
    truth, rng = _truth(context), Random(ask.draw or 0)
    matrix, task = context.task.matrix, context.task
    if matrix.has_colors or matrix.has_weights or matrix.conditions:
        raise Unsupported("no puzzle is made of this matrix")
    puzzle = Puzzle("levels")
    choices = puzzle.choices("option", number=range(matrix.options))
    for item in range(len(matrix.items)):
        held = {k for k in range(matrix.options) if any(m == item for m, _ in matrix.option(k))}
        bounds = int(matrix.low[item]), int(matrix.high[item])
        by = lambda number, held=held: 0 if number in held else None  # noqa: E731
        puzzle.between(*bounds, choices, by=by, over=[0])
    puzzle.unread_remarks()  # a matrix without items is a puzzle without rules
    table = puzzle.table("option")
    for option in task.given:
        puzzle.given(table, number=option)
    for option in task.forbidden:
        puzzle.forbid(table, number=option)
    sides = []
    for level in range(rng.randint(2, 3), 0, -1):
        unit, size = rng.choice((1, 1, Fraction(1, 3))), rng.choice((1, 9, 1000, 5000))
        amounts = [unit * rng.randint(-size, size) for _ in range(matrix.options)]
        sign = rng.choice((1, -1))
        aim = puzzle.minimize if sign > 0 else puzzle.maximize
        aim(table, lambda number, amounts=amounts: amounts[number], level=level)
        sides.append((sign, amounts))
    result = solved(puzzle, solver, time_limit=LONGER * context.patience)
    if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        return False

    def totals(options: Options) -> list[Fraction | int]:
        return [sum(amounts[k] for k in options) for _, amounts in sides]

    def rank(sums: Sequence[Fraction | int]) -> list[Fraction | int]:
        return [sign * total for (sign, _), total in zip(sides, sums, strict=True)]

    best = min(map(totals, truth), key=rank, default=None)
    if (best is None) != (result.answer is None) or (best and [*result.objectives] != best):
        _differ(f"totals {result.objectives}", best, ask)
    return True


def bottleneck(ask: Ask, solver: Solver, context: Context) -> bool:
    """The solution whose dearest option is as cheap as can be."""
    truth = _truth(context)
    problem, numbers = problem_of(context.task)
    require_costs(solver, problem)
    if isinstance(problem, Puzzle):
        raise Unsupported("what counts in a puzzle is its own")
    result = least_largest(problem, solver, time_limit=LONGER * context.patience)
    costs = context.task.matrix.costs
    largest = [max((int(costs[k]) for k in solution), default=None) for solution in truth]
    least = (
        None
        if None in largest
        else min((cost for cost in largest if cost is not None), default=None)
    )
    if result.options is not None:
        context.knowledge.solution([numbers[k] for k in result.options], str(ask))
    if result.bound is not None and least is not None and result.bound > least:
        _differ(f"no largest cost below {result.bound}", least, ask)
    if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        return False
    if result.objective != least or (result.status is Status.OPTIMAL) != bool(truth):
        _differ(f"{result.status}, largest cost {result.objective}", least, ask)
    return True


def pareto(ask: Ask, solver: Solver, context: Context) -> bool:
    """The front of two totals."""
    truth, rng = _truth(context), Random(ask.draw or 0)
    problem, numbers = problem_of(context.task)
    if isinstance(problem, Puzzle):
        raise Unsupported("the totals are those of a matrix")
    size = rng.choice((1, 5, 1000, 1 << 24))
    first, second = ([rng.randint(-size, size) for _ in numbers] for _ in range(2))
    front = front_of(problem, first, second, solver, time_limit=LONGER * context.patience)
    points = [(point.first, point.second) for point in front]
    places = {number: k for k, number in enumerate(numbers)}
    pairs = {
        tuple(sum(side[places[k]] for k in solution) for side in (first, second))
        for solution in truth
    }
    best: list[tuple[int, ...]] = []
    for pair in sorted(pairs):
        if not best or pair[1] < best[-1][1]:
            best.append(pair)
    if points != best[: len(points)] or (front.complete and points != best):
        _differ(f"the front {points}", best, ask)
    return front.complete


def diverse(ask: Ask, solver: Solver, context: Context) -> bool:
    """The best solution, then each as far as can be from those before."""
    truth, rng = _truth(context), Random(ask.draw or 0)
    problem, numbers = problem_of(context.task)
    require_costs(solver, problem)
    if isinstance(problem, Puzzle):
        raise Unsupported("the distance is that of a matrix")
    k, within = ask.limit or 3, rng.choice((None, 0, 5, 1000))
    if np.abs(context.task.matrix.costs).max(initial=0) >= HOLDS:
        within = None
    results = apart(problem, k, solver, within=within, time_limit=LONGER * context.patience)
    cost = context.task.matrix.cost
    answers = cast("Iterator[Options]", results)  # of a matrix
    listing = [
        frozenset(numbers[option] for option in options) for options in islice(answers, k + 1)
    ]
    left = {frozenset(solution): cost(solution) for solution in truth}
    for place, answer in enumerate(listing):
        if answer not in left:
            _differ(f"{sorted(answer)}, listed before, or no solution", len(truth), ask)
        if place == 0 and left[answer] != min(left.values()):
            _differ(f"the best costs {left[answer]}", min(left.values()), ask)
        most = None if within is None else cost(listing[0]) + within
        far = {
            solution: sum(len(solution ^ other) for other in listing[:place])
            for solution, spent in left.items()
            if most is None or spent <= most
        }
        if far.get(answer) != max(far.values()):
            _differ(f"number {place + 1} is {far.get(answer)} apart", max(far.values()), ask)
        del left[answer]
    return len(listing) == k


def _truth(context: Context) -> list[Options]:
    if context.knowledge.truth is None:
        raise Unsupported("not all solutions are known")
    return sorted(context.knowledge.truth)


def _differ(claim: str, truth: object, ask: Ask) -> None:
    raise Contradiction(f"{claim} ({ask}), {truth} ({BRUTE_FORCE})", str(ask), BRUTE_FORCE)


OBJECTIVE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    question.__name__: question for question in (levels, bottleneck, pareto, diverse)
}
