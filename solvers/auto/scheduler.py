"""Turn-taking: several solvers search the same matrix, pause and go on, until one of them is done.

Which solver suits a matrix shows by trying. So the solvers of a plan (plans.py) take turns with
growing budgets, round by round (Gomes and Selman, "Algorithm portfolios", Artificial Intelligence
126, 2001; restarts with budgets in a geometric series lose only a constant factor: Luby, Sinclair
and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993).

`Team` makes the solvers of a plan and drops those that cannot answer. A `Run` is one solver's
search: it works for some milliseconds when its turn comes, and pauses until the next one. The
`Scheduler` gives the turns:

    run.moves(stage, runs)  whose turn it is now, and for how many seconds
    run.play(seconds)       works; yields where there is something to hand over
    run.claim(claims)       compares what the run has shown so far with what other runs have shown
    run.done, run.finish()  whether that is an answer; writes it into the progress of the whole
    run.close()             stops the search

A run whose solver can pause (contract/steps.py) goes on where it stopped; another one begins anew
in each turn, so it waits until its turns add up to `GROWTH` times its last one. A run that first
has to prepare itself (a formula, a child process) waits until the others have had that much time.
What a turn took too long, for a step may be longer than the turn, is taken off the next ones. So a
query that takes one solver t seconds alone takes little more than t seconds of each of the others.

What is searched for is up to the kind of run (runs.py): solutions, their number, the cheapest one.
Threads side by side (process/side_by_side.py) run one scheduler each.
"""

from __future__ import annotations

import logging
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from ...models.errors import SolverError, Unavailable, Unsupported, WrongAnswer
from ..contract.batch import Options
from ..contract.claims.claims import Claims
from ..contract.deadline import Budget, Deadline, Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from ..registry import get_solver
from .plans import Plan, Stage

__all__ = ["PausableRun", "Run", "Scheduler", "Team", "TurnClock"]

BUSY = 20  # times its processor time a turn takes at most, unless a child process works for it
GROWTH = 3  # of the turns of runs that begin anew

log = logging.getLogger("minuet")


class Team:
    """The solvers of one query: made once each, and not asked again once they cannot go on."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._solvers: dict[str | Solver, Solver] = {}
        self._out: dict[str | Solver, SolverError] = {}  # those that cannot answer, and why
        self._saved: dict[str | Solver, float] = {}  # seconds of turns that were too short

    def turns(self, plan: Plan, *, saved: bool = False) -> Iterator[tuple[Solver, Stage]]:
        """Yield the solver and the stage of each turn, until the deadline or the end of the plan.

        saved  whether turns that are too short for a solver to begin are saved up until they are
               not; later ones are all yielded then

        Raises the error of the last solver once none of the plan's solvers is left.
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
        for name, member in self._solvers.items():
            if member is solver:
                self._out.setdefault(name, error)

    def left_early(self, solver: Solver, budget: Deadline) -> None:
        """Leave out a solver that stopped before its time with no answer: it would do so again."""
        if not budget.passed():
            error = Unsupported(f"solver {solver.full_name} ended without an answer")
            self.leave_out(solver, error)

    @property
    def refusals(self) -> list[str]:
        """The messages of the solvers that cannot answer."""
        return list(dict.fromkeys(str(error) for error in self._out.values()))

    def _solver(self, name: str | Solver) -> Solver | None:
        """Return the solver if it can answer, as far as it knows before the search."""
        if name not in self._solvers and name not in self._out:
            try:
                solver = get_solver(name)
                solver.require(self._query.matrix)
                solver.require_size(self._query)
                solver.version()
            except (Unavailable, Unsupported) as error:
                self._out[name] = error
            except Stopped:  # the deadline came first, and ends the turns
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


class Run(ABC):
    """One solver's search of a query, which is at work in its turns alone.

    solver, reason  and why it is asked
    part            what it finds out
    most            the largest number of solutions that it ever had
    spent           seconds of all its turns
    gave_up         it ended early without an answer, and would do so again
    counts          whether the progress of the whole shows `most` while it searches
    """

    counts: ClassVar[bool] = False

    def __init__(self, query: Query, solver: Solver, reason: str) -> None:
        self.solver, self.reason = solver, reason
        self.part, self.most, self.spent = Progress(), 0, 0.0
        self.gave_up = False
        self._query = query

    @property
    def done(self) -> bool:
        """Whether the query is answered."""
        return self.part.complete

    @property
    def parts(self) -> Iterable[Progress]:
        """What it found out in all its turns."""
        return (self.part,)

    @abstractmethod
    def moves(self, stage: Stage, runs: Sequence[Self]) -> Iterator[tuple[Self, float]]:
        """Yield the runs whose turn it is now, and for how many seconds; infinity: all there are.

        stage  of the plan, which names this run's solver
        runs   all that have begun
        """

    @abstractmethod
    def play(self, seconds: float) -> Iterable[object]:
        """Search for so many seconds, or until the deadline."""

    @abstractmethod
    def claim(self, claims: Claims) -> None:
        """Compare what the run shows with what others have shown. Raises WrongAnswer."""

    def fail(self, error: SolverError) -> None:
        """Give up after an error of the solver. Raises it if no other solver can take over."""
        self.part.complete, self.gave_up = False, True

    def finish(self, progress: Progress) -> None:
        """Write the answer into the progress of the whole, once the run is done."""
        progress.complete = self.part.complete

    def close(self) -> None:  # noqa: B027  (what does not pause holds nothing)
        """Stop the search, and let go of what it held."""


class PausableRun(Run):
    """A run that goes on where it paused, if its solver can; its turns are saved up until it can.

    found  the solutions that it has at hand
    """

    def __init__(self, query: Query, solver: Solver, reason: str) -> None:
        super().__init__(query, solver, reason)
        self.found: list[Options] = []
        self._steps: Iterator[Any] | None = None  # None: it begins anew in each turn
        self._start = 0.0  # seconds before its search begins, as a guess
        self._due = 0.0  # seconds of its turns that it did not take yet; below 0: took too long
        self._last = 0.0  # seconds of its last turn

    def moves(self, stage: Stage, runs: Sequence[Self]) -> Iterator[tuple[Self, float]]:
        """Yield this run, unless its turn is saved up."""
        seconds = self._turn(stage, runs)
        if seconds > 0:
            yield self, seconds

    def play(self, seconds: float) -> Iterable[object]:
        """Search for so many seconds, or until the deadline."""
        clock = TurnClock()
        try:
            if self._steps is None:
                limit = None if seconds == math.inf else seconds
                self._begin_anew(Budget(self._query.deadline, limit))
            else:
                self._go_on(self._steps, clock, seconds)
        finally:
            self._last = clock.seconds
            self._due = self._due - self._last if self.spent else 0.0
            self.spent += self._last
            self.most = max(self.most, len(self.found), self.part.found)
        return ()

    def claim(self, claims: Claims) -> None:
        """Note what the run shows of the number of solutions. Raises WrongAnswer."""
        name = self.solver.full_name
        claims.found(name, self.most)
        number = self._counted()
        if number is not None:
            claims.counted(name, number)

    def close(self) -> None:
        """Stop the search, and let go of what it held."""
        if isinstance(self._steps, Generator):
            self._steps.close()
        self._steps = None

    def _turn(self, stage: Stage, runs: Sequence[Self]) -> float:
        """Return the seconds that it may search now; 0 if its turn is saved up, or lost."""
        if stage.seconds is None:
            return math.inf
        portion = self._portion(stage, runs)
        if not portion:
            return 0.0
        self._due += stage.seconds * portion
        if self._steps is None:
            least = GROWTH * self._last
        else:
            least = 0.0 if self.spent else self._start - sum(run.spent for run in runs)
        return self._due if self._due >= least else 0.0

    def _go_on(self, steps: Iterator[Any], clock: TurnClock, seconds: float) -> None:
        start = 0.0 if self.spent else math.inf  # the first step is no part of the turn
        deadline = self._query.deadline
        for step in steps:
            now = clock.seconds
            start = min(start, now)
            if self._take(step) or now >= start + seconds or deadline.passed():
                return
        self.gave_up = not self.part.complete and not deadline.passed()

    def _portion(self, stage: Stage, runs: Sequence[Self]) -> float:
        """Return the portion of its turn that it has, 0 to 1."""
        return 1.0

    def _take(self, step: Any) -> bool:
        """Keep what a step found; return whether that is enough."""
        return False

    @abstractmethod
    def _begin_anew(self, turn: Budget) -> None:
        """Search from the beginning, for the solver cannot pause; note whether it gave up."""

    @abstractmethod
    def _counted(self) -> int | None:
        """Return the number of all solutions, once everything is searched."""


R = TypeVar("R", bound=Run)


class Scheduler(Generic[R]):
    """Gives the solvers of a plan their turns on one query, and compares what they claim.

    plan      the solvers, in which order and for how long
    begin     makes the run of a solver
    choose    called before each turn with the solver and why it is asked
    progress  of the whole; while a run is at work its own progress is `progress.at_work`
    runs      those that have begun
    """

    def __init__(
        self,
        query: Query,
        progress: Progress,
        plan: Plan,
        begin: Callable[[Solver, str], R],
        choose: Callable[[Solver, str], None],
    ) -> None:
        self._query, self._progress, self._plan = query, progress, plan
        self._begin, self._choose = begin, choose
        self._before = progress.copy()
        self.runs: dict[Solver, R] = {}

    def turns(self, *, saves: bool = True) -> Generator[R, None, None]:
        """Let the runs take turns until one is done, or the time is over.

        saves  whether turns too short for a solver to begin add up

        Yields the run at work where it has something to hand over, and after each turn. Raises
        WrongAnswer if two solvers contradict each other, and the error of the last solver if none
        of them can search the matrix.
        """
        team, claims, progress, runs = Team(self._query), Claims(), self._progress, self.runs
        try:
            for solver, stage in team.turns(self._plan, saved=saves):
                run = runs.get(solver)
                if run is None:
                    run = runs[solver] = self._begin(solver, stage.reason)
                run.reason = stage.reason
                for mover, seconds in run.moves(stage, list(runs.values())):
                    self._choose(mover.solver, mover.reason)
                    progress.at_work = mover.part
                    try:
                        for _ in mover.play(seconds):
                            yield mover
                    except SolverError as error:
                        mover.fail(error)
                        team.leave_out(mover.solver, error)
                    finally:
                        progress.at_work = None
                        self._note()
                    mover.claim(claims)
                    if mover.done:
                        mover.finish(progress)
                    yield mover
                    if mover.done:
                        return
                    if mover.gave_up:
                        team.left_early(mover.solver, self._query.deadline)
        finally:
            for run in runs.values():
                run.close()

    def _note(self) -> None:
        """Write what is known into the progress, for a limit or an interrupt."""
        progress = self._progress
        parts = [self._before]
        for run in self.runs.values():
            parts += run.parts
            if run.counts:
                progress.found = max(progress.found, run.most)
        progress.set_effort(parts)
        progress.share = max([part.share for part in parts])
        progress.bound = max((p.bound for p in parts if p.bound is not None), default=None)
