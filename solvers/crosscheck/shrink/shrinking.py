"""A disagreement made small: the least matrix on which those who disagree still do.

smallest.py takes the matrix apart; here each smaller matrix is put to the disputants again, in
child processes like the first time. What cannot be made smaller in time, or does not show again
on the matrix alone, is left as it was: the matrix of the branch where it showed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ....models.errors import ModelError
from ....models.matrix.exact_cover import ExactCover
from ...contract.batch import Options
from ...contract.deadline import Deadline
from ...contract.goal import Goal
from ...contract.solver import Solver
from ...search.search import Search
from ..comparison import disputes, sum_up, sum_up_best
from ..listener import Case, Patience, listen
from ..outcome import Outcome
from ..scope.scope import Branch, Scope
from ..worker import Task
from .smallest import smallest

__all__ = ["selected_matrix", "shrunk"]

SECONDS = 3.0  # for one disputant on one matrix
GRACE = 0.2  # seconds for it to note that they are over


def shrunk(
    case: Case,
    question: str,
    between: Sequence[Solver],
    branch: Branch,
    deadline: Deadline,
    witness: Options | None = None,
    told: Callable[[ExactCover], object] | None = None,
) -> ExactCover:
    """Return the smallest matrix found on which the solvers still disagree.

    witness  a solution that shows the disagreement, if one is known
    told     is called with each smaller matrix
    """
    matrix = selected_matrix(case, branch)

    def wrong(smaller: ExactCover) -> bool:
        return _disagree(smaller, question, between, case.keep, deadline)

    if deadline.passed():
        return matrix
    left = np.ones(case.matrix.options, bool)
    left[list(case.query.forbidden | branch.forbidden)] = False
    places = np.cumsum(left) - 1
    keep = [int(places[option]) for option in witness or () if left[option]]
    try:
        return smallest(matrix, wrong, deadline, keep=keep, told=told)
    except ModelError:  # it does not show again, or not on the matrix alone
        return matrix


def selected_matrix(case: Case, branch: Branch) -> ExactCover:
    """Return the matrix of a branch, with all that is given and forbidden written into it."""
    query = case.query
    given = dict.fromkeys((*query.given, *branch.given))
    return query.matrix.selected(list(given), query.forbidden | branch.forbidden)


def _disagree(
    matrix: ExactCover, question: str, solvers: Sequence[Solver], keep: int, deadline: Deadline
) -> bool:
    """Whether the solvers contradict each other, or one itself, on a matrix."""
    case, goal = Case(matrix, Search(matrix), keep), Goal(question)
    task = Task(goal, most=keep if goal is Goal.ALL else None)
    outcomes = []
    for solver in solvers:
        outcome = Outcome(solver.full_name)
        outcomes.append(outcome)
        listen(case, solver, outcome, [task], Patience(deadline.within(SECONDS), GRACE))
        if goal is Goal.BEST:
            sum_up_best(outcome, case)
        else:
            sum_up(outcome, Scope())
    return any(disputes(question, outcomes, matrix))
