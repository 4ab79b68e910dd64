"""Turn-taking: several solvers search the same matrix, pause and continue, until one is done.

Which solver suits a matrix shows by trying. So the solvers of a plan (plans.py) take turns with
growing budgets, round by round (Gomes and Selman, "Algorithm portfolios", Artificial Intelligence
126, 2001; restarts with budgets in a geometric series lose only a constant factor: Luby, Sinclair
and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993).

The `Scheduler` makes the solvers, gives them their turns and drops those that cannot answer. A
`Run` is one solver's search; the kinds of runs (runs.py) differ in what they search for. A run
whose solver can pause (contract/steps.py) continues where it stopped; another one begins anew in
each turn. So a query that takes one solver t seconds alone takes little more than t seconds of each
of the others. Threads side by side (process/side_by_side.py) have one scheduler each.

`Waiting` holds the selections of a batch: what one solver does not answer, the next one does.
"""

from __future__ import annotations

import logging
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Self, TypeVar

from ...models.errors import SolverError, Unavailable, Unsupported, WrongAnswer
from ..contract.batch import Batch, Options, closing_stream
from ..contract.claims.claims import Claims
from ..contract.deadline import Budget, Deadline, Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.selections import Counted, Selections, Unanswered
from ..contract.solver import Solver
from ..registry import get_solver
from .plans import Plan, Stage

__all__ = ["Run", "Scheduler", "Waiting"]

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


class Scheduler:
    """Gives the solvers of a plan turns on one query.

    A solver is made once, and gets no further turn once it cannot answer.
    """

    def __init__(self, query: Query, plan: Plan) -> None:
        self._query, self._plan = query, plan
        self._solvers: dict[str | Solver, Solver] = {}
        self._out: dict[str | Solver, SolverError] = {}  # those that cannot answer, and why
        self._saved: dict[str | Solver, float] = {}  # seconds of turns that were too short

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
                turn = self._saved_up(stage) if saves else stage
                short = turn.seconds is not None and turn.seconds < turn.least
                solver = None if short else self._solver(stage.solver)
                if solver is not None:
                    yield solver, turn
            if all(stage.solver in self._out for stage in self._plan.stages):
                raise self._out[self._plan.stages[-1].solver]

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

    def _saved_up(self, stage: Stage) -> Stage:
        """Return the stage with the turns that were too short for its solver to begin."""
        name = stage.solver
        if stage.seconds is None or name in self._solvers:
            return replace(stage, least=0.0) if stage.least else stage
        if not stage.least:
            return stage
        self._saved[name] = self._saved.get(name, 0.0) + stage.seconds
        return replace(stage, seconds=self._saved[name])

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


def _note(progress: Progress, before: Progress, runs: Iterable[Run]) -> None:
    """Write what the runs know into the progress of the whole, for a limit or an interrupt."""
    parts = [before]
    for run in runs:
        parts += run.parts
        if run.counts:
            progress.found = max(progress.found, run.most)
    progress.set_effort(parts)
    progress.share = max([part.share for part in parts])
    progress.bound = max((part.bound for part in parts if part.bound is not None), default=None)


class Waiting:
    """The selections of a batch that have no answer yet, in order (see `Selections`).

    A batch engine takes selections ahead of its answers. The next solver gets first those that were
    taken and not answered.
    """

    def __init__(self, source: Selections) -> None:
        self._source = source
        self._taken = Unanswered()  # and not answered
        self._again = Unanswered()  # of these, those that the solver at work did not take yet
        self._budget = Budget(Deadline(), None)  # of the solver at work, for its next answer

    def __bool__(self) -> bool:
        """Whether there is a selection without an answer; takes one if none was taken."""
        if not self._taken:
            self._taken.add(self._source.take(1))
        return bool(self._taken)

    def first(self) -> Options:
        """Return the first selection."""
        return self._taken.first(1)[0]

    def answered(self, number: int = 1) -> None:
        """Remove so many selections, which were answered."""
        self._taken.answered(number)

    def take(self, most: int) -> Batch:
        """Return the next selections; the time that their reader takes is not counted."""
        batch = self._again.answered(most)
        if not len(batch):
            batch = self._source.take(most)
            self._taken.add(batch)
            self._budget.renew()
        return batch

    def blocks(
        self, stage: Stage, solver: Solver, query: Query, progress: Progress, limit: int
    ) -> Iterator[Counted]:
        """Yield the answers of a stage's solver, until it ends or its time is over.

        It has `stage.seconds` for each answer, and `stage.most` in all.
        """
        end = Deadline(stage.most)
        self._budget = Budget(query.deadline, stage.seconds)
        self._again = Unanswered()
        self._again.add(self._taken.first(len(self._taken)))
        query = replace(query, deadline=self._budget)
        with closing_stream(solver.blocks(query, progress, self, limit)) as stream:
            for block in stream:
                self.answered(len(block[0]))
                yield block
                if end.passed():
                    return
                self._budget.renew()
