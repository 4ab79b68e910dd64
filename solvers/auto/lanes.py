"""The best solution by several threads: who improves and who proves, side by side.

With one thread they take turns (auto.py). With two, those who prove have a thread to themselves,
and those who improve the other one; what one of them finds the others learn at once
(process/side_by_side.py). Who proves is whom the plan names, in its order: prices on the items,
block prices, prices that climb at every node, the MIP solver and CP-SAT. Who improves: the
neighborhoods of blocks, where the matrix falls into some, and large neighborhoods, by turns.

The thread that improves begins a little later, for most puzzles are proved by then, and two threads
of Python would only be in each other's way. A third thread improves too, by another seed and the
other way round; further ones are for those that split their own search, CP-SAT above all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace

from ...models.errors import SolverError, WrongAnswer
from ..contract.claims.incumbent import Incumbent
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from ..process.side_by_side import Lane, Turn, side_by_side
from .plans import IMPROVERS, PRIMAL, PROVERS
from .stages import Plan, Stage, Team

__all__ = ["Lanes", "dual"]

HEAD_START = 0.1  # seconds
Turns = Callable[[Query], Iterator[Turn]]

log = logging.getLogger("minuet")


class Lanes:
    """The lanes of a question, and who takes part.

    plan    of one thread
    begins  called as a solver's turn begins, with why
    """

    def __init__(self, query: Query, plan: Plan, begins: Callable[[Solver, str], None]) -> None:
        self._query, self._plan, self._begins = query, plan, begins
        self._incumbent = Incumbent(query.matrix, query.given, query.forbidden, query.hint)
        self._players: dict[str, tuple[Solver, str]] = {}

    @property
    def bounder(self) -> Solver | None:
        """Who proved the bound by now."""
        known = self._players.get(self._incumbent.bounder)
        return None if known is None else known[0]

    def improving(
        self, progress: Progress, take: Callable[[Solver, str], None]
    ) -> Iterator[tuple[int, ...]]:
        """Yield ever cheaper solutions.

        take  called with the finder, and why it was asked, before its solution is yielded; at the
              end with the one who proved that there is none better

        Raises what the last one said once none of those who prove is left.
        """
        query = self._query
        threads = query.threads - 2
        lanes = [
            Lane(self._turns(dual(self._plan), proves=True), threads=max(threads, 1)),
            Lane(self._turns(PRIMAL), wait=HEAD_START),
        ]
        if threads:
            turned = replace(PRIMAL, stages=PRIMAL.stages[::-1])
            lanes.append(Lane(self._turns(turned), wait=HEAD_START, seed=1))
        for known in side_by_side(query, progress, lanes, self._incumbent):
            if known.solver:
                take(*self._players[known.solver])
            yield known.options
        if progress.complete:
            take(*self._players[self._incumbent.bounder])

    def _turns(self, plan: Plan, *, proves: bool = False) -> Turns:
        def turns(query: Query) -> Iterator[Turn]:
            team = Team(query)
            try:
                for solver, stage in team.turns(plan):
                    yield self._turn(team, solver, stage)
            except SolverError as error:
                if proves or isinstance(error, WrongAnswer):
                    raise
                log.info("nobody improves on solutions: %s", error)

        return turns

    def _turn(self, team: Team, solver: Solver, stage: Stage) -> Turn:
        self._players.setdefault(solver.full_name, (solver, stage.reason))
        self._begins(solver, stage.reason)

        def failed(error: SolverError) -> None:
            team.leave_out(solver, error)

        return Turn(solver.full_name, solver.improving, stage.seconds, failed)


def dual(plan: Plan) -> Plan:
    """Return a plan without those who improve."""
    stages = [one for one in plan.stages if one.solver not in IMPROVERS]
    return replace(plan, stages=tuple(_proof(one) for one in stages))


def _proof(stage: Stage) -> Stage:
    """Return the stage with the part of its solver that proves, where it does both."""
    name = stage.solver
    return replace(stage, solver=PROVERS.get(name, name)) if isinstance(name, str) else stage
