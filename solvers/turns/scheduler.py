"""Turn-taking: several solvers search the same matrix, pause and continue, until one is done.

Which solver suits a matrix shows by trying. So the solvers of a plan (plan.py) take turns with
growing budgets, round by round (Gomes and Selman, "Algorithm portfolios", Artificial Intelligence
126, 2001; restarts with budgets in a geometric series lose only a constant factor: Luby, Sinclair
and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993).

The `Scheduler` makes the solvers, gives them their turns and drops those that cannot answer. A
`Run` is one solver's search; the kinds of runs (`BestRun` below, and runs.py) differ in what they
search for. A run whose solver can pause (contract/solver.py) continues where it stopped; another
one begins anew in each turn. So a query that takes one solver t seconds alone takes little more
than t seconds of each of the others. Threads side by side (process/side_by_side.py) have one
scheduler each.

A solver whose techniques take turns themselves (`TakesTurns`) shares its turn out among them: it
goes to the next turns of its own plan, and what one of these leaves is continued in its next turn.
So the techniques rest and continue as if they stood in the plan of the whole.
"""

from __future__ import annotations

import logging
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Protocol, Self, TypeVar, runtime_checkable

from ...models.errors import SolverError, Unavailable, Unsupported, WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ..contract.claims import Claims, Incumbent
from ..contract.deadline import Deadline, Stopped, WorkBudget
from ..contract.progress import Progress, furthest
from ..contract.query import Query
from ..contract.solver import Solver
from ..registry import get_solver
from .plan import Plan, Stage

__all__ = ["BestRun", "Run", "Scheduler"]

NO_PLAN = "no solver of the plan proves anything"
NOTHING = 1e-9  # seconds: the rest of a turn that is none, but for rounding

log = logging.getLogger("minuet")


class Run(ABC):
    """One solver's search of a query, which works in its turns alone.

    solver, reason  the solver, and why it is chosen
    part            the progress of this run; a run that begins anew in each turn replaces it
    most            the largest number of solutions that it ever had
    spent           seconds of all its turns
    gave_up         it ended early without an answer, and would do so again
    counts          whether the progress of the whole shows `most` during the search
    """

    counts: ClassVar[bool] = False

    def __init__(self, query: Query, solver: Solver, reason: str) -> None:
        self.solver, self.reason = solver, reason
        self.part, self.most, self.spent = Progress(), 0, 0.0
        self.parts: list[Progress] = [self.part]  # of all turns
        self.gave_up = False
        self._query = query

    @property
    def done(self) -> bool:
        """Whether the query is answered."""
        return self.part.complete

    def moves(self, stage: Stage, runs: Sequence[Self]) -> Iterator[tuple[Self, float]]:
        """Yield the runs whose turn it is now, each with its seconds; infinity: all that are left.

        stage  the stage of the plan that names this run's solver
        runs   all that have begun

        By default the run begins anew, for the seconds of the stage.
        """
        self.part = Progress()
        self.parts.append(self.part)
        yield self, math.inf if stage.seconds is None else stage.seconds

    @abstractmethod
    def play(self, seconds: float) -> Iterable[object]:
        """Search for so many seconds, or until the deadline; yield when there is a solution."""

    def claim(self, claims: Claims) -> None:  # noqa: B027  (most runs claim no number)
        """Compare what the run shows with what others have shown. Raises WrongAnswer."""

    def fail(self, error: SolverError) -> None:
        """Give up after an error of the solver. Raises it if no other solver can take over."""
        self.part.complete, self.gave_up = False, True

    def finish(self, progress: Progress) -> None:
        """Write the answer into the progress of the whole, once the run is done."""
        progress.complete = self.part.complete

    def close(self) -> None:  # noqa: B027  (most runs hold nothing)
        """Stop the search, and release what it holds."""


R = TypeVar("R", bound=Run)


@runtime_checkable
class TakesTurns(Protocol):
    """A solver that shares its turns out among techniques."""

    def own_plan(self, matrix: ExactCover) -> Plan | None:
        """Return the turns of its techniques; None: it searches itself."""


class Scheduler:
    """Gives the solvers of a plan turns on one query.

    view  what this thread makes of a plan, as `Plan.for_proof` does; None: what it is

    A solver is made once, and gets no further turn once it cannot answer.
    """

    def __init__(
        self, query: Query, plan: Plan, view: Callable[[Plan], Plan] | None = None
    ) -> None:
        self._query, self._view = query, view
        self._plan = plan if view is None else view(plan)
        self._own: dict[str | Solver, _OwnTurns] = {}  # of solvers that share their turns out
        self._solvers: dict[str | Solver, Solver] = {}
        self._out: dict[str | Solver, SolverError] = {}  # those that cannot answer, and why
        # Seconds of turns that were too short, by the solver and the reason.
        self._saved: dict[tuple[str | Solver, str], float] = {}
        self._suited: dict[tuple[str | Solver, str], bool] = {}  # whether turns suit the query

    def turns(self, *, saves: bool = False) -> Iterator[tuple[Solver, Stage]]:
        """Yield the solver and the stage of each turn, until the deadline or the end of the plan.

        saves  whether turns that are too short for a solver to begin add up until they are not;
               all later ones are yielded

        Raises the error of the last solver once none of the plan's solvers is left.
        """
        for stages in self._plan.rounds():
            for stage in stages:
                if self._query.deadline.passed():
                    return
                if not stage.solver or not self._suited.get((stage.solver, stage.reason), True):
                    continue
                turn = self._saved_up(stage) if saves else stage
                short = turn.seconds is not None and turn.seconds < turn.least
                solver = None if short or not self._suits(stage) else self._solver(stage.solver)
                if solver is not None:
                    yield from self._shared_out(solver, turn)
            names = self._plan.solvers
            if all(name in self._out for name in names):
                raise self._out[names[-1]] if names else Unsupported(NO_PLAN)

    def search(
        self,
        progress: Progress,
        begin: Callable[[Solver, str], R],
        choose: Callable[[Solver, str], None],
        *,
        saves: bool = True,
    ) -> Generator[R, None, None]:
        """Let runs take turns until one is done, or the time is over.

        progress  of the whole; while a run works its own progress is `progress.at_work`
        begin     makes the run of a solver
        choose    is called before each turn with the solver and the reason
        saves     as for `turns`

        Yields the run at work when it has something to hand over, and after each turn. Raises
        WrongAnswer if two solvers contradict each other, and the error of the last solver if none
        of them can search the matrix.
        """
        claims, before = Claims(), progress.copy()
        runs: dict[Solver, R] = {}
        try:
            for solver, stage in self.turns(saves=saves):
                run = runs.get(solver)
                if run is None:
                    run = runs[solver] = begin(solver, stage.reason)
                run.reason = stage.reason
                for mover, seconds in run.moves(stage, list(runs.values())):
                    choose(mover.solver, mover.reason)
                    progress.at_work = mover.part
                    try:
                        for _ in mover.play(seconds):
                            yield mover
                    except SolverError as error:
                        mover.fail(error)
                        self.leave_out(mover.solver, error)
                    finally:
                        progress.at_work = None
                        _note(progress, before, runs.values())
                    mover.claim(claims)
                    if mover.done:
                        mover.finish(progress)
                    yield mover
                    if mover.done:
                        return
                    if mover.gave_up:
                        self.left_early(mover.solver, self._query.deadline)
        finally:
            for run in runs.values():
                run.close()

    def leave_out(self, solver: Solver, error: SolverError) -> None:
        """Give a solver no further turn, as it cannot answer. Raises a WrongAnswer."""
        if isinstance(error, WrongAnswer):
            raise error
        if not isinstance(error, Unavailable | Unsupported):
            log.warning("%s", error)
        for name, member in self._solvers.items():
            if member is solver:
                self._out.setdefault(name, error)

    def left_early(self, solver: Solver, budget: Deadline) -> None:
        """Leave out a solver that ended before its time with no answer: it would do so again."""
        if not budget.passed():
            error = Unsupported(f"solver {solver.full_name} ended without an answer")
            self.leave_out(solver, error)

    @property
    def refusals(self) -> list[str]:
        """The messages of the solvers that cannot answer."""
        return list(dict.fromkeys(str(error) for error in self._out.values()))

    def _shared_out(self, solver: Solver, turn: Stage) -> Iterator[tuple[Solver, Stage]]:
        """Yield the turns of a solver's techniques, if it has turns of its own; else its turn."""
        plan = solver.own_plan(self._query.matrix) if isinstance(solver, TakesTurns) else None
        if plan is None:
            yield solver, turn
            return
        plan = plan if self._view is None else self._view(plan)
        own = self._own.setdefault(turn.solver, _OwnTurns(plan))
        for stage in own.taken(math.inf if turn.seconds is None else turn.seconds):
            if self._query.deadline.passed():
                return
            technique = self._solver(stage.solver) if stage.solver else None
            if technique is not None:
                yield technique, stage
            if all(name in self._out for name in plan.solvers):
                last = plan.solvers[-1:]
                self._out[turn.solver] = self._out[last[0]] if last else Unsupported(NO_PLAN)
                return

    def _saved_up(self, stage: Stage) -> Stage:
        """Return the stage with the turns that were too short for its solver to begin."""
        name = stage.solver
        if stage.seconds is None or name in self._solvers:
            return replace(stage, least=0.0) if stage.least else stage
        if not stage.least:
            return stage
        saved = self._saved.get((name, stage.reason), 0.0) + stage.seconds
        self._saved[name, stage.reason] = saved
        return replace(stage, seconds=saved)

    def _suits(self, stage: Stage) -> bool:
        """Whether a stage suits the query, which is found out once."""
        if stage.suits is None:
            return True
        key = stage.solver, stage.reason
        if key not in self._suited:
            self._suited[key] = stage.suits(self._query)
        return self._suited[key]

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


class _OwnTurns:
    """The turns of a solver's techniques, which go on in the next turn of the solver."""

    def __init__(self, plan: Plan) -> None:
        self._coming = (stage for stages in plan.rounds() for stage in stages)
        self._left: Stage | None = None  # of the turn under way

    def taken(self, seconds: float) -> Iterator[Stage]:
        """Yield the next turns, so many seconds in all; the last one may be cut short."""
        while seconds > NOTHING:
            stage = self._left or next(self._coming, None)
            if stage is None:
                return
            whole = math.inf if stage.seconds is None else stage.seconds
            part = min(whole, seconds)
            seconds -= part
            rest = whole - part
            self._left = replace(stage, seconds=rest) if NOTHING < rest < math.inf else None
            yield replace(stage, seconds=part) if part < math.inf else stage


def _note(progress: Progress, before: Progress, runs: Iterable[Run]) -> None:
    """Write what the runs know into the progress of the whole, for a limit or an interrupt."""
    parts = [before]
    for run in runs:
        parts += run.parts
        if run.counts:
            progress.found = max(progress.found, run.most)
    progress.set_effort(parts)
    progress.take_share(furthest(parts))
    progress.bound = max((part.bound for part in parts if part.bound is not None), default=None)


# ---- Runs for the best solution ------------------------------------------------------------------
#
# The runs share the best solution of all (contract/claims.py): each turn begins there.
# The turns are counted in processor time and are not saved up.


class BestRun(Run):
    """Improves on the best solution of all runs, which the incumbent compares.

    lanes  threads that search side by side, this one included
    """

    def __init__(
        self, query: Query, solver: Solver, reason: str, incumbent: Incumbent, lanes: int = 1
    ) -> None:
        super().__init__(query, solver, reason)
        self._incumbent, self._lanes = incumbent, lanes

    @property
    def done(self) -> bool:
        """Whether the best solution is known."""
        return self._incumbent.settled

    def play(self, seconds: float) -> Iterator[int]:
        """Search from the best solution of all runs; yield the costs of its solutions."""
        limit = None if seconds == math.inf else seconds
        budget = WorkBudget(self._query.deadline, limit, self._lanes)
        best = self._incumbent.best
        query = replace(self._query, deadline=budget, hint=() if best is None else best.options)
        solutions = self.solver.improving(query, self.part)
        yield from self._incumbent.offered(self.solver.full_name, solutions, self.part)

    def finish(self, progress: Progress) -> None:
        """Write the least cost, which is also the bound."""
        best = self._incumbent.best
        progress.complete, progress.bound = True, None if best is None else best.cost
