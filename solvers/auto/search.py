"""Searching by turns: several solvers look for a solution, and the first one to find it is right.

Which solver suits a matrix shows by trying. The solvers take turns of milliseconds that grow; one
that can rest (contract/steps.py) goes on where it stopped, so that what it did is not lost, and
nobody who needs t seconds alone waits much longer than for t seconds of each of the others. A
solver that cannot rest begins anew in each turn, which is therefore long. One that first has to
prepare itself (a formula, a child process) waits until the others have had that much time.

Where a search through the tree tells how far it is, and would be at its end in the time that all
have taken so far, it goes first.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from ...models.errors import SolverError, WrongAnswer
from ..contract.batch import Options, checked_batch
from ..contract.claims.claims import Claims
from ..contract.deadline import Budget
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from ..contract.steps import searches_in_steps
from .stages import Plan, Stage, Team, TurnClock

__all__ = ["search_by_turns"]

GROWTH = 3  # of the turns of those that begin anew
Turn = tuple[Solver, str]


def search_by_turns(
    query: Query,
    progress: Progress,
    plan: Plan,
    limit: int,
    found: dict[frozenset[int], Options] | None = None,
) -> Generator[Turn, None, list[Options]]:
    """Return up to `limit` solutions; fewer are all if the search is complete then.

    found  gets what anybody found, after each turn

    Yields who searches now, and why, before each turn. Raises WrongAnswer if two solvers contradict
    each other, and what the last one said if none of them can search the matrix.
    """
    team, claims = Team(query), Claims()
    players: dict[str, _Player] = {}
    before = progress.copy()
    try:
        for solver, stage in team.turns(plan, saved=True):
            player = players.get(solver.full_name)
            if player is None:
                player = players[solver.full_name] = _Player(solver, query, limit)
            seconds = player.turn(stage, sum(one.spent for one in players.values()))
            if seconds is not None and seconds <= 0:
                continue
            yield solver, stage.reason
            progress.at_work = player.part
            try:
                player.play(seconds)
            except SolverError as error:
                team.leave_out(solver, error)
            finally:
                progress.at_work = None
                _note(progress, before, list(players.values()))
            player.claim(claims)
            if found is not None:
                found.update((frozenset(options), options) for options in player.found)
            if player.part.complete or len(player.found) == limit:
                progress.complete = player.part.complete
                return player.found
            if player.gave_up:
                team.left_early(solver, Budget(query.deadline, None))
        return []
    finally:
        for player in players.values():
            player.close()


class _Player:
    """A solver that searches, and how far it is."""

    def __init__(self, solver: Solver, query: Query, limit: int) -> None:
        self.solver, self.part, self.spent = solver, Progress(), 0.0
        self.found: list[Options] = []
        self.gave_up = False  # it ended early, and would do so again
        self._query, self._limit = query, limit
        self._most = 0  # the most solutions that it ever found
        self._steps: Iterator[Sequence[Options]] | None = None
        self._start = self._due = self._last = 0.0
        if searches_in_steps(solver):
            self._steps = solver.searching(query, self.part)
            self._start = solver.start_seconds(query)

    def turn(self, stage: Stage, spent: float) -> float | None:
        """Return the seconds that it may search now; none if its turn is saved up.

        spent  seconds that all have spent
        """
        self._due += math.inf if stage.seconds is None else stage.seconds
        if self._due == math.inf:
            return None
        if self._steps is None:
            least = GROWTH * self._last
        else:
            least = 0.0 if self.spent else self._start - spent
        return self._due if self._due >= least else 0.0

    def play(self, seconds: float | None) -> None:
        """Search on for so many seconds, or until the deadline."""
        clock = TurnClock()
        try:
            if self._steps is None:
                self._begin_anew(Budget(self._query.deadline, seconds))
            else:
                self._go_on(self._steps, clock, seconds)
        finally:
            self._last = clock.seconds
            self._due = self._due - self._last if self.spent else 0.0
            self.spent += self._last
            self._most = max(self._most, len(self.found), self.part.found)

    def _go_on(
        self, steps: Iterator[Sequence[Options]], clock: TurnClock, seconds: float | None
    ) -> None:
        start = math.inf if seconds and not self.spent else 0.0  # the first step is no part of it
        while seconds is None or clock.seconds < start + seconds:
            batch = next(steps, None)
            start = min(start, clock.seconds)
            if batch is None:
                self.gave_up = not self.part.complete and not self._query.deadline.passed()
                return
            self.found += checked_batch(batch, self.solver.full_name)
            if len(self.found) >= self._limit:
                self._require_distinct()
                return

    def _require_distinct(self) -> None:
        del self.found[self._limit :]
        if len(self.found) > 1 and len(set(map(frozenset, self.found))) < len(self.found):
            raise WrongAnswer(f"solver {self.solver.full_name}: a solution comes twice")

    def _begin_anew(self, turn: Budget) -> None:
        self.found, self.part.complete, self.part.found = [], False, 0
        mine = replace(self._query, deadline=turn)
        if self._limit == 1:
            first = self.solver.first(mine, self.part)
            self.found = [] if first is None else [first]
        else:
            self.found = self.solver.several(mine, self.part, self._limit)
        full = len(self.found) == self._limit
        self.gave_up = not self.part.complete and not full and not turn.passed()

    def claim(self, claims: Claims) -> None:
        """Say what the turn says of the number of solutions."""
        name = self.solver.full_name
        claims.found(name, self._most)
        if self.part.complete and len(self.found) < self._limit:
            claims.counted(name, len(self.found))

    def close(self) -> None:
        """Stop the search, and let go of what it held."""
        if isinstance(self._steps, Generator):
            self._steps.close()
        self._steps = None


def _note(progress: Progress, before: Progress, players: list[_Player]) -> None:
    """Keep what was found out, for a limit or an interrupt; not that it is complete."""
    parts = [before, *[one.part for one in players]]
    progress.set_effort(parts)
    progress.share = max([part.share for part in parts])
    bounds = [part.bound for part in parts if part.bound is not None]
    progress.bound = max(bounds, default=None)
