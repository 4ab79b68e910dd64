"""The kinds of runs that take turns (scheduler.py): for some solutions, for all, for the best.

`SomeRun` looks for up to so many solutions; the first run to have them, or to have searched
everything, is right.

`CountRun` counts them all. A count may take one solver a second and another one for ever, so what
the runs find decides who has how much time:

- one that promises to be done soon, by how far it came in its last turn, goes first;
- all count the same solutions, so one that counts them at a lower rate than another gets an eighth
  of its turn, times the square of the rates. A memo counts many at once, but that shows late. It
  shows early in how often it meets a state again: in dominoes and Latin squares 25 to 80 of 100
  states after a thousandth of a second, in queens, pentominoes and Langford's pairs 2 to 15, where
  masks win. So a memo that repeats often has its whole turn, and the others half of theirs;
- one that can only show that there is no solution has no turn once one is found;
- those that hand over a solution at a time do at best some hundreds a second: where the leader
  counts more than that in its own time, they are left out.

So all others together take a twentieth of the time that the masks take to count 15 queens.

`AllRun` lists them all. The first run to find one lists the others too, whatever its turn.

`BestRun` improves on the best solution of all, which the runs share (contract/claims/incumbent.py):
each turn begins there. Its turns are counted in processor time and are not saved up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Self

from ...models.errors import SolverError, WrongAnswer
from ..contract.batch import Options, checked_batch, closing_stream
from ..contract.claims.claims import Claims
from ..contract.claims.incumbent import Incumbent
from ..contract.deadline import Budget, WorkBudget
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from ..contract.steps import SearchesInSteps, counts_in_steps, searches_in_steps
from .plans import Stage
from .scheduler import PausableRun, Run

__all__ = ["AllRun", "BestRun", "CountRun", "SomeRun"]

SOME = 16  # solutions, from which rates can be told
BEHIND = 8  # so many times shorter, and more, are the turns of those that are slow
ASIDE = 50  # and at most
OFTEN = 0.2  # of its states met again: there a memo pays
SLOW = 500  # solutions a second; where there are more, nobody hands them over one by one
SHOWN = 0.5  # seconds in which a leader shows its rate
HEAD_START = 0.25  # seconds that one may promise to take without having shown much
TRUSTED = 4  # so many times the time of the others may be spent on a promise


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
        self._lists = not counts_in_steps(solver)  # it hands over each solution
        if counts_in_steps(solver):
            self._steps = solver.counting(query, self.part)
        elif searches_in_steps(solver):
            self._steps = _counted(solver, query, self.part)
            self._start = solver.start_seconds(query)

    def moves(self, stage: Stage, runs: Sequence[Self]) -> Iterator[tuple[Self, float]]:
        """Yield the runs that will be done soon before this one."""
        total = sum(run.spent for run in runs)
        start = 0.0 if _repeats(runs) else HEAD_START
        for run in runs:
            left = run._promised()
            trusted = run.spent + (left or 0.0) <= TRUSTED * (total - run.spent) + start
            if left is not None and run is not self and left <= total + start and trusted:
                yield run, 1.5 * left
        if not self.gave_up:
            yield from super().moves(stage, runs)

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

    def _promised(self) -> float | None:
        """Return the seconds that it will still take, as its last turn promises, or all of them."""
        speed = max(self._speed, self.part.share / max(self.spent, 1e-6))
        if self.gave_up or speed <= 0 or not self.part.promises:
            return None
        return (1.0 - self.part.share) / speed

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
        if self.part.repeats >= OFTEN:
            return 1.0
        portion = 0.5 if _repeats(runs) else 1.0
        # How soon clause learning finds its first ones says nothing about the rate of a search.
        best = max(run._rate for run in runs if self._lists or not run._lists)
        if leader.most >= SOME and self.spent > 0 and self._rate < best:
            portion *= max((self._rate / best) ** 2 / BEHIND, 1 / ASIDE)
        return portion


def _repeats(runs: Sequence[CountRun]) -> bool:
    """Whether there is a memo that pays."""
    return any(run.part.repeats >= OFTEN for run in runs)


def _counted(solver: SearchesInSteps, query: Query, progress: Progress) -> Iterator[None]:
    """Count the solutions of a search."""
    with closing_stream(solver.searching(query, progress)) as stream:
        for batch in stream:
            progress.found += len(batch)
            yield


class StreamingRun(Run):
    """A run that hands solutions over amid its turns, which are as long as the plan says."""

    def __init__(self, query: Query, solver: Solver, reason: str) -> None:
        super().__init__(query, solver, reason)
        self._parts: list[Progress] = []  # of each turn

    @property
    def parts(self) -> Iterable[Progress]:
        """What it found out in all its turns."""
        return self._parts

    def moves(self, stage: Stage, runs: Sequence[Self]) -> Iterator[tuple[Self, float]]:
        """Yield this run, for the seconds of the stage."""
        self.part = Progress()
        self._parts.append(self.part)
        yield self, math.inf if stage.seconds is None else stage.seconds

    def claim(self, claims: Claims) -> None:
        """Do nothing: no number of solutions is to be compared."""


class AllRun(StreamingRun):
    """Lists all solutions. Once it has found one, no other solver takes over.

    batch  the solutions to be handed on; empty: none
    """

    def __init__(self, query: Query, solver: Solver, reason: str) -> None:
        super().__init__(query, solver, reason)
        self.batch: Sequence[Options] = ()
        self._begun = False

    @property
    def done(self) -> bool:
        """Whether it listed what there is, or as much as it could."""
        return self._begun or self.part.complete

    def play(self, seconds: float) -> Iterator[None]:
        """Look for a first batch for so many seconds; yield each `batch` from there on."""
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


class BestRun(StreamingRun):
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
        """Whether no better solution is to be looked for."""
        return self._incumbent.settled

    def play(self, seconds: float) -> Iterator[int]:
        """Search on from the best solution of all; yield the costs of its solutions."""
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
