"""Counting by turns: several solvers count the same solutions, and the first one done is right.

Which solver suits a matrix shows by trying, and a count may take one of them a second and another
for ever. So they take turns with growing budgets. A native engine goes on where it stopped; a
solver of another maker starts anew. Three observations spare the turns of those that cannot win:

- one that promises to be done soon, by how far it came in its last turn, goes first;
- one that counted far fewer solutions than the leader gets a fraction of its turn, since all count
  the same ones (and a memo counts many at once);
- those that start anew hand over a solution at a time, at best some hundreds a second: where
  the leader counts more than that in its own time, they are left out.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace

from ...models.errors import SolverError, Unsupported
from ..contract.claims import Claims
from ..contract.deadline import Budget
from ..contract.progress import EFFORT, Progress
from ..contract.query import Query
from ..contract.solver import Solver
from ..contract.steps import CountsInSteps
from .stages import Plan, Stage, Team

__all__ = ["count_by_turns"]

AHEAD = 8  # times as many solutions: the others are far behind
ASIDE = 8  # so much shorter are the turns of those far behind
SLOW = 500  # solutions a second; where there are more, nobody hands them over one by one
HEAD_START = 0.5  # seconds that one may promise to take without having shown much
TRUSTED = 4  # so many times the time of the others may be spent on a promise


def count_by_turns(query: Query, progress: Progress, plan: Plan) -> Iterator[tuple[Solver, str]]:
    """Count as `Solver.count` does; yield who counts now, and why, before each turn.

    Raises WrongAnswer if two solvers contradict each other, and what the last one said if none of
    them can count the matrix at all.
    """
    team, claims = Team(query), Claims()
    players: dict[str, _Player] = {}
    planned = len({stage.solver for stage in plan.stages if not stage.least})
    for solver, stage in team.turns(plan):
        name = solver.full_name
        if name not in players:
            players[name] = _Player(solver, query, stage.reason)
        player = players[name]
        for mover, seconds in _moves(player, stage, list(players.values()), planned):
            yield mover.solver, mover.reason
            try:
                mover.play(seconds)
            except SolverError as error:
                team.leave_out(mover.solver, error)
                mover.over = True
            finally:
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


class _Player:
    """A solver that counts, and how far it is."""

    def __init__(self, solver: Solver, query: Query, reason: str) -> None:
        self.solver, self.name, self.reason = solver, solver.full_name, reason
        self.part = Progress()
        self.found = 0  # the most that it ever counted
        self.spent = 0.0
        self.over = False  # it cannot go on, nor start anew
        self._query = query
        self._speed = 0.0  # by which its progress grew in its last turn
        steps = solver.counting(query, self.part) if isinstance(solver, CountsInSteps) else None
        self._steps = steps

    @property
    def restarts(self) -> bool:
        """Whether each turn begins from the start."""
        return self._steps is None

    def play(self, seconds: float | None) -> None:
        """Count on for so many seconds, or until the deadline."""
        began, before = time.process_time(), self.part.share
        try:
            if self._steps is None:
                self._start_anew(Budget(self._query.deadline, seconds))
            else:
                self._go_on(self._steps, math.inf if seconds is None else began + seconds)
        finally:
            took = time.process_time() - began  # the clock says little on a busy machine
            self.spent += took
            self.found = max(self.found, self.part.found)
            self._speed = (self.part.share - before) / max(took, 1e-6)

    def _go_on(self, steps: Iterator[None], end: float) -> None:
        for _ in steps:
            if time.process_time() >= end or self._query.deadline.passed():
                return
        self.over = not self._query.deadline.passed()

    def _start_anew(self, turn: Budget) -> None:
        self.part.found, self.part.complete = 0, False
        self.part.found = self.solver.count(replace(self._query, deadline=turn), self.part)
        # One that stops before its time without an answer would do so again.
        self.over = not self.part.complete and not turn.passed()

    def promised(self) -> float | None:
        """Return the seconds that it will still take, as its last turn promises."""
        if self.over or self._speed <= 0:
            return None
        return (1.0 - self.part.share) / self._speed


def _moves(
    player: _Player, stage: Stage, players: list[_Player], planned: int
) -> Iterator[tuple[_Player, float | None]]:
    """Yield who plays now, and for how long: one that will be done soon before the next."""
    total = sum(one.spent for one in players)
    for one in players:
        left = one.promised()
        others = total - one.spent
        trusted = one.spent + (left or 0.0) <= TRUSTED * others + HEAD_START
        if left is not None and one is not player and left <= total + HEAD_START and trusted:
            yield one, 1.5 * left
    if player.over:
        return
    seconds = stage.seconds
    if seconds is not None:
        leader = max(players, key=lambda one: one.found)
        most = leader.found
        if player.restarts and most > SLOW * max(leader.spent, HEAD_START):
            return
        if player.found * AHEAD < most and player.spent > 0:
            seconds /= ASIDE
        elif player.spent > 0 and not player.restarts:
            # Those who are left have the time of those who refused or came to their end.
            seconds *= max(planned / sum(not (p.over or p.restarts) for p in players), 1.0)
    yield player, seconds


def _note(progress: Progress, players: list[_Player]) -> None:
    """Keep what was counted, for a limit or an interrupt."""
    progress.found = max(one.found for one in players)
    for name in EFFORT:
        setattr(progress, name, sum(getattr(one.part, name) for one in players))
    progress.share = max(one.part.share for one in players)
