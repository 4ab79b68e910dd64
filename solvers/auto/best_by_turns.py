"""The best solution by turns: solvers one after the other, each beginning at the best so far.

What one finds and another one proves is compared (contract/claims/), and the first to have searched
everything ends the search. Turns are counted in processor time, so that a busy machine takes
nothing off them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...models.errors import SolverError
from ..contract.batch import Options
from ..contract.claims.claims import Claims
from ..contract.deadline import WorkBudget
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from .stages import Plan, Team

__all__ = ["ByTurns"]


class ByTurns:
    """The search of one question; `bounder` is who proved the bound by now."""

    def __init__(self, query: Query, plan: Plan) -> None:
        self._query, self._plan = query, plan
        self._team, self._claims = Team(query), Claims()
        self._best = query.hint
        self._least: int | None = None  # of what was yielded
        self._bounder: Solver | None = None
        self._progress, self._at_work = Progress(), Progress()
        self._solver: Solver | None = None

    @property
    def bounder(self) -> Solver | None:
        """Who proved the bound; None: nobody did."""
        bound, before = self._at_work.bound, self._progress.bound
        if bound is not None and (before is None or bound > before):
            return self._solver
        return self._bounder

    def improving(
        self, progress: Progress, take: Callable[[Solver, str], None]
    ) -> Iterator[Options]:
        """Yield ever cheaper solutions; `take` is told whose turn it is, and why."""
        self._progress = progress
        for solver, stage in self._team.turns(self._plan):
            take(solver, stage.reason)
            yield from self._turn(solver, stage.seconds)
            if progress.complete:
                return

    def _turn(self, solver: Solver, seconds: float | None) -> Iterator[Options]:
        """Let a solver have its turn; compare what it claims with what others did."""
        progress, claims, name = self._progress, self._claims, solver.full_name
        progress.at_work = self._at_work = part = Progress()
        self._solver = solver
        deadline = WorkBudget(self._query.deadline, seconds)
        mine: int | None = None  # the least cost that this solver found
        try:
            query = replace(self._query, deadline=deadline, hint=self._best)
            for options in solver.improving(query, part):
                cost = query.matrix.cost(options)
                mine = cost if mine is None else min(mine, cost)
                claims.cost(name, cost)
                if self._least is None or cost < self._least:
                    self._least, self._best = cost, tuple(sorted(options))
                    yield options
        except SolverError as error:
            self._team.leave_out(solver, error)
            part.complete = False
        finally:
            self._note(part)
        if part.bound is not None:
            claims.bound(name, part.bound)
        if part.complete:
            if mine is None:
                claims.infeasible(name)
            else:
                claims.bound(name, mine)
            progress.complete, progress.bound = True, self._least

    def _note(self, part: Progress) -> None:
        """Keep what a turn found out, for a limit or an interrupt; not that it is complete."""
        self._bounder, progress = self.bounder, self._progress
        progress.at_work = None
        progress.add_effort(part)
        progress.share = max(progress.share, part.share)
        known = [bound for bound in (progress.bound, part.bound) if bound is not None]
        progress.bound = max(known, default=None)
