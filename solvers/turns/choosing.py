"""The base of the solvers that let others search for the best solution: by turns, or side by side.

With several threads those that prove the best solution have a thread to themselves, and those that
improve another one (process/side_by_side.py). The thread that improves begins a little later, for
most puzzles are proved by then, and two threads of Python would only be in each other's way. A
third thread improves too, by another seed and the other way round; further ones are for solvers
that split their own search, CP-SAT above all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from ...models.errors import SolverError, WrongAnswer
from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver, beyond_covers
from .plan import Plan

# An easy puzzle needs no turns: the scheduler, the runs and the claims are imported late.
if TYPE_CHECKING:
    from ..contract.claims import Incumbent
    from .scheduler import BestRun

__all__ = ["ChoosingSolver"]

View = Callable[[Plan], Plan] | None

HEAD_START = 0.1  # seconds before a thread improves: what is easy is then proved by another, alone

log = logging.getLogger("minuet")


class ChoosingSolver(Solver):
    """A solver that chooses others, which answer; a new one for each search.

    chosen  the solver at work, or the one that answered; None: none yet
    reason  why it was chosen
    """

    def __init__(self, technique: str = "") -> None:
        super().__init__(technique)
        self.chosen: Solver | None = None
        self.reason = ""
        self._logged: set[tuple[str, str]] = set()
        self._incumbent: Incumbent | None = None  # of the search for the best solution
        self._improvers: dict[str, tuple[Solver, str]] = {}  # those that take part in it, and why

    @property
    def answerer(self) -> Solver:
        """The solver that was chosen last; before that, this one."""
        return self.chosen or self

    @property
    def bounder(self) -> Solver:
        """The solver that proved the bound on the costs; if there is none, the one that answers."""
        if self._incumbent is None:
            return self.answerer
        self._incumbent.look()
        prover = self._improvers.get(self._incumbent.bounder)
        return self.answerer if prover is None else prover[0]

    def choose(self, solver: Solver, reason: str) -> None:
        """Make a solver the one that answers; log it once."""
        self._log(solver, reason)
        self.chosen, self.reason, self.kind = solver, reason, solver.kind

    def best_by(
        self,
        query: Query,
        progress: Progress,
        plan: Plan,
        improvement: Plan,
        head_start: float | None = None,
    ) -> Iterator[Options]:
        """Yield ever cheaper solutions, of any solver: by turns, or of threads side by side.

        improvement  the plan of a thread that improves
        head_start   seconds before that thread begins; None: as usual
        """
        from ..contract.claims import Incumbent
        from ..encoding.relaxation import available

        matrix, covers = query.matrix, not beyond_covers(query.matrix)
        if covers:
            available()  # imports OR-Tools, which takes longer than the first stage may
        shared = query.threads > 1 and covers and query.incumbent is None
        incumbent = Incumbent(matrix, query.given, query.forbidden, query.hint, shared=shared)
        self._incumbent = incumbent
        if shared:
            wait = HEAD_START if head_start is None else head_start
            yield from self._side_by_side(query, progress, (plan, improvement), incumbent, wait)
            return
        least: int | None = None
        with closing(self._improve(query, progress, plan, incumbent, self.choose)) as turns:
            for _ in turns:
                better = incumbent.cheaper_than(least)
                if better is not None:
                    least = better.cost
                    yield better.options

    def _side_by_side(
        self,
        query: Query,
        progress: Progress,
        plans: tuple[Plan, Plan],
        incumbent: Incumbent,
        head_start: float,
    ) -> Iterator[Options]:
        """Yield ever cheaper solutions of several threads.

        plans  of those that prove, and of those that improve

        Raises the error of the last solver once none of those that prove is left.
        """
        from ..process.side_by_side import Lane, side_by_side

        plan, improvement = plans
        further = query.threads - 2
        lanes = 3 if further else 2

        def prove(query: Query, progress: Progress) -> Iterator[object]:
            try:
                view = Plan.for_proof
                yield from self._improve(query, progress, plan, incumbent, self._join, lanes, view)
            except WrongAnswer:
                raise
            except SolverError:  # those that improve may prove what is small
                yield from self._improve(query, progress, plan, incumbent, self._join, lanes)

        def improve(view: View, query: Query, progress: Progress) -> Iterator[object]:
            better = improvement
            try:
                yield from self._improve(
                    query, progress, better, incumbent, self._join, lanes, view
                )
            except WrongAnswer:
                raise
            except SolverError as error:
                log.info("no solver improves on solutions: %s", error)

        every = [
            Lane(prove, threads=max(further, 1)),
            Lane(partial(improve, None), head_start),
            Lane(partial(improve, Plan.turned), head_start, seed=1),
        ]
        for better in side_by_side(query, progress, every[:lanes], incumbent):
            if better.solver:
                self.choose(*self._improvers[better.solver])
            yield better.options
        if progress.complete:
            self.choose(*self._improvers[incumbent.bounder])

    def _improve(
        self,
        query: Query,
        progress: Progress,
        plan: Plan,
        incumbent: Incumbent,
        choose: Callable[[Solver, str], None],
        lanes: int = 1,
        view: View = None,
    ) -> Generator[BestRun, None, None]:
        """Let the solvers of a plan improve on the incumbent; `lanes` threads do so.

        view  of the plan (see `Scheduler`)
        """
        from .scheduler import BestRun, Scheduler

        def begin(solver: Solver, reason: str) -> BestRun:
            self._improvers.setdefault(solver.full_name, (solver, reason))
            return BestRun(query, solver, reason, incumbent, lanes)

        return Scheduler(query, plan, view).search(progress, begin, choose, saves=False)

    def _join(self, solver: Solver, reason: str) -> None:
        """Let a solver join those side by side; the first one answers unless another does."""
        if self.chosen is None:
            self.choose(solver, reason)
        self._log(solver, reason)

    def _log(self, solver: Solver, reason: str) -> None:
        if (solver.full_name, reason) not in self._logged:  # once, however many turns it gets
            self._logged.add((solver.full_name, reason))
            log.debug("%s (%s)", solver.full_name, reason)
