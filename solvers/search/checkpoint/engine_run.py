"""Counting with a checkpoint: by engines that list open subtrees, and with memory.

Dancing cells, dancing links and bit masks list what they have left. The threads work in turns of a
second or so. Between two turns nothing runs, and every engine lists the subtrees that it has not
begun: with what was counted that is everything. So no part has to be small, none is searched twice,
and the checkpoint costs no more than the list. It is written while the threads are at work on the
next turn.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from ....models.errors import CheckpointError
from ...contract.deadline import Deadline
from ...contract.progress import Progress
from ...contract.query import Query
from ...native.engine import OpenPart
from ...native.solver import NativeSolver
from ...native.split import SplitTeam
from .file import Behind, CheckpointFile, Log, Memory, State, Unkept, Words

__all__ = ["MemoRun", "Pace", "Record", "count_by_engine"]

TURN = 1.0  # seconds between two checkpoints
MOST_TURN = 10.0
DEAR = 50  # so many times what a checkpoint takes is a turn at least


class Pace:
    """When a checkpoint is due: every second, or less often where one takes long to be made."""

    def __init__(self, most: float = MOST_TURN) -> None:
        self.turn, self._most = TURN, most
        self._last = time.monotonic()

    @property
    def due(self) -> bool:
        """Whether the time has come."""
        return time.monotonic() >= self._last + self.turn

    def measured(self, save: Callable[..., None], *states: State) -> None:
        """Make a checkpoint, and let the next one wait by what that took."""
        began = time.monotonic()
        save(*states)
        self._last = time.monotonic()
        self.turn = min(max(TURN, DEAR * (self._last - began)), self._most)


class Record:
    """What is written of a search: what it had found before, and what it finds now."""

    def __init__(self, file: CheckpointFile | Unkept, progress: Progress) -> None:
        self.file, self._progress = file, progress
        self._before, self._began = file.state, time.monotonic()
        state = self._before
        progress.found, progress.share, progress.before = state.found, state.share, state.share
        progress.nodes, progress.updates = state.nodes, state.updates
        progress.complete = state.complete

    def save(self, state: State, memory: Memory | None = None) -> None:
        """Write how far the search is, with the time that it took."""
        state.seconds = self._before.seconds + time.monotonic() - self._began
        self.file.save(state, memory)

    def now(self, **changes: object) -> State:
        """Return how far it is, with some changes to what was written last."""
        progress = self._progress
        effort = {"nodes": progress.nodes, "updates": progress.updates}
        return replace(self.file.state, **(effort | changes))  # type: ignore[arg-type]


def count_by_engine(solver: NativeSolver, query: Query, progress: Progress, record: Record) -> None:
    """Count what is open in the file, until the deadline; raises what `CheckpointFile.save` does.

    Raises Stopped, and Unsupported if the engine refuses the matrix.
    """
    state = record.file.state
    team = solver.team(query, progress, state.parts, count_only=True)
    pace = Pace()
    pending, done = None, state.done
    try:
        while not team.complete and not query.deadline.passed():
            turn = query.deadline.within(pace.turn)
            with team.at_work():
                if pending is not None:
                    pace.measured(record.save, pending)
                while not team.over() and not turn.passed():
                    team.wait()
                team.pause()
            pending = _state_of(solver, team, record, progress, done)
            team.estimate()
    except OSError:
        raise  # what cannot be written once is not tried again
    except BaseException:
        record.save(_state_of(solver, team, record, progress, done))
        raise
    if pending is not None:
        record.save(pending)


def _state_of(
    solver: NativeSolver, team: SplitTeam, record: Record, progress: Progress, done: int
) -> State:
    """Return how far the team is, while no thread of it works."""
    parts = team.open()
    progress.complete = not parts
    return record.now(
        worker=solver.full_name,
        found=progress.found,
        parts=parts,
        complete=not parts,
        done=done + team.finished,
    )


# ---- Counting with memory, in a way that a kill does not undo ------------------------------------
#
# What a memo knows is worth more than the parts of a tree: cut by prefixes, each part would have
# to learn the same states again. So it is counted in one piece, and the counter itself is written:
# where it is, and the states that it knows (solvers/native/memo/counter.cpp). Level by level these
# are what is left of a level and what there is of the next one; of a memo they are added to bit by
# bit, and only the states of the cheapest subtrees stay out where they are too many. A counter
# that goes on does what it would have done.
#
# It takes its own time to copy the states, and another thread writes them.


STEP = 0.03  # seconds between two looks at signals and the deadline
OFTEN = 0.2  # of the states met again: there a memo pays
RARELY = 60.0  # seconds between two checkpoints, where they are large
LEVEL = 1 << 32  # bytes of a level; a larger one is not written
MEMO = 1 << 29  # bytes of a memo that are kept
FRESH = 1 << 24  # bytes a second that are added to it


class Counter(Protocol):
    """The native counter with memory (solvers/native/memo/counter.hpp)."""

    def count(self, seconds: float) -> bool:
        """Count on for about that long; return whether that was all."""

    def save(self, level: int, memo: int, fresh: int) -> tuple[Words, list[Log]]:
        """Return what another process needs to go on, beside what was saved before.

        level, memo, fresh  bytes, at most: of a level, of a memo in all, of what is new in it
        """

    def restore(self, head: Words, logs: list[tuple[int, Words]]) -> bool:
        """Take back what was saved; return whether it was of this counter."""

    @property
    def intact(self) -> bool:
        """Whether it can be saved: nothing was raised while it counted."""

    @property
    def frontier_progress(self) -> float | None:
        """The part that is done level by level; None where it does not go so."""

    @property
    def progress(self) -> float:
        """The estimated part of the work that is done."""

    @property
    def solutions(self) -> int:
        """Solutions so far."""

    @property
    def nodes(self) -> int:
        """States that were looked at."""

    @property
    def lookups(self) -> int:
        """How often a state was looked up."""

    @property
    def hits(self) -> int:
        """And was met before."""


class MemoRun:
    """A count with memory on its way.

    make  gives the counter

    Raises Stopped at the deadline, CheckpointError for a file that is of another counter.
    """

    def __init__(
        self,
        query: Query,
        progress: Progress,
        record: Record,
        make: Callable[[Query], Counter],
    ) -> None:
        self._query, self._progress, self._record = query, progress, record
        self._behind = Behind()
        self._over = False
        self._saved, self._turn = time.monotonic(), TURN
        self.untouched = record.file.state.parts is None  # nothing was written of it
        self.counter = make(query)
        memory = record.file.memory()
        if memory is not None:
            logs = [(number, states) for number, _, states in memory.logs]
            if not self.counter.restore(memory.head, logs):
                message = "states that are none of its own, expected those of the same search"
                raise CheckpointError(f"{record.file.path}: {message}")

    @property
    def pays(self) -> bool:
        """Whether states come up again, or it goes level by level."""
        counter = self.counter
        often = counter.hits >= OFTEN * max(counter.lookups, 1)
        return counter.frontier_progress is not None or often

    def advance(self, deadline: Deadline, *, trial: bool = False) -> bool:
        """Count on until the deadline; return whether that was all.

        trial  whether nothing is written on the way
        """
        try:
            while not self._over and not deadline.passed():
                seconds = min(STEP, deadline.left())
                counter = self.counter
                self._over = counter.count(seconds)
                progress = self._progress
                progress.found, progress.nodes = counter.solutions, counter.nodes
                progress.complete = self._over
                progress.share = 1.0 if self._over else counter.progress
                if not trial and self._due:
                    # Copy what is to be written, and let the next one wait by what that takes.
                    self._behind.wait()
                    began = time.monotonic()
                    writing = self._writing()
                    copied = time.monotonic() - began
                    alone = (os.cpu_count() or 1) == 1
                    dear = DEAR * (copied + (self._behind.seconds if alone else 0))
                    self._turn = min(max(TURN, dear), RARELY)
                    self._behind.write(writing)
        except OSError:
            raise  # what cannot be written once is not tried again
        except BaseException:
            self.save()
            raise
        return self._over

    def save(self) -> None:
        """Write how far it is; what was written stays where the counter was cut short in a step."""
        self._behind.wait()
        if self._record.file.kept and self.counter.intact:
            self._writing()()

    @property
    def _due(self) -> bool:
        soon = time.monotonic() < self._saved + self._turn
        return self._record.file.kept and not soon and not self._behind.busy

    def _writing(self) -> Callable[[], None]:
        """Return what writes all that is known now."""
        now = time.monotonic()
        left = OpenPart((self._query.given, ()), 1.0 - self._progress.share)
        state = self._record.now(
            found=self._progress.found,
            done=int(self._over),
            parts=[] if self._over else [left],
            complete=self._over,
            worker="memo",
        )
        memory = None
        if not self._over:
            fresh = int(FRESH * max(now - self._saved, TURN))
            memory = Memory(*self.counter.save(LEVEL, MEMO, fresh))
        self._saved = now
        return partial(self._record.save, state, memory)
