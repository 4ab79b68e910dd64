"""Requirements on answers: whatever a solver says of a small matrix, brute force says too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from ..contract.batch import Answer, Listed, Options, apart
from ..contract.claims import Incumbent
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Status
from ..contract.solver import Solver
from ..fuzz.oracles import all_solutions
from ..fuzz.task import Task
from ..search.verbs import count, solutions, solve
from .requirement import (
    NotApplicable,
    Requirement,
    difference,
    expect,
    expect_settled,
    listed,
    require_support,
)

__all__ = ["ANSWERS"]

SOON_LISTED = 512  # so many solutions every solver lists in the time that it has
NOT_COMPLETE = "everything was searched, and `progress.complete` is not set"


def finds_all_solutions(solver: Solver, task: Task, rng: Random) -> None:
    """`solutions` yields every solution once, within the selection, and says that these are all."""
    require_support(solver, task.matrix)
    query, progress = Query(task.matrix, task.given, task.forbidden), Progress()
    listing = listed(solver.solutions(query, progress))
    expect(not (wrong := difference(listing, _true(task))), wrong)
    expect(progress.complete, NOT_COMPLETE)


def counts_all_solutions(solver: Solver, task: Task, rng: Random) -> None:
    """`count` is exact."""
    require_support(solver, task.matrix)
    result = count(task.matrix, solver)
    number = len(all_solutions(task.matrix))
    expect(result.count == number, f"counts {result.count} solutions of {number}")
    expect(result.complete, NOT_COMPLETE)
    expected = Status.COMPLETE if number else Status.INFEASIBLE
    expect(result.status is expected, f"{result.status} with {number} solutions")


def finds_a_solution_if_there_is_one(solver: Solver, task: Task, rng: Random) -> None:
    """`first` returns a solution, or says that there is none."""
    require_support(solver, task.matrix)
    query, progress = Query(task.matrix, task.given, task.forbidden), Progress()
    _expect_one(solver.first(query, progress), _true(task), progress)


def answers_many_selections(solver: Solver, task: Task, rng: Random) -> None:
    """`many` answers every selection, in order, each on top of what is given anyway."""
    require_support(solver, task.matrix)
    query, limit = Query(task.matrix, task.given, task.forbidden), rng.randint(1, 2)
    selections = list(task.selections)
    answers = list(solver.many(query, Progress(), selections, limit))
    _expect_answers(task, selections, answers, limit)


def answers_blocks_of_selections(solver: Solver, task: Task, rng: Random) -> None:
    """`blocks` answers every selection as `many` does, the options ascending."""
    require_support(solver, task.matrix)
    query, limit = Query(task.matrix, task.given, task.forbidden), rng.randint(1, 2)
    selections = list(task.selections) * rng.randint(1, 3)
    blocks = list(solver.blocks(query, Progress(), Listed(selections), limit))
    for counts, firsts in blocks:
        sizes = f"a block of {len(counts)} counts and {len(firsts)} solutions"
        expect(len(counts) == len(firsts) > 0, sizes)
        for options in firsts:
            expect(list(options) == sorted(options), f"{options}, expected ascending numbers")
    _expect_answers(task, selections, list(apart(blocks)), limit)


def _expect_answers(
    task: Task, selections: Sequence[Options], answers: Sequence[Answer], limit: int
) -> None:
    expect(len(answers) == len(selections), f"{len(answers)} answers of {len(selections)}")
    for selection, (number, first) in zip(selections, answers, strict=True):
        expected = all_solutions(task.matrix, {*task.given, *selection}, task.forbidden)
        most = min(len(expected), limit)
        expect(number == most, f"selection {selection}: {number} solutions, expected {most}")
        solution = None if first is None else tuple(sorted(first))
        expect(
            solution in (expected or [None]), f"selection {selection}: {solution} is no solution"
        )


def finds_the_best_solution(solver: Solver, task: Task, rng: Random) -> None:
    """`improving` yields ever cheaper solutions, the last one the cheapest, and bounds hold."""
    require_support(solver, task.matrix, costs=True)
    query, progress = Query(task.matrix, task.given, task.forbidden), Progress()
    costs = [task.matrix.cost(options) for options in solver.improving(query, progress)]
    true_costs = [task.matrix.cost(options) for options in _true(task)]
    expect(costs == sorted(set(costs), reverse=True), f"costs {costs}, expected falling ones")
    expect(
        costs[-1:] == sorted(true_costs)[:1],
        f"costs {costs}, expected {sorted(true_costs)[:1]} at last",
    )
    expect(progress.complete, NOT_COMPLETE)
    bound = progress.bound
    expect(
        not true_costs or bound is None or bound <= min(true_costs),
        f"bound {bound} above {true_costs}",
    )


def finds_the_best_from_a_hint(solver: Solver, task: Task, rng: Random) -> None:
    """`improving` ends with the cheapest solution wherever it begins, and denies no hint."""
    require_support(solver, task.matrix, costs=True)
    truth = sorted(_true(task))
    if not truth:
        raise NotApplicable("there is no solution to begin with")
    hint, least = rng.choice(truth), min(map(task.matrix.cost, truth))
    query, progress = Query(task.matrix, task.given, task.forbidden, hint=hint), Progress()
    costs = [task.matrix.cost(options) for options in solver.improving(query, progress)]
    expect(costs == sorted(set(costs), reverse=True), f"costs {costs}, expected falling ones")
    message = f"costs {costs} from {task.matrix.cost(hint)} on, expected {least} at last"
    expect(costs[-1:] == [least], message)
    expect(progress.complete, NOT_COMPLETE)
    first = solver.first(query, Progress())
    expect(first is not None, "no solution, though the hint is one")


def finds_the_best_beside_others(solver: Solver, task: Task, rng: Random) -> None:
    """`improving` does so while others search too, and where one of them is ahead."""
    require_support(solver, task.matrix, costs=True)
    truth = sorted(_true(task))
    best = sorted(map(task.matrix.cost, truth))[:1]
    incumbent = Incumbent(task.matrix, task.given, task.forbidden)
    if truth and rng.random() < 0.8:
        incumbent.offer("another", rng.choice(truth))
    query = Query(task.matrix, task.given, task.forbidden, threads=2, seed=1, incumbent=incumbent)
    for variant in (query, replace(query, incumbent=None)):
        progress = Progress()
        costs = [task.matrix.cost(options) for options in solver.improving(variant, progress)]
        expect(costs == sorted(set(costs), reverse=True), f"costs {costs}, expected falling ones")
        expect(costs[-1:] == best, f"costs {costs}, expected {best} at last")
        expect(progress.complete, NOT_COMPLETE)
        bound = progress.bound
        expect(not best or bound is None or bound <= best[0], f"bound {bound} above {best}")


def does_not_tell_excluded_solutions(solver: Solver, task: Task, rng: Random) -> None:
    """Excluded solutions are not found, by `solutions`, `count` and `first`."""
    query, expected = _excluding(solver, task, rng)
    progress = Progress()
    expect(not (wrong := difference(listed(solver.solutions(query, progress)), expected)), wrong)
    expect(progress.complete, NOT_COMPLETE)
    progress = Progress()
    number = solver.count(query, progress)
    expect(number == len(expected), f"counts {number} solutions of {len(expected)}")
    expect(progress.complete, NOT_COMPLETE)
    progress = Progress()
    _expect_one(solver.first(query, progress), expected, progress)


def finds_the_best_that_is_not_excluded(solver: Solver, task: Task, rng: Random) -> None:
    """`improving` ends with the cheapest solution of those that are not excluded."""
    query, expected = _excluding(solver, task, rng)
    require_support(solver, task.matrix, costs=True)
    progress = Progress()
    listing = [tuple(sorted(options)) for options in solver.improving(query, progress)]
    costs = [task.matrix.cost(options) for options in listing]
    expect(expected.issuperset(listing), f"tells {sorted(set(listing) - expected)[:3]}")
    expect(costs == sorted(set(costs), reverse=True), f"costs {costs}, expected falling ones")
    least = sorted(map(task.matrix.cost, expected))[:1]
    expect(costs[-1:] == least, f"costs {costs}, expected {least} at last")
    expect(progress.complete, NOT_COMPLETE)


def agrees_or_leaves_open(solver: Solver, task: Task, rng: Random) -> None:
    """Where agreement is asked for, an answer is agreed on and right, or left open."""
    require_support(solver, task.matrix)
    matrix, truth = task.matrix, all_solutions(task.matrix)
    counted = count(matrix, solver, evidence="agreed", time_limit=20)
    expect_settled(counted)
    right = counted.count == len(truth) or not counted.complete
    expect(right, f"counts {counted.count} solutions of {len(truth)}")
    with solutions(matrix, solver, evidence="agreed", time_limit=20) as stream:
        listing = [solution for solution in stream if isinstance(solution, tuple)]
        listed_all = stream.result().complete or len(truth) <= SOON_LISTED
        expected = truth if listed_all else truth.intersection(listing)
        expect(not (wrong := difference(listing, expected)), wrong)
        expect_settled(stream.result())
    if matrix.has_costs and "costs" not in solver.features:
        return
    best = solve(matrix, solver, evidence="agreed", time_limit=20)
    expect_settled(best)
    if best.complete and matrix.has_costs:
        least = min(map(matrix.cost, truth), default=None)
        expect(best.objective == least, f"objective {best.objective}, expected {least}")


def _true(task: Task) -> set[Options]:
    return all_solutions(task.matrix, task.given, task.forbidden)


def _excluding(solver: Solver, task: Task, rng: Random) -> tuple[Query, set[Options]]:
    """Return a query that excludes some solutions, whether selected or not, and those it leaves."""
    if not solver.excludes:
        raise NotApplicable(f"solver {solver.full_name} excludes no solutions")
    require_support(solver, task.matrix)
    truth = sorted(all_solutions(task.matrix))
    excluded = tuple(rng.choices(truth, k=rng.randint(0, 4))) if truth else ()
    query = Query(task.matrix, task.given, task.forbidden, excluded=excluded)
    return query, _true(task).difference(excluded)


def _expect_one(found: Options | None, expected: set[Options], progress: Progress) -> None:
    if found is None:
        expect(progress.complete, "no solution, and `progress.complete` is not set")
        expect(not expected, f"no solution, where {min(expected, default=())} is one")
    else:
        solution = tuple(sorted(found))
        expect(solution in expected, f"{solution} is no solution, or excluded")


ANSWERS = Requirement.of_tasks(
    (
        finds_all_solutions,
        counts_all_solutions,
        finds_a_solution_if_there_is_one,
        answers_many_selections,
        answers_blocks_of_selections,
        finds_the_best_solution,
        finds_the_best_from_a_hint,
        finds_the_best_beside_others,
        does_not_tell_excluded_solutions,
        finds_the_best_that_is_not_excluded,
        agrees_or_leaves_open,
    )
)
