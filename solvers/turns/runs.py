"""The kinds of runs that take turns (turns/scheduler.py): for some solutions, for all, to count.

A `PausableRun` continues where it stopped, if its solver can pause. One that begins anew in each
turn waits until its turns add up to `GROWTH` times its last one. One that has to prepare itself (a
formula, a child process) waits until the others have had that much time. What a turn took too long,
as a step may be longer than the turn, is taken off the next ones.

`SomeRun` looks for up to so many solutions. The first run that has them, or has searched
everything, is right.

`CountRun` counts all solutions. A count may take one solver a second and another one for ever, so
what the runs find decides how much time each gets:

- a run that promises to be done soon, by how far it came in its last turn, goes first, each time
  for as long again as it had in all, until it comes less than half as far as it promised; then it
  is believed no more than its slowest rate. Of ten paths through numbered grids three took 2.5 to 7
  times as long while the first few nodes of masks promised an end and got all the time for it;
- all count the same solutions, so one that counts at a lower rate than another gets an eighth of
  its turn, times the square of the rates, once the other one would have some in its time, unless it
  has not begun to count. A memo counts many at once, but that shows late. It shows
  early in how often it meets a state again: in dominoes and Latin squares 25 to 80 of 100 states
  after a thousandth of a second, in queens, pentominoes and Langford's pairs 2 to 15, where masks
  win. So a memo that repeats often has its whole turn, and the others half of theirs. One that
  counts by symmetries, which were looked for in its own time, is treated alike; of both, who has
  come further has the whole turn. Masks with whole turns cost Latin squares half as much again;
- one that can only show that there is no solution has no turn once a solution is found;
- those that hand over a solution at a time count at best some hundreds a second: if the leader
  counts more than that in its own time, they are left out.

So all others together take a twentieth of the time that the masks take to count 15 queens.

`AllRun` lists all solutions. The first run that finds one lists the others too, whatever its turn.
"""

from __future__ import annotations

import math
import time
from abc import abstractmethod
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Self

from ...models.errors import SolverError, WrongAnswer
from ..contract.batch import Options, checked_batch, closing_stream
from ..contract.claims import Claims
from ..contract.deadline import Budget, WorkBudget
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import SearchesInSteps, Solver, counts_in_steps, searches_in_steps
from .plan import Stage
from .scheduler import Run

__all__ = ["AllRun", "CountRun", "SomeRun", "TurnClock"]

BUSY = 20  # times its processor time a turn takes at most, unless a child process works for it
GROWTH = 3  # of the turns of runs that begin anew
SOME = 16  # solutions, enough to estimate rates
BEHIND = 8  # so many times shorter, and more, are the turns of those that are slow
ASIDE = 200  # and at most
OFTEN = 0.2  # of its states met again: there a memo pays
SLOW = 500  # solutions a second; where there are more, they are not handed over one by one
SHOWN = 0.5  # seconds in which a leader shows its rate
HEAD_START = 0.25  # seconds that one may promise to take without having shown much
SHORTEST = 0.004  # seconds in which a promise is kept or broken
KEPT = 0.5  # so much of what it promises for that time
TRUSTED = 4  # so many times the time of the others may be spent on a promise


class TurnClock:
    """The time of a turn: processor time, or the clock's if the work is done elsewhere."""

    def __init__(self) -> None:
        self._wall, self._processor = time.monotonic(), time.process_time()

    @property
    def seconds(self) -> float:
        """Seconds since it was made; on a busy machine the clock alone says little."""
        wall = time.monotonic() - self._wall
        processor = time.process_time() - self._processor
        return wall if wall > BUSY * processor else processor


class PausableRun(Run):
    """A run that continues where it paused, if its solver can; else its turns are saved up.

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
        # The seconds that it may search now; 0 if its turn is saved up, or lost.
        if stage.seconds is None:
            seconds = math.inf
        else:
            portion = self._portion(stage, runs)
            if not portion:
                seconds = 0.0
            else:
                self._due += stage.seconds * portion
                if self._steps is None:
                    least = GROWTH * self._last
                else:
                    least = 0.0 if self.spent else self._start - sum(run.spent for run in runs)
                seconds = self._due if self._due >= least else 0.0
        if seconds > 0:
            yield self, seconds

    def play(self, seconds: float) -> Iterable[object]:
        """Search for so many seconds, or until the deadline."""
        clock = TurnClock()
        try:
            if self._steps is None:
                limit = None if seconds == math.inf else seconds
                self._begin_anew(WorkBudget(self._query.deadline, limit))
            else:
                self._continue(self._steps, clock, seconds)
        finally:
            self._last = clock.seconds
            self._due = self._due - self._last if self.spent else 0.0
            self.spent += self._last
            self.most = max(self.most, len(self.found), self.part.found)
        return ()

    def claim(self, claims: Claims) -> None:
        """Compare the number of solutions. Raises WrongAnswer."""
        name = self.solver.full_name
        claims.found(name, self.most)
        number = self._counted()
        if number is not None:
            claims.counted(name, number)

    def close(self) -> None:
        """Stop the search, and release what it holds."""
        if isinstance(self._steps, Generator):
            self._steps.close()
        self._steps = None

    def _continue(self, steps: Iterator[Any], clock: TurnClock, seconds: float) -> None:
        start = 0.0 if self.spent else math.inf  # the first step is no part of the turn
        deadline = self._query.deadline
        for step in steps:
            now = clock.seconds
            start = min(start, now)
            if self._take(step) or now >= start + seconds or deadline.passed():
                return
        self.gave_up = not self.part.complete and not deadline.passed()

    def _portion(self, stage: Stage, runs: Sequence[Self]) -> float:
        """Return the portion of its turn that it gets, 0 to 1."""
        return 1.0

    def _take(self, step: Any) -> bool:
        """Keep what a step found; return whether that is enough."""
        return False

    @abstractmethod
    def _begin_anew(self, turn: Budget) -> None:
        """Search from the beginning, as the solver cannot pause; note whether it gave up."""

    @abstractmethod
    def _counted(self) -> int | None:
        """Return the number of all solutions, once everything is searched."""


class SomeRun(PausableRun):
    """Looks for up to `limit` solutions."""

    def __init__(self, query: Query, limit: int, solver: Solver, reason: str) -> None:
        super().__init__(query, solver, reason)
        self._limit = limit
        if searches_in_steps(solver):
            self._steps = solver.searching(query, self.part)
            self._start = solver.start_seconds(query)

    @property
    def done(self) -> bool:
        """Whether it has as many as it looks for, or all."""
        return self.part.complete or len(self.found) == self._limit

    def _take(self, step: Any) -> bool:
        self.found += checked_batch(step, self.solver.full_name)
        if len(self.found) < self._limit:
            return False
        del self.found[self._limit :]
        if len(self.found) > 1 and len(set(map(frozenset, self.found))) < len(self.found):
            raise WrongAnswer(f"solver {self.solver.full_name}: a solution comes twice")
        return True

    def _begin_anew(self, turn: Budget) -> None:
        self.found, self.part.complete, self.part.found = [], False, 0
        query = replace(self._query, deadline=turn)
        if self._limit == 1:
            first = self.solver.first(query, self.part)
            self.found = [] if first is None else [first]
        else:
            self.found = self.solver.several(query, self.part, self._limit)
        self.gave_up = not self.done and not turn.passed()

    def _counted(self) -> int | None:
        full = len(self.found) == self._limit
        return len(self.found) if self.part.complete and not full else None


class CountRun(PausableRun):
    """Counts all solutions."""

    counts = True

    def __init__(self, query: Query, solver: Solver, reason: str) -> None:
        super().__init__(query, solver, reason)
        self._speed = 0.0  # by which its progress grew in its last turn
        self._broke = False  # its last promise
        self._lists = not counts_in_steps(solver)  # it hands over each solution
        if counts_in_steps(solver):
            self._steps = solver.counting(query, self.part)
        elif searches_in_steps(solver):
            self._steps = _counted(solver, query, self.part)
            self._start = solver.start_seconds(query)

    def moves(self, stage: Stage, runs: Sequence[Self]) -> Iterator[tuple[Self, float]]:
        """Yield first the runs that will be done soon, then this one."""
        start = HEAD_START if self.spent and not any(run._repeats for run in runs) else 0.0
        for run in runs:
            if run is not self:
                yield from run._promised_moves(runs, start)
        if not self.gave_up:
            yield from super().moves(stage, runs)

    def _promised_moves(self, runs: Sequence[Self], start: float) -> Iterator[tuple[Self, float]]:
        """Yield this run while it promises to be done soon, and keeps that: each time it has as
        long again as it had in all.
        """
        others = sum(run.spent for run in runs if run is not self)
        while self.spent + (left := self.promised()) <= TRUSTED * others + start:
            if left > others + self.spent + start:
                return
            seconds, share = min(1.5 * left, max(self.spent, SHORTEST)), self.part.share
            expected = (1.0 - share) * min(seconds / left, 1.0)
            yield self, seconds
            self._broke = self.part.share - share < KEPT * expected
            if self._broke:
                return

    def play(self, seconds: float) -> Iterable[object]:
        """Count for so many seconds, or until the deadline."""
        before, spent = self.part.share, self.spent
        try:
            return super().play(seconds)
        finally:
            self._speed = (self.part.share - before) / max(self.spent - spent, 1e-6)

    def finish(self, progress: Progress) -> None:
        """Write the number of solutions."""
        super().finish(progress)
        progress.found = self.part.found

    def _begin_anew(self, turn: Budget) -> None:
        self.part.found, self.part.complete = 0, False
        self.part.found = self.solver.count(replace(self._query, deadline=turn), self.part)
        self.gave_up = not self.part.complete and not turn.passed()

    def _counted(self) -> int | None:
        return self.part.found if self.part.complete else None

    def promised(self) -> float:
        """Return the seconds that it will still take, as its last turn promises, or all of them.

        One that broke a promise has to keep both. Infinite where it promises nothing.
        """
        speeds = self._speed, self.part.share / max(self.spent, 1e-6)
        speed = min(speeds) if self._broke else max(speeds)
        if self.gave_up or speed <= 0 or not self.part.promises:
            return math.inf
        return (1.0 - self.part.share) / speed

    @property
    def _prepares(self) -> bool:
        """Whether it has not begun to count."""
        return not (self._lists or self.part.nodes)

    @property
    def _repeats(self) -> bool:
        """Whether it has a memo that pays, or symmetries."""
        return self.part.repeats >= OFTEN

    @property
    def _rate(self) -> float:
        """Solutions a second."""
        return self.most / max(self.spent, 1e-4)

    def _portion(self, stage: Stage, runs: Sequence[Self]) -> float:
        """Return the portion of its turn that it has, by what all have found."""
        leader = max(runs, key=lambda run: run.most)
        if self._lists and leader.most > SLOW * max(leader.spent, SHOWN):
            return 0.0
        if stage.denies and leader.most > 0:
            return 0.0
        shares = [run.part.share for run in runs if run._repeats]
        if self._repeats:
            return 1.0 if self.part.share == max(shares) else 0.5
        portion = 0.5 if shares else 1.0
        # How soon clause learning finds its first ones says nothing about the rate of a search.
        best = max(run._rate for run in runs if self._lists or not run._lists)
        if leader.most >= SOME <= best * self.spent and self._rate < best and not self._prepares:
            portion *= max((self._rate / best) ** 2 / BEHIND, 1 / ASIDE)
        return portion


def _counted(solver: SearchesInSteps, query: Query, progress: Progress) -> Iterator[None]:
    """Count the solutions of a search."""
    with closing_stream(solver.searching(query, progress)) as stream:
        for batch in stream:
            progress.found += len(batch)
            yield


class AllRun(Run):
    """Lists all solutions. Once it has found one, no other solver takes over.

    batch  the solutions to be handed on; empty: none
    """

    def __init__(self, query: Query, solver: Solver, reason: str) -> None:
        super().__init__(query, solver, reason)
        self.batch: Sequence[Options] = ()
        self._begun = False

    @property
    def done(self) -> bool:
        """Whether it has found a solution, or has searched everything."""
        return self._begun or self.part.complete

    def play(self, seconds: float) -> Iterator[None]:
        """Search so many seconds for a first batch; then hand on each `batch`."""
        budget = Budget(self._query.deadline, None if seconds == math.inf else seconds)
        query, first = replace(self._query, deadline=budget), None
        with closing_stream(self.solver.solutions(query, self.part)) as stream:
            first = next(stream, None)
            self._begun, late = first is not None, budget.passed()
            if first is not None and not late:
                budget.lift()
                yield from self._hand_on(chain((first,), stream))
        if first is None:
            self.gave_up = not budget.passed()
        elif late:
            yield from self._hand_on(self._again(first))
        self.batch = ()

    def fail(self, error: SolverError) -> None:
        """Give up. Raises the error if solutions were handed on."""
        if self._begun:
            raise error
        super().fail(error)

    def _hand_on(self, batches: Iterable[Sequence[Options]]) -> Iterator[None]:
        for self.batch in batches:
            yield

    def _again(self, first: Sequence[Options]) -> Iterator[Sequence[Options]]:
        """Yield all solutions, but at least the batch that came when the turn was over."""
        nothing = True
        for batch in self.solver.solutions(self._query, self.part):
            nothing = nothing and not len(batch)
            yield batch
        if nothing:
            self.part.complete = False
            yield first
