"""Counting by turns: several solvers count the same solutions, and the first one done is right.

Which solver suits a matrix shows by trying, and a count may take one of them a second and another
for ever. So they take turns with growing budgets. One that can rest (contract/steps.py) goes on
where it stopped; another starts anew. What they find spares the turns of those that cannot win:

- one that promises to be done soon, by how far it came in its last turn, goes first;
- all count the same solutions, so one that counts them at a lower rate than another gets an eighth
  of its turn, times the square of the rates. A memo counts many at once, but that shows late. It
  shows early in how often it meets a state again: in dominoes and Latin squares 25 to 80 of 100
  states after a thousandth of a second, in queens, pentominoes and Langford's pairs 2 to 15, where
  masks win. So a memo that repeats often has its whole turn, and the others half of theirs;
- one that only tells whether there is a solution has no turn once one is found;
- those that hand over a solution at a time do at best some hundreds a second: where the leader
  counts more than that in its own time, they are left out.

What one took too long, for a step may be longer than its turn, is taken off its next turns; and one
that starts anew waits until its turns add up to GROWTH times its last one. So all others together
take a twentieth of the time that the masks take to count 15 queens.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import replace

from ...models.errors import SolverError, Unsupported
from ..contract.batch import closing_stream
from ..contract.claims.claims import Claims
from ..contract.deadline import Budget
from ..contract.progress import EFFORT, Progress
from ..contract.query import Query
from ..contract.solver import Solver
from ..contract.steps import CountsInSteps, SearchesInSteps
from .stages import Plan, Stage, Team, TurnClock

__all__ = ["count_by_turns"]

SOME = 16  # solutions, from which rates can be told
BEHIND = 8  # so many times shorter, and more, are the turns of those that are slow
ASIDE = 50  # and at most
OFTEN = 0.2  # of its states met again: there a memo pays
SLOW = 500  # solutions a second; where there are more, nobody hands them over one by one
SHOWN = 0.5  # seconds in which a leader shows its rate
GROWTH = 3  # of the turns of those that start anew
HEAD_START = 0.25  # seconds that one may promise to take without having shown much
TRUSTED = 4  # so many times the time of the others may be spent on a promise


def count_by_turns(query: Query, progress: Progress, plan: Plan) -> Iterator[tuple[Solver, str]]:
    """Count as `Solver.count` does; yield who counts now, and why, before each turn.

    Raises WrongAnswer if two solvers contradict each other, and what the last one said if none of
    them can count the matrix at all.
    """
    team, claims = Team(query), Claims()
    players: dict[str, _Player] = {}
    try:
        for solver, stage in team.turns(plan, saved=True):
            name = solver.full_name
            if name not in players:
                players[name] = _Player(solver, query, stage.reason)
            for mover, seconds in _moves(players[name], stage, list(players.values())):
                yield mover.solver, mover.reason
                progress.at_work = mover.part
                try:
                    mover.play(seconds)
                except SolverError as error:
                    team.leave_out(mover.solver, error)
                    mover.over = True
                finally:
                    progress.at_work = None
                    _note(progress, list(players.values()))
                claims.found(mover.name, mover.found)
                if mover.part.complete:
                    claims.counted(mover.name, mover.part.found)
                    progress.found, progress.complete = mover.part.found, True
                    return
                if mover.over:
                    team.leave_out(mover.solver, Unsupported(f"solver {mover.name} cannot go on"))
        if players:
            leader = max(players.values(), key=lambda one: one.found)
            yield leader.solver, leader.reason
    finally:
        for player in players.values():
            player.close()


class _Player:
    """A solver that counts, and how far it is."""

    def __init__(self, solver: Solver, query: Query, reason: str) -> None:
        self.solver, self.name, self.reason = solver, solver.full_name, reason
        self.part = Progress()
        self.found = 0  # the most that it ever counted
        self.spent = 0.0
        self.due = (
            0.0  # seconds of its turns that it did not take yet; what it took too long is less
        )
        self.over = False  # it cannot go on, nor start anew
        self._query = query
        self._speed = 0.0  # by which its progress grew in its last turn
        self._start = self._last = 0.0
        self._steps: Iterator[None] | None = None
        self.lists = not isinstance(solver, CountsInSteps)  # it tells each solution
        if isinstance(solver, CountsInSteps):
            self._steps = solver.counting(query, self.part)
        elif isinstance(solver, SearchesInSteps):
            self._steps = _counted(solver, query, self.part)
            self._start = solver.start_seconds(query)

    @property
    def rate(self) -> float:
        """Solutions a second."""
        return self.found / max(self.spent, 1e-4)

    def least(self, spent: float) -> float:
        """Return the seconds that a turn must have to be of use; `spent` are those of all."""
        if self._steps is None:
            return GROWTH * self._last
        return 0.0 if self.spent else max(self._start - spent, 0.0)

    def close(self) -> None:
        """Stop the count, and let go of what it held."""
        if isinstance(self._steps, Generator):
            self._steps.close()
        self._steps = None

    def play(self, seconds: float | None) -> None:
        """Count on for so many seconds, or until the deadline."""
        clock, before = TurnClock(), self.part.share
        try:
            if self._steps is None:
                self._start_anew(Budget(self._query.deadline, seconds))
            else:
                self._go_on(self._steps, clock, math.inf if seconds is None else seconds)
        finally:
            took = clock.seconds
            self.due = self.due - took if self.spent else 0.0
            self._last = took
            self.spent += took
            self.found = max(self.found, self.part.found)
            self._speed = (self.part.share - before) / max(took, 1e-6)

    def _go_on(self, steps: Iterator[None], clock: TurnClock, seconds: float) -> None:
        start = 0.0 if self.spent else math.inf  # the first step is no part of the turn
        for _ in steps:
            start = min(start, clock.seconds)
            if clock.seconds >= start + seconds or self._query.deadline.passed():
                return
        self.over = not self._query.deadline.passed()

    def _start_anew(self, turn: Budget) -> None:
        self.part.found, self.part.complete = 0, False
        self.part.found = self.solver.count(replace(self._query, deadline=turn), self.part)
        # One that stops before its time without an answer would do so again.
        self.over = not self.part.complete and not turn.passed()

    def promised(self) -> float | None:
        """Return the seconds that it will still take, as its last turn promises, or all of them."""
        speed = max(self._speed, self.part.share / max(self.spent, 1e-6))
        if self.over or speed <= 0 or not self.part.promises:
            return None
        return (1.0 - self.part.share) / speed


def _counted(solver: SearchesInSteps, query: Query, progress: Progress) -> Iterator[None]:
    """Count what a search tells."""
    with closing_stream(solver.searching(query, progress)) as stream:
        for batch in stream:
            progress.found += len(batch)
            yield


def _moves(
    player: _Player, stage: Stage, players: list[_Player]
) -> Iterator[tuple[_Player, float | None]]:
    """Yield who plays now, and for how long: one that will be done soon before the next."""
    total = sum(one.spent for one in players)
    start = 0.0 if _repeats(players) else HEAD_START
    for one in players:
        left = one.promised()
        others = total - one.spent
        trusted = one.spent + (left or 0.0) <= TRUSTED * others + start
        if left is not None and one is not player and left <= total + start and trusted:
            yield one, 1.5 * left
    if player.over:
        return
    seconds = stage.seconds
    if seconds is not None:
        leader = max(players, key=lambda one: one.found)
        if player.lists and leader.found > SLOW * max(leader.spent, SHOWN):
            return
        player.due += seconds * _part(player, stage, players)
        if player.due <= player.least(total):
            return
        seconds = player.due
    yield player, seconds


def _part(player: _Player, stage: Stage, players: list[_Player]) -> float:
    """Return the part of its turn that a player has, by what all have found."""
    most = max(one.found for one in players)
    if stage.denies and most > 0:
        return 0.0
    if player.part.repeats >= OFTEN:
        return 1.0
    part = 0.5 if _repeats(players) else 1.0
    # How soon clause learning finds its first ones tells nothing about the rate of a search.
    best = max(one.rate for one in players if player.lists or not one.lists)
    if most >= SOME and player.spent > 0 and player.rate < best:
        part *= max((player.rate / best) ** 2 / BEHIND, 1 / ASIDE)
    return part


def _repeats(players: list[_Player]) -> bool:
    """Whether there is a memo that pays."""
    return any(one.part.repeats >= OFTEN for one in players)


def _note(progress: Progress, players: list[_Player]) -> None:
    """Keep what was counted, for a limit or an interrupt."""
    progress.found = max(one.found for one in players)
    for name in EFFORT:
        setattr(progress, name, sum(getattr(one.part, name) for one in players))
    progress.share = max(one.part.share for one in players)
