"""A portfolio in sequence: which solvers are asked one after the other, and for how long.

A plan is gone through round by round, with ever larger budgets, until somebody answers (Gomes and
Selman, "Algorithm portfolios", Artificial Intelligence 126, 2001; that restarts with budgets in a
geometric series lose but a factor: Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas
algorithms", 1993). A solver that cannot, by its own word, is not asked again, and that somebody
stopped is never taken for an answer: only a search that says that it is complete is one.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...models.errors import SolverError, Unavailable, Unsupported, WrongAnswer
from ..contract.deadline import Deadline, Stopped
from ..contract.query import Query
from ..contract.solver import Solver
from ..registry import get_solver

__all__ = ["Plan", "Stage", "Team", "TurnClock"]

BUSY = 20  # times its processor time a turn takes at most, unless a child process works for it
log = logging.getLogger("minuet")


@dataclass(frozen=True)
class Stage:
    """A solver's turn: its budget in seconds (None: all that is left), and why it is asked.

    least   a budget below so many seconds is not worth a start, and the turn is left out
    most    its budget grows no further than so many seconds
    denies  whether of a count it can only tell that there is nothing to be counted
    """

    solver: str | Solver
    seconds: float | None
    reason: str
    least: float = 0.0
    most: float = math.inf
    denies: bool = False


@dataclass(frozen=True)
class Plan:
    """The stages of a round; each round has `growth` times the budgets of the one before.

    With a growth of 0 there is one round.
    """

    stages: tuple[Stage, ...]
    growth: float = 0.0

    def rounds(self) -> Iterator[Sequence[Stage]]:
        """Yield the stages of each round, with that round's budgets."""
        yield self.stages
        factor = self.growth
        while factor:
            yield [
                replace(
                    one,
                    seconds=None if one.seconds is None else min(one.seconds * factor, one.most),
                )
                for one in self.stages
            ]
            factor *= self.growth


class Team:
    """The solvers of one question: made once each, and not asked again once they cannot go on."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._solvers: dict[str | Solver, Solver] = {}
        self._out: dict[str | Solver, SolverError] = {}  # who cannot, and what it said
        self._saved: dict[str | Solver, float] = {}  # seconds of turns that were too short

    def turns(self, plan: Plan, *, saved: bool = False) -> Iterator[tuple[Solver, Stage]]:
        """Yield who is to be asked next, until the deadline or the end of the plan.

        saved  whether turns that are too short for a solver to begin are saved up until they are
               not; later ones are all yielded then

        Raises what the last of them said once none of the plan's solvers is left.
        """
        for stages in plan.rounds():
            for stage in stages:
                if self._query.deadline.passed():
                    return
                turn = self._saved_up(stage) if saved else stage
                short = turn.seconds is not None and turn.seconds < turn.least
                solver = None if short else self._solver(stage.solver)
                if solver is not None:
                    yield solver, turn
            if all(stage.solver in self._out for stage in plan.stages):
                raise self._out[plan.stages[-1].solver]

    def _saved_up(self, stage: Stage) -> Stage:
        """Return the stage with the turns that were too short for its solver to begin."""
        name = stage.solver
        if stage.seconds is None or name in self._solvers:
            return replace(stage, least=0.0) if stage.least else stage
        if not stage.least:
            return stage
        self._saved[name] = self._saved.get(name, 0.0) + stage.seconds
        return replace(stage, seconds=self._saved[name])

    def leave_out(self, solver: Solver, error: SolverError) -> None:
        """Do not ask the solver again, which cannot answer; a wrong answer is raised."""
        if isinstance(error, WrongAnswer):
            raise error
        if not isinstance(error, Unavailable | Unsupported):
            log.warning("%s", error)
        for name, one in self._solvers.items():
            if one is solver:
                self._out.setdefault(name, error)

    def left_early(self, solver: Solver, budget: Deadline) -> None:
        """Leave out a solver that stopped before its time with no answer: it would do so again."""
        if not budget.passed():
            error = Unsupported(f"solver {solver.full_name} ended without an answer")
            self.leave_out(solver, error)

    @property
    def refusals(self) -> list[str]:
        """What those said who cannot answer."""
        return list(dict.fromkeys(str(error) for error in self._out.values()))

    def _solver(self, name: str | Solver) -> Solver | None:
        """Return the solver if it can answer, as far as it can tell beforehand."""
        if name not in self._solvers and name not in self._out:
            try:
                solver = get_solver(name)
                solver.require(self._query.matrix)
                solver.require_size(self._query)
                solver.version()
            except (Unavailable, Unsupported) as error:
                self._out[name] = error
            except Stopped:  # it did not come to say; the deadline ends the turns
                return None
            else:
                self._solvers[name] = solver
        return None if name in self._out else self._solvers[name]


class TurnClock:
    """The time of a turn: processor time, or the clock's where the work is done elsewhere."""

    def __init__(self) -> None:
        self._wall, self._processor = time.monotonic(), time.process_time()

    @property
    def seconds(self) -> float:
        """Seconds since it was made; on a busy machine the clock alone says little."""
        wall = time.monotonic() - self._wall
        processor = time.process_time() - self._processor
        return wall if wall > BUSY * processor else processor
