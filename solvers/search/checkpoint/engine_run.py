"""Counting by engines that can list what they have left: dancing cells, dancing links, bit masks.

The threads work in turns of a second or so. Between two turns nothing runs, and every engine lists
the subtrees that it has not begun: with what was counted that is everything. So no part has to be
small, none is searched twice, and the checkpoint costs no more than the list. It is written while
the threads are at work on the next turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from ...contract.progress import Progress
from ...contract.query import Query
from ...native.solver import NativeSolver
from ...native.split import SplitTeam
from .file import CheckpointFile, State
from .memory import Memory
from .unkept import Unkept

__all__ = ["Pace", "Record", "count_by_engine"]

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

    def measured(self, save: Callable[..., None], *known: State) -> None:
        """Make a checkpoint, and let the next one wait by what that took."""
        began = time.monotonic()
        save(*known)
        self._last = time.monotonic()
        self.turn = min(max(TURN, DEAR * (self._last - began)), self._most)


class Record:
    """What is written of a search: what it had found before, and what it finds now."""

    def __init__(self, file: CheckpointFile | Unkept, progress: Progress) -> None:
        self.file, self._progress = file, progress
        self._before, self._began = file.state, time.monotonic()
        state = self._before
        progress.found, progress.share = state.found, state.share
        progress.nodes, progress.updates = state.nodes, state.updates
        progress.complete = state.complete

    def save(self, state: State, memory: Memory | None = None) -> None:
        """Write how far the search is, with the time that it took."""
        state.seconds = self._before.seconds + time.monotonic() - self._began
        self.file.save(state, memory)

    def now(self, **changes: object) -> State:
        """Return how far it is, with some changes to what was written last."""
        known = self._progress
        effort = {"nodes": known.nodes, "updates": known.updates}
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
