"""The question of symmetries that are found: how many classes, and is a first or best one right?

Brute force knows all solutions. Every generator must map them to one another, and what the
generators join are the classes that are counted: nothing else of the group is needed for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ....models.errors import Unsupported
from ....models.matrix.exact_cover import ExactCover
from ....models.symmetry.automorphisms import automorphisms
from ...contract.batch import Options
from ...contract.query import Permutation
from ...contract.result import Status
from ...contract.solver import Solver
from ...questions.queries import Problem
from ...questions.queries import solve as solved
from ...questions.symmetry import count_up_to_symmetry
from ..ask import Ask, Context
from ..oracles.brute_force import all_solutions
from ..oracles.knowledge import BRUTE_FORCE, Contradiction
from .puzzle_questions import problem_of

__all__ = ["SYMMETRY_QUESTIONS", "alike"]

MOST_OPTIONS = 12  # of what brute force lists again, with a selection written into it


def alike(ask: Ask, solver: Solver, context: Context) -> bool:
    """How many solutions of which no two are alike by what is found, and which is the best one?"""
    problem, _ = problem_of(context.task)
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    if matrix.statements:
        raise Unsupported("a statement has no symmetries")
    truth = _solutions(problem, context)
    if truth is None:
        raise Unsupported("too many options for brute force")
    who = str(ask)
    classes = _classes(automorphisms(problem).generators, truth, who)
    found = count_up_to_symmetry(problem, "auto", solver=solver, time_limit=context.patience)
    if found.count is not None and (found.count, found.total) != (classes, len(truth)):
        said = f"{found.count} classes of {found.total} solutions"
        expected = f"{classes} of {len(truth)} ({BRUTE_FORCE})"
        raise Contradiction(f"{said} ({who}), {expected}", who, BRUTE_FORCE)
    if found.count is not None:
        context.knowledge.exactly(found.total, who)
    return _first(problem, matrix, solver, context, truth, who) and found.count is not None


def _solutions(problem: Problem, context: Context) -> set[Options] | None:
    """Return all solutions of what is asked about, if they are known or soon found."""
    if not isinstance(problem, ExactCover) or problem is context.task.matrix:
        known = context.knowledge.truth
        return None if known is None else set(known)
    return all_solutions(problem) if problem.options <= MOST_OPTIONS else None


def _classes(generators: Sequence[Permutation], truth: set[Options], who: str) -> int:
    """Return into how many classes the generators join the solutions."""
    left, number = set(truth), 0
    while left:
        number += 1
        ahead = [left.pop()]
        while ahead:
            one = ahead.pop()
            for generator in generators:
                image = tuple(sorted(int(generator[option]) for option in one))
                if image not in truth:
                    what = f"a symmetry maps {list(one)}, a solution, to {list(image)}, none"
                    raise Contradiction(what, who, BRUTE_FORCE)
                if image in left:
                    left.remove(image)
                    ahead.append(image)
    return number


def _first(
    problem: Problem,
    matrix: ExactCover,
    solver: Solver,
    context: Context,
    truth: set[Options],
    who: str,
) -> bool:
    """Look for a first or best solution, with what symmetries spare; whether that was answered."""
    if matrix.has_costs and "costs" not in solver.features:
        return True
    result = solved(problem, solver, symmetries="auto", time_limit=context.patience)
    if result.status is Status.UNKNOWN or not (result.complete or result.options):
        return False
    if (result.options is None) != (not truth) or (result.options and result.options not in truth):
        shown = f"{result.status} {result.options} up to symmetry"
        raise Contradiction(f"{shown} of {len(truth)} solutions ({BRUTE_FORCE})", who, BRUTE_FORCE)
    if result.options is not None and result.complete and matrix.has_costs:
        cost, least = matrix.cost(result.options), min(map(matrix.cost, truth))
        if result.status is Status.OPTIMAL and cost != least:
            what = f"a best cost of {cost} up to symmetry ({who}), {least} ({BRUTE_FORCE})"
            raise Contradiction(what, who, BRUTE_FORCE)
    return True


SYMMETRY_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {"alike": alike}
