"""The questions that are asked through the library's own functions, of a puzzle where there is one.

`solve`, `is_unique`, `explain` and `count` with symmetries read the answers of solvers for the
user; so they are asked as a user asks them. A bare matrix that has a selection is written as one
that says the same (`ExactCover.selected`), with its options' old numbers as labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...models.errors import Unreached, Unsupported
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.symmetry.automorphisms import Automorphisms, automorphisms
from ..contract.batch import Options
from ..contract.numbers import Exact
from ..contract.result import Result, Status
from ..contract.solver import Solver
from ..explain.explain import explain as explained
from ..explain.explanation import Explanation, Verdict
from ..explain.parts import with_conditions
from ..search.many import is_unique
from ..search.selection import Problem
from ..search.verbs import count as counted
from ..search.verbs import solve as solved
from .oracles import BRUTE_FORCE, MOST_ROWS, Contradiction, TooLarge, all_solutions, row_answers
from .task import Ask, Context, Task

__all__ = [
    "PUZZLE_QUESTIONS",
    "SYMMETRY_QUESTIONS",
    "alike",
    "as_cost",
    "compare_result",
    "problem_of",
    "uniqueness",
]

MOST_BRANCHES = 20_000  # of brute force on parts that are said to clash


def solve(ask: Ask, solver: Solver, context: Context) -> bool:
    """The first solution, or the best one where there are costs; a puzzle checks the answer."""
    if context.task.matrix.has_costs and "costs" not in solver.features:
        raise Unsupported(f"solver {solver.full_name} does not support costs")
    problem, numbers = problem_of(context.task)
    result = solved(problem, solver, time_limit=context.patience, threads=ask.settings.threads)
    return compare_result(result, problem, numbers, ask, context)


def compare_result(
    result: Result, problem: Problem, numbers: list[int], ask: Ask, context: Context
) -> bool:
    """Compare what `solve` says with what is known; return whether that is all there is to say.

    numbers  of the options, as the task has them
    """
    task, knowledge, speaker = context.task, context.knowledge, str(ask)
    if result.options is not None:
        knowledge.solution([numbers[k] for k in result.options], speaker)
        if result.answer is not None and task.puzzle is not None:
            verdict = task.puzzle.check(result.answer)
            if not verdict:
                raise Contradiction(f"an answer that breaks rules: {verdict}", speaker)
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    expected = expected_status(matrix, found=result.options is not None, complete=result.complete)
    if result.status is not expected:
        raise Contradiction(f"status {result.status}, expected {expected}", speaker)
    if result.status is Status.INFEASIBLE:
        knowledge.at_most(0, speaker)
    if result.status is Status.OPTIMAL and result.options is not None and task.matrix.has_costs:
        knowledge.bound(task.matrix.cost([numbers[k] for k in result.options]), speaker)
    claims = [claim.text for claim in result.evidence.claims]
    if result.status is Status.OPTIMAL and matrix.has_costs and "none better" not in claims:
        raise Contradiction(f"an optimum, but the evidence is {result.evidence}", speaker)
    _hear_totals(result, problem, matrix, ask, context)
    return result.status in (Status.INFEASIBLE, Status.OPTIMAL)


def _hear_totals(
    result: Result, problem: Problem, matrix: ExactCover, ask: Ask, context: Context
) -> None:
    """Compare the objective with what the options cost, and the bound with what is known."""
    objective, bound = as_cost(problem, result.objective), as_cost(problem, result.bound)
    if result.options is not None and objective is not None:
        cost = matrix.cost(result.options)
        if objective != cost:
            message = f"the objective {result.objective}, a cost of {objective}, where it is {cost}"
            raise Contradiction(message, str(ask))
    if bound is not None:
        context.knowledge.bound(bound, str(ask))


def as_cost(problem: Problem, value: Exact | None) -> int | None:
    """Return an objective or a bound as the matrix counts costs."""
    if value is None or not isinstance(problem, Puzzle):
        return None if value is None else int(value)
    zero, one = Fraction(problem.objective(0)), Fraction(problem.objective(1))
    return int((Fraction(value) - zero) / (one - zero))


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
    task, speaker = context.task, str(ask)
    seconds = 5 * context.patience
    if task.puzzle is None:
        given, never = task.given, task.forbidden
        result = explained(
            task.matrix, ask.choice, time_limit=seconds, given=given, forbidden=never
        )
    else:
        result = explained(task.puzzle, ask.choice, time_limit=seconds)
    for witness in result.witnesses:
        context.knowledge.solution(witness, speaker)
    if result.verdict is Verdict.CLASH:
        context.knowledge.at_most(0, speaker)
    require_verdict(result, context, speaker)
    if result.verdict in (Verdict.CLASH, Verdict.FORCED, Verdict.IMPOSSIBLE):
        require_clash(result, task, speaker)
    return result.verdict is not Verdict.UNKNOWN


def require_verdict(explanation: Explanation, context: Context, speaker: str) -> None:
    """Compare a verdict with all the solutions, where they are known."""
    truth = context.knowledge.truth
    if truth is None or explanation.verdict is Verdict.UNKNOWN:
        return
    number = sum(explanation.choice in solution for solution in truth)
    if not truth:
        expected = Verdict.CLASH
    elif explanation.choice is None:
        expected = Verdict.FEASIBLE
    else:
        forced = Verdict.FORCED if number == len(truth) else Verdict.OPEN
        expected = forced if number else Verdict.IMPOSSIBLE
    if explanation.verdict is not expected:
        raise Contradiction(
            f"verdict {explanation.verdict}, expected {expected}", speaker, BRUTE_FORCE
        )


def require_clash(explanation: Explanation, task: Task, speaker: str) -> None:
    """Ask brute force whether the parts really have no solution, and need all to have none."""
    supposed = (explanation.choice,) if explanation.verdict is Verdict.IMPOSSIBLE else ()
    unmade = (explanation.choice,) if explanation.verdict is Verdict.FORCED else ()
    parts = (explanation.items, explanation.givens, explanation.forbidden, explanation.conditions)

    def clash(
        items: Iterable[int], givens: Options, forbidden: Options, conditions: Options
    ) -> bool:
        matrix = with_items(with_conditions(task.matrix, conditions), frozenset(items))
        chosen, never = {*givens, *supposed} - {None}, {*forbidden, *unmade} - {None}
        free = np.diff(matrix.starts) == 0
        if not conditions:
            never |= {int(k) for k in np.flatnonzero(free)} - chosen  # they change nothing
        return not all_solutions(matrix, chosen, never, MOST_BRANCHES)

    try:
        if not clash(*parts):
            raise Contradiction(f"parts that do not clash: {parts}", speaker, BRUTE_FORCE)
        if explanation.irreducible:
            for kind, numbers in enumerate(parts):
                for number in numbers:
                    fewer = [tuple(k for k in part if k != number) for part in parts]
                    less = [fewer[k] if k == kind else parts[k] for k in range(len(parts))]
                    if clash(*less):
                        message = f"parts of which {number} can be spared: {parts}"
                        raise Contradiction(message, speaker, BRUTE_FORCE)
    except TooLarge:
        return


def with_items(matrix: ExactCover, items: frozenset[int]) -> ExactCover:
    """Return the matrix in which the other items want nothing."""
    kept = np.zeros(len(matrix.items), bool)
    kept[list(items)] = True
    return matrix.part(items=kept, costs=None)


def symmetry(ask: Ask, solver: Solver, context: Context) -> bool:
    """How many solutions of which no two are alike?"""
    task, knowledge, speaker = context.task, context.knowledge, str(ask)
    if task.symmetries is None or (task.puzzle is None and (task.given or task.forbidden)):
        raise Unsupported("no symmetries are known")
    problem = task.matrix if task.puzzle is None else task.puzzle
    result = counted(problem, solver, symmetries=task.symmetries, time_limit=context.patience)
    knowledge.at_least(result.total, speaker)
    if not result.complete:
        return False
    knowledge.at_most(result.total, speaker)
    if knowledge.truth is not None:
        classes = {task.symmetries.canonical(solution) for solution in knowledge.truth}
        if result.count != len(classes):
            message = f"{result.count} classes ({speaker}), {len(classes)} ({BRUTE_FORCE})"
            raise Contradiction(message, speaker, BRUTE_FORCE)
    return True


PUZZLE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    question.__name__: question for question in (solve, unique, explain, symmetry)
}

# ---- Symmetries: the number of classes, and first and best solutions -----------------------------
#
# Brute force knows all solutions and what each costs: of a puzzle, sets of rows on which
# `Puzzle.check` sees every rule hold. Every generator must map the rows to rows, and solutions to
# solutions of the same cost; what the generators join are the classes that are counted. How large
# the group is, is counted by its members.


MOST_OPTIONS = 12  # of what brute force lists again, with a selection written into it
MOST_MEMBERS = 2000  # of a group that is listed

Move = tuple[int, ...]


@dataclass(frozen=True)
class _Truth:
    """All solutions, as brute force has them.

    rows       how many options are choices; what is behind them does not count
    solutions  the choices of each, and what it costs: a cost, or a total in the puzzle's words
    best       what a best one costs; None where nothing does
    """

    rows: int
    solutions: Mapping[Options, object]
    best: object

    def choices(self, options: Sequence[int]) -> Options:
        """Return what a solution is here."""
        return tuple(sorted(option for option in options if option < self.rows))


def alike(ask: Ask, solver: Solver, context: Context) -> bool:
    """How many solutions of which no two are alike by what is found, and which is the best one?"""
    problem, _ = problem_of(context.task)
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    if matrix.statements:
        raise Unsupported("a statement has no symmetries")
    truth = _truth(problem, context)
    if truth is None:
        raise Unsupported("too many options for brute force")
    speaker = str(ask)
    group = automorphisms(problem)
    moves = [_on_choices(generator.tolist(), truth.rows, speaker) for generator in group.generators]
    classes = _classes(moves, truth, speaker)
    _require_order(group, moves, truth.rows, speaker)
    result = counted(problem, solver, symmetries="auto", time_limit=context.patience)
    total = len(truth.solutions)
    if result.complete and (result.count, result.total) != (classes, total):
        counts = f"{result.count} classes of {result.total} solutions"
        expected = f"{classes} of {total} ({BRUTE_FORCE})"
        raise Contradiction(f"{counts} ({speaker}), {expected}", speaker, BRUTE_FORCE)
    if result.complete:
        context.knowledge.exactly(result.total, speaker)
    return _first(problem, matrix, solver, context, truth, speaker) and result.complete


def _truth(problem: Problem, context: Context) -> _Truth | None:
    """Return all solutions of what is asked about, if they are known or soon found."""
    if isinstance(problem, Puzzle):
        if problem.visible_options > MOST_ROWS:
            return None
        answers = row_answers(problem)
        best = max if problem.aims and problem.aims[0].sign < 0 else min
        totals = answers.values() if problem.has_objective else ()
        return _Truth(problem.visible_options, answers, best(totals, default=None))  # type: ignore[type-var]
    assert isinstance(problem, ExactCover)
    if problem is context.task.matrix:
        every = context.knowledge.truth
    else:
        every = frozenset(all_solutions(problem)) if problem.options <= MOST_OPTIONS else None
    if every is None:
        return None
    costs = {solution: problem.cost(solution) for solution in every}
    return _Truth(problem.options, costs, min(costs.values(), default=None))


def _on_choices(permutation: Sequence[int], rows: int, speaker: str) -> Move:
    """Return what a generator does to the choices."""
    move = tuple(permutation[:rows])
    if sorted(move) != list(range(rows)):
        message = f"a symmetry maps choices to {list(move)}, no order of these"
        raise Contradiction(message, speaker, BRUTE_FORCE)
    return move


def _classes(moves: Sequence[Move], truth: _Truth, speaker: str) -> int:
    """Return into how many classes the generators join the solutions."""
    left, number = set(truth.solutions), 0
    while left:
        number += 1
        ahead = [left.pop()]
        while ahead:
            solution = ahead.pop()
            for move in moves:
                image = tuple(sorted(move[option] for option in solution))
                if image not in truth.solutions:
                    message = (
                        f"a symmetry maps {list(solution)}, a solution, to {list(image)}, none"
                    )
                    raise Contradiction(message, speaker, BRUTE_FORCE)
                if truth.solutions[image] != truth.solutions[solution]:
                    costs = (
                        f"of cost {truth.solutions[solution]}, to one of {truth.solutions[image]}"
                    )
                    message = f"a symmetry maps {list(solution)}, {costs}"
                    raise Contradiction(message, speaker, BRUTE_FORCE)
                if image in left:
                    left.remove(image)
                    ahead.append(image)
    return number


def _require_order(group: Automorphisms, moves: Sequence[Move], rows: int, speaker: str) -> None:
    """Raise Contradiction unless the group has as many members as it says, where they are few."""
    same = tuple(range(rows))
    members = {same}
    for member in (ahead := [same]):
        for move in moves:
            product = tuple(move[option] for option in member)
            if product not in members:
                members.add(product)
                ahead.append(product)
        if len(members) > MOST_MEMBERS:
            return
    if group.order != len(members):
        message = f"{group.order} symmetries, where generators make {len(members)}"
        raise Contradiction(message, speaker, BRUTE_FORCE)


def _first(
    problem: Problem,
    matrix: ExactCover,
    solver: Solver,
    context: Context,
    truth: _Truth,
    speaker: str,
) -> bool:
    """Look for a first or best solution, with what symmetries spare; whether that was answered."""
    if matrix.has_costs and "costs" not in solver.features:
        return True
    result = solved(problem, solver, symmetries="auto", time_limit=context.patience)
    if result.status is Status.UNKNOWN or not (result.complete or result.options):
        return False
    solution = None if result.options is None else truth.choices(result.options)
    if (solution is None) != (not truth.solutions) or (
        solution and solution not in truth.solutions
    ):
        shown = f"{result.status} {result.options} up to symmetry"
        number = len(truth.solutions)
        raise Contradiction(f"{shown} of {number} solutions ({BRUTE_FORCE})", speaker, BRUTE_FORCE)
    if solution is None or not result.complete or result.status is not Status.OPTIMAL:
        return True
    if truth.best is not None and truth.solutions[solution] != truth.best:
        shown = f"a best cost of {truth.solutions[solution]} up to symmetry, the solver's"
        message = f"{shown} {result.objective} ({speaker}), {truth.best} ({BRUTE_FORCE})"
        raise Contradiction(message, speaker, BRUTE_FORCE)
    return True


SYMMETRY_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {"alike": alike}
