"""The questions of several objectives: levels, the largest cost, two totals, answers that differ.

They are compared with brute force alone: what is asked is drawn by `Ask.draw`, on top of a matrix
whose solutions are all known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import cast

import numpy as np

from ....models.errors import Unsupported
from ....models.puzzle import Puzzle
from ...contract.batch import Options
from ...contract.result import Status
from ...contract.solver import Solver
from ...search.optima.bottleneck import bottleneck as least_largest
from ...search.optima.diverse import diverse as apart
from ...search.optima.limited import HOLDS
from ...search.optima.pareto import pareto as front_of
from ...search.verbs import solve as solved
from ..ask import Ask, Context
from ..oracles.knowledge import BRUTE_FORCE, Contradiction
from .cost_questions import require_costs
from .puzzle_questions import problem_of

__all__ = ["OBJECTIVE_QUESTIONS"]

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

    def rank(told: Sequence[Fraction | int]) -> list[Fraction | int]:
        return [sign * total for (sign, _), total in zip(sides, told, strict=True)]

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
    largest = [max((int(costs[k]) for k in one), default=None) for one in truth]
    least = (
        None if None in largest else min((one for one in largest if one is not None), default=None)
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
    one, two = ([rng.randint(-size, size) for _ in numbers] for _ in range(2))
    front = front_of(problem, one, two, solver, time_limit=LONGER * context.patience)
    points = [(point.first, point.second) for point in front]
    places = {number: k for k, number in enumerate(numbers)}
    pairs = {tuple(sum(side[places[k]] for k in known) for side in (one, two)) for known in truth}
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
    asked = apart(problem, k, solver, within=within, time_limit=LONGER * context.patience)
    cost = context.task.matrix.cost
    told = cast("Iterator[Options]", asked)  # of a matrix
    known = [frozenset(numbers[option] for option in one) for one in islice(told, k + 1)]
    left = {frozenset(one): cost(one) for one in truth}
    for place, found in enumerate(known):
        if found not in left:
            _differ(f"{sorted(found)}, told before, or none", len(truth), ask)
        if place == 0 and left[found] != min(left.values()):
            _differ(f"the best costs {left[found]}", min(left.values()), ask)
        most = None if within is None else cost(known[0]) + within
        far = {
            one: sum(len(one ^ other) for other in known[:place])
            for one, spent in left.items()
            if most is None or spent <= most
        }
        if far.get(found) != max(far.values()):
            _differ(f"number {place + 1} is {far.get(found)} apart", max(far.values()), ask)
        del left[found]
    return len(known) == k


def _truth(context: Context) -> list[Options]:
    if context.knowledge.truth is None:
        raise Unsupported("not all solutions are known")
    return sorted(context.knowledge.truth)


def _differ(said: str, known: object, ask: Ask) -> None:
    raise Contradiction(f"{said} ({ask}), {known} ({BRUTE_FORCE})", str(ask), BRUTE_FORCE)


OBJECTIVE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    question.__name__: question for question in (levels, bottleneck, pareto, diverse)
}
