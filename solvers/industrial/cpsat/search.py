"""CP-SAT at work on a model, and again on one with more clauses where a condition is broken.

A solution of the rows that breaks a condition ends the search soon, and CP-SAT begins anew with the
clauses that cut such solutions off (encoding/conditions.py): it can be given none on the way.
Solutions that were told by then are excluded, or, where the cheapest is wanted, what costs as much
is. What one run meets in vain is kept small beside what it tells, so restarts are few, and nothing
comes twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ....models.errors import MinuetError, ModelError, SolverError, Unsupported
from ....models.matrix.arrays import absolute_total
from ....models.matrix.conditions import Condition
from ...contract.batch import Options
from ...contract.progress import Progress
from ...contract.query import Query
from ...encoding.cheaper import raise_bound
from ...encoding.conditions import cuts
from ...encoding.rows import Rows
from ...encoding.sums import Either
from ...process.interrupt import Run
from .model import Objective, add_clause, add_hint, another, no_dearer
from .parameters import set_parameters

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["Made", "search"]

IN_VAIN = 3  # solutions that break a condition, in one run; more where an eighth is fewer
SHARE = 8


@dataclass
class Made:
    """A model, the rows that it says, what is to be minimised, and what a solution holds besides.

    told  the solutions of this search, as variables, which are excluded where it begins anew
    """

    model: cp_model.CpModel
    table: Rows
    goal: Objective | None
    conditions: tuple[Condition, ...] = ()
    told: list[list[int]] = field(default_factory=list)

    @property
    def least(self) -> int:
        """The sum of the costs of the options of the cheapest that was told, one there was."""
        assert self.goal is not None
        return min(map(self.goal.steps, self.told))


def search(run: Run[Options], query: Query, progress: Progress, made: Made) -> bool:
    """Solve the model; return whether everything was searched."""
    made.told.clear()
    first = len(made.model.proto.constraints)
    known = 0  # of the told ones that the model excludes
    excluded: list[int] = []
    try:
        while True:
            turn = _Turn(run, query, progress, made)
            done = turn.solved()
            if not turn.clauses or turn.over or run.stopping or query.deadline.passed():
                return done
            for clause in turn.clauses:
                add_clause(made.model, clause.yes, clause.no)
            excluded += _excluded(made, known)
            known = len(made.told)
            add_hint(made.model, turn.hint)
    finally:
        # What was told is no part of the next question; the clauses stay, for they hold.
        for place in excluded:
            constraint = made.model.proto.constraints[place]
            constraint.clear_bool_or()
            constraint.clear_linear()
        assert first <= len(made.model.proto.constraints)


def _excluded(made: Made, known: int) -> list[int]:
    """Exclude what was told since; return the places of the constraints that say so."""
    first = len(made.model.proto.constraints)
    if made.goal is not None:
        if len(made.told) > known:
            no_dearer(made.model, made.goal, made.least)
    else:
        for chosen in made.told[known:]:
            another(made.model, made.table, chosen)
    return list(range(first, len(made.model.proto.constraints)))


class _Turn:
    """One run of CP-SAT on the model.

    clauses  which every solution keeps, and a solution of the model did not
    over     what more is found is not wanted
    hint     each variable's value in the last solution that broke a condition
    """

    def __init__(self, run: Run[Options], query: Query, progress: Progress, made: Made) -> None:
        self._run, self._query, self._progress, self._made = run, query, progress, made
        self.clauses: list[Either] = []
        self.hint: list[int] = []
        self.over = False
        self._in_vain = 0
        self._error: BaseException | None = None
        self._stop: Callable[[], object] = lambda: None
        self._before = (progress.nodes, progress.conflicts, progress.propagations)

    def solved(self) -> bool:
        """Solve; return whether everything was searched, if there are no clauses."""
        from ortools.sat.python import cp_model

        solver, status = self._run_on(presolve=True)
        if status == cp_model.MODEL_INVALID and not _complaint(solver, self._made.model):
            # The model is valid, but presolve moved costs along exactly-one rows past 2^62.
            solver, status = self._run_on(presolve=False)
        if status == cp_model.MODEL_INVALID:
            raise _refusal(_complaint(solver, self._made.model), self._query)
        nodes, conflicts, propagations = self._before
        progress = self._progress
        progress.nodes = progress.decisions = nodes + solver.num_branches
        progress.conflicts = conflicts + solver.num_conflicts
        told: int = solver.response_proto.num_binary_propagations
        progress.propagations = propagations + told
        done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        return done and not self.over and not self.clauses

    def _run_on(self, *, presolve: bool) -> tuple[cp_model.CpSolver, Any]:
        """Run CP-SAT, with its presolve or without; return it with its status."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        made, query, goal = self._made, self._query, self._made.goal
        set_parameters(solver, query, costs=goal is not None)
        if not presolve:
            solver.parameters.cp_model_presolve = False
        if goal is not None:
            solver.best_bound_callback = lambda bound: self._note_bound(goal.bound(bound))
        heard, count = self._heard, len(made.table.options)

        class Emit(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
            def on_solution_callback(self) -> None:
                values = np.array(self.response_proto.solution, np.int8)
                if not heard(np.flatnonzero(values[:count]).tolist(), values):
                    self.stop_search()

        with self._run.stoppable(solver.stop_search):
            status = solver.solve(made.model, Emit())
        if self._error is not None:
            raise self._error
        return solver, status

    def _heard(self, chosen: list[int], values: Any) -> bool:
        """Tell a solution of the model if it holds all conditions; False: CP-SAT is to stop."""
        if self.over or self._error is not None:
            return False
        made = self._made
        try:
            if not self._breaks(chosen, values):
                made.told.append(chosen) if made.conditions else None
                self.over = not self._run.emit(made.table.solution(chosen))
                return not self.over
        except BaseException as error:  # it must not pass through CP-SAT
            self._error = error
            return False
        # A cheaper one than one that is no solution is no use: CP-SAT would look for no other.
        if made.goal is not None:
            return False
        return self._in_vain <= max(IN_VAIN, len(made.told) // SHARE)

    def _breaks(self, chosen: list[int], values: Any) -> bool:
        """Whether a solution of the model breaks a condition; then there is a clause for it."""
        made = self._made
        if not made.conditions:
            return False
        there = set(chosen)
        if all(clause.holds(there) for clause in self.clauses):
            new = cuts(made.conditions, made.table, made.table.solution(chosen))
            if not new:
                return False
            self.clauses += new
        self._in_vain += 1
        self.hint = values.tolist()
        return True

    def _note_bound(self, bound: int | None) -> None:
        if bound is None:
            return
        made = self._made
        if made.goal is not None and made.told:
            # CP-SAT was told to look below the cost of the best one alone.
            bound = min(bound, made.goal.cost(made.least))
        raise_bound(self._progress, bound)


def _complaint(solver: cp_model.CpSolver, model: cp_model.CpModel) -> str:
    """Return why CP-SAT refuses a model; "" where it gives no reason."""
    reason: str = solver.response_proto.solution_info or model.validate()
    return reason


def _refusal(reason: str, query: Query) -> MinuetError:
    """Return the error for a model that CP-SAT refuses, for this reason."""
    if reason and query.parameters:  # without them no model is refused for a reason
        return ModelError(f"solver cpsat: CP-SAT refuses the parameters: {reason}")
    if reason:
        return SolverError(f"solver cpsat: CP-SAT refuses the model: {reason}")
    total = absolute_total(query.matrix.costs)
    return Unsupported(f"solver cpsat does not support costs that sum to {total} in this matrix")
