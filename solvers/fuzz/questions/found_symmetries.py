"""The question of symmetries that are found: how many classes, and is a first or best one right?

Brute force knows all solutions and what each costs: of a puzzle, sets of rows on which
`Puzzle.check` sees every rule hold. Every generator must map the rows to rows, and solutions to
solutions of the same cost; what the generators join are the classes that are counted. How large
the group is, is counted by its members.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ....models.errors import Unsupported
from ....models.matrix.exact_cover import ExactCover
from ....models.puzzle import Puzzle
from ....models.symmetry.automorphisms import Automorphisms, automorphisms
from ...contract.batch import Options
from ...contract.result import Result, Status
from ...contract.solver import Solver
from ...search.selection import Problem
from ...search.verbs import count as counted
from ...search.verbs import solve as solved
from ..ask import Ask, Context
from ..oracles.brute_force import all_solutions
from ..oracles.knowledge import BRUTE_FORCE, Contradiction
from ..oracles.row_answers import MOST_ROWS, row_answers
from .puzzle_questions import problem_of

__all__ = ["SYMMETRY_QUESTIONS", "alike"]

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
    who = str(ask)
    group = automorphisms(problem)
    moves = [_on_choices(one.tolist(), truth.rows, who) for one in group.generators]
    classes = _classes(moves, truth, who)
    _require_order(group, moves, truth.rows, who)
    found = counted(problem, solver, symmetries="auto", time_limit=context.patience)
    total = len(truth.solutions)
    if found.complete and (found.count, found.total) != (classes, total):
        said = f"{found.count} classes of {found.total} solutions"
        expected = f"{classes} of {total} ({BRUTE_FORCE})"
        raise Contradiction(f"{said} ({who}), {expected}", who, BRUTE_FORCE)
    if found.complete:
        context.knowledge.exactly(found.total, who)
    return _first(problem, matrix, solver, context, truth, who) and found.complete


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
    costs = {one: problem.cost(one) for one in every}
    return _Truth(problem.options, costs, min(costs.values(), default=None))


def _on_choices(permutation: Sequence[int], rows: int, who: str) -> Move:
    """Return what a generator does to the choices."""
    move = tuple(permutation[:rows])
    if sorted(move) != list(range(rows)):
        what = f"a symmetry maps choices to {list(move)}, no order of these"
        raise Contradiction(what, who, BRUTE_FORCE)
    return move


def _classes(moves: Sequence[Move], truth: _Truth, who: str) -> int:
    """Return into how many classes the generators join the solutions."""
    left, number = set(truth.solutions), 0
    while left:
        number += 1
        ahead = [left.pop()]
        while ahead:
            one = ahead.pop()
            for move in moves:
                image = tuple(sorted(move[option] for option in one))
                if image not in truth.solutions:
                    what = f"a symmetry maps {list(one)}, a solution, to {list(image)}, none"
                    raise Contradiction(what, who, BRUTE_FORCE)
                if truth.solutions[image] != truth.solutions[one]:
                    costs = f"of cost {truth.solutions[one]}, to one of {truth.solutions[image]}"
                    what = f"a symmetry maps {list(one)}, {costs}"
                    raise Contradiction(what, who, BRUTE_FORCE)
                if image in left:
                    left.remove(image)
                    ahead.append(image)
    return number


def _require_order(group: Automorphisms, moves: Sequence[Move], rows: int, who: str) -> None:
    """Raise Contradiction unless the group has as many members as it says, where they are few."""
    same = tuple(range(rows))
    members = {same}
    for one in (ahead := [same]):
        for move in moves:
            product = tuple(move[option] for option in one)
            if product not in members:
                members.add(product)
                ahead.append(product)
        if len(members) > MOST_MEMBERS:
            return
    if group.order != len(members):
        what = f"{group.order} symmetries, where generators make {len(members)}"
        raise Contradiction(what, who, BRUTE_FORCE)


def _first(
    problem: Problem,
    matrix: ExactCover,
    solver: Solver,
    context: Context,
    truth: _Truth,
    who: str,
) -> bool:
    """Look for a first or best solution, with what symmetries spare; whether that was answered."""
    if matrix.has_costs and "costs" not in solver.features:
        return True
    result = solved(problem, solver, symmetries="auto", time_limit=context.patience)
    if result.status is Status.UNKNOWN or not (result.complete or result.options):
        return False
    known = None if result.options is None else truth.choices(result.options)
    if (known is None) != (not truth.solutions) or (known and known not in truth.solutions):
        shown = f"{result.status} {result.options} up to symmetry"
        number = len(truth.solutions)
        raise Contradiction(f"{shown} of {number} solutions ({BRUTE_FORCE})", who, BRUTE_FORCE)
    if known is not None and result.complete and result.status is Status.OPTIMAL:
        _require_best(result, known, truth, who)
    return True


def _require_best(result: Result, known: Options, truth: _Truth, who: str) -> None:
    if truth.best is not None and truth.solutions[known] != truth.best:
        said = f"a best cost of {truth.solutions[known]} up to symmetry, the solver's"
        what = f"{said} {result.objective} ({who}), {truth.best} ({BRUTE_FORCE})"
        raise Contradiction(what, who, BRUTE_FORCE)


SYMMETRY_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {"alike": alike}
