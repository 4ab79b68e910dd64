"""The questions that are asked through the library's own functions, of a puzzle where there is one.

`solve`, `is_unique`, `explain` and `count` with symmetries read the answers of solvers for the
user; so they are asked as a user asks them. A bare matrix that has a selection is written as one
that says the same (`ExactCover.selected`), with its options' old numbers as labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import numpy as np

from ....models.errors import Unreached, Unsupported
from ....models.matrix.exact_cover import ExactCover
from ....models.puzzle import Puzzle
from ...contract.batch import Options
from ...contract.near import Exact
from ...contract.result import Result, Status
from ...contract.solver import Solver
from ...explain.explain import explain as explained
from ...explain.explanation import Explanation, Verdict
from ...explain.part_links import with_conditions
from ...search.many import is_unique
from ...search.selection import Problem
from ...search.verbs import count as counted
from ...search.verbs import solve as solved
from ..ask import Ask, Context
from ..oracles.brute_force import TooLarge, all_solutions
from ..oracles.knowledge import BRUTE_FORCE, Contradiction
from ..task import Task

__all__ = ["PUZZLE_QUESTIONS", "as_cost", "heard", "problem_of", "uniqueness"]

MOST_BRANCHES = 20_000  # of brute force on parts that are said to clash


def solve(ask: Ask, solver: Solver, context: Context) -> bool:
    """The first solution, or the best one where there are costs; a puzzle checks the answer."""
    if context.task.matrix.has_costs and "costs" not in solver.features:
        raise Unsupported(f"solver {solver.full_name} does not support costs")
    problem, numbers = problem_of(context.task)
    result = solved(problem, solver, time_limit=context.patience, threads=ask.settings.threads)
    return heard(result, problem, numbers, ask, context)


def heard(result: Result, problem: Problem, numbers: list[int], ask: Ask, context: Context) -> bool:
    """Compare what `solve` says with what is known; return whether that is all there is to say.

    numbers  of the options, as the task has them
    """
    task, knowledge, who = context.task, context.knowledge, str(ask)
    if result.options is not None:
        knowledge.solution([numbers[k] for k in result.options], who)
        if result.answer is not None and task.puzzle is not None:
            verdict = task.puzzle.check(result.answer)
            if not verdict:
                raise Contradiction(f"an answer that breaks rules: {verdict}", who)
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    expected = expected_status(matrix, found=result.options is not None, complete=result.complete)
    if result.status is not expected:
        raise Contradiction(f"status {result.status}, expected {expected}", who)
    if result.status is Status.INFEASIBLE:
        knowledge.at_most(0, who)
    if result.status is Status.OPTIMAL and result.options is not None and task.matrix.has_costs:
        knowledge.bound(task.matrix.cost([numbers[k] for k in result.options]), who)
    claims = [claim.what for claim in result.evidence.claims]
    if result.status is Status.OPTIMAL and matrix.has_costs and "none better" not in claims:
        raise Contradiction(f"an optimum, but the evidence is {result.evidence}", who)
    _hear_totals(result, problem, matrix, ask, context)
    return result.status in (Status.INFEASIBLE, Status.OPTIMAL)


def _hear_totals(
    result: Result, problem: Problem, matrix: ExactCover, ask: Ask, context: Context
) -> None:
    """Compare the objective with what the options cost, and the bound with what is known."""
    told, bound = as_cost(problem, result.objective), as_cost(problem, result.bound)
    if result.options is not None and told is not None:
        cost = matrix.cost(result.options)
        if told != cost:
            what = f"the objective {result.objective}, a cost of {told}, where it is {cost}"
            raise Contradiction(what, str(ask))
    if bound is not None:
        context.knowledge.bound(bound, str(ask))


def as_cost(problem: Problem, told: Exact | None) -> int | None:
    """Return an objective or a bound as the matrix counts costs."""
    if told is None or not isinstance(problem, Puzzle):
        return None if told is None else int(told)
    zero, one = Fraction(problem.objective(0)), Fraction(problem.objective(1))
    return int((Fraction(told) - zero) / (one - zero))


def expected_status(matrix: ExactCover, *, found: bool, complete: bool) -> Status:
    """Return the status that goes with what was found."""
    if not found:
        return Status.INFEASIBLE if complete else Status.UNKNOWN
    return Status.OPTIMAL if complete or not matrix.has_costs else Status.FEASIBLE


def problem_of(task: Task) -> tuple[Problem, list[int]]:
    """Return what the library's functions are asked about, and what its options' numbers are."""
    numbers = list(range(task.matrix.options))
    if task.puzzle is not None:
        return task.puzzle, numbers
    if not task.given and not task.forbidden:
        return task.matrix, numbers
    kept = [k for k in numbers if k not in task.forbidden]
    return task.matrix.selected(task.given, task.forbidden), kept


def unique(ask: Ask, solver: Solver, context: Context) -> bool:
    """Is there exactly one solution?"""
    return uniqueness(ask, solver, context, context.patience, "claimed")


def uniqueness(ask: Ask, solver: Solver, context: Context, seconds: float, evidence: str) -> bool:
    """Is there exactly one solution, with so much evidence?"""
    problem, _ = problem_of(context.task)
    try:
        alone = is_unique(problem, solver, time_limit=seconds, evidence=evidence)
    except Unreached:
        return False
    if alone:
        context.knowledge.exactly(1, str(ask))
    else:
        context.knowledge.not_one(str(ask))
    return True


def explain(ask: Ask, solver: Solver, context: Context) -> bool:
    """Why is there no solution, or why is a choice forced or impossible? It has its own solvers."""
    task, who = context.task, str(ask)
    seconds = 5 * context.patience
    if task.puzzle is None:
        given, never = task.given, task.forbidden
        found = explained(task.matrix, ask.choice, time_limit=seconds, given=given, forbidden=never)
    else:
        found = explained(task.puzzle, ask.choice, time_limit=seconds)
    for witness in found.witnesses:
        context.knowledge.solution(witness, who)
    if found.verdict is Verdict.CLASH:
        context.knowledge.at_most(0, who)
    require_verdict(found, context, who)
    if found.verdict in (Verdict.CLASH, Verdict.FORCED, Verdict.IMPOSSIBLE):
        require_clash(found, task, who)
    return found.verdict is not Verdict.UNKNOWN


def require_verdict(found: Explanation, context: Context, who: str) -> None:
    """Compare a verdict with all the solutions, where they are known."""
    truth = context.knowledge.truth
    if truth is None or found.verdict is Verdict.UNKNOWN:
        return
    made = sum(found.choice in solution for solution in truth)
    if not truth:
        expected = Verdict.CLASH
    elif found.choice is None:
        expected = Verdict.FEASIBLE
    else:
        forced = Verdict.FORCED if made == len(truth) else Verdict.OPEN
        expected = forced if made else Verdict.IMPOSSIBLE
    if found.verdict is not expected:
        raise Contradiction(f"verdict {found.verdict}, expected {expected}", who, BRUTE_FORCE)


def require_clash(found: Explanation, task: Task, who: str) -> None:
    """Ask brute force whether the parts really have no solution, and need all to have none."""
    made = (found.choice,) if found.verdict is Verdict.IMPOSSIBLE else ()
    unmade = (found.choice,) if found.verdict is Verdict.FORCED else ()
    parts = (found.items, found.givens, found.forbidden, found.conditions)

    def clash(
        items: Iterable[int], givens: Options, forbidden: Options, conditions: Options
    ) -> bool:
        matrix = with_items(with_conditions(task.matrix, conditions), frozenset(items))
        chosen, never = {*givens, *made} - {None}, {*forbidden, *unmade} - {None}
        free = np.diff(matrix.starts) == 0
        if not conditions:
            never |= {int(k) for k in np.flatnonzero(free)} - chosen  # they change nothing
        return not all_solutions(matrix, chosen, never, MOST_BRANCHES)

    try:
        if not clash(*parts):
            raise Contradiction(f"parts that do not clash: {parts}", who, BRUTE_FORCE)
        if found.irreducible:
            for kind, numbers in enumerate(parts):
                for number in numbers:
                    fewer = [tuple(k for k in part if k != number) for part in parts]
                    less = [fewer[k] if k == kind else parts[k] for k in range(len(parts))]
                    if clash(*less):
                        what = f"parts of which {number} can be spared: {parts}"
                        raise Contradiction(what, who, BRUTE_FORCE)
    except TooLarge:
        return


def with_items(matrix: ExactCover, items: frozenset[int]) -> ExactCover:
    """Return the matrix in which the other items want nothing."""
    kept = np.zeros(len(matrix.items), bool)
    kept[list(items)] = True
    return matrix.part(items=kept, costs=None)


def symmetry(ask: Ask, solver: Solver, context: Context) -> bool:
    """How many solutions of which no two are alike?"""
    task, knowledge, who = context.task, context.knowledge, str(ask)
    if task.symmetries is None or (task.puzzle is None and (task.given or task.forbidden)):
        raise Unsupported("no symmetries are known")
    problem = task.matrix if task.puzzle is None else task.puzzle
    found = counted(problem, solver, symmetries=task.symmetries, time_limit=context.patience)
    knowledge.at_least(found.total, who)
    if not found.complete:
        return False
    knowledge.at_most(found.total, who)
    if knowledge.truth is not None:
        classes = {task.symmetries.canonical(solution) for solution in knowledge.truth}
        if found.count != len(classes):
            what = f"{found.count} classes ({who}), {len(classes)} ({BRUTE_FORCE})"
            raise Contradiction(what, who, BRUTE_FORCE)
    return True


PUZZLE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    question.__name__: question for question in (solve, unique, explain, symmetry)
}
