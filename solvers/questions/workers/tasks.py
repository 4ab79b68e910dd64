"""What a worker does: search some parts of a tree for a slice of time, and say what is left.

It is the same engine as at home, halted at the end of the slice; what it lists then as open, and
the parts that it did not come to, go back with what was found. Nothing else is kept of a task.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ...contract.batch import Batch
from ...contract.solver import version_of
from ...native.engine import ListingEngine
from ...native.split import OpenPart, shared_out
from .job import Job, Missing, Parcel, Prepared, prepared

__all__ = ["Done", "Refused", "Task", "perform"]

LEAST = 0.001  # seconds of a part that is begun, so that every task gets on
BATCH = 1 << 14  # solutions of one task; what is beyond them stays open


@dataclass(frozen=True)
class Task:
    """Some parts of the tree, and how long to work at them.

    name     of the job and the parts: who does the same has the same name
    version  of minuet, of the one who asks
    seconds  after which it returns, done or not
    losses   how many workers died of it
    """

    name: str
    version: str
    parts: tuple[OpenPart, ...]
    seconds: float
    losses: int = 0

    @classmethod
    def of(cls, job: Job, parts: Sequence[OpenPart], seconds: float, losses: int = 0) -> Task:
        """Return a task of a job."""
        hashed = blake2b(digest_size=10)
        for part in parts:
            hashed.update(repr(part.subtree).encode())
        name = f"minuet-{job.key}-{hashed.hexdigest()}"
        return cls(name, job.version, tuple(parts), seconds, losses)

    @property
    def share(self) -> float:
        """The part of the whole tree that it is, as far as can be told."""
        return sum(part.share for part in self.parts)


@dataclass(frozen=True)
class Done:
    """What came of a task.

    parts     what is left of it
    found     solutions, exactly, of all the rest
    finished  parts that are done
    batch     the solutions, where they were to be told
    seconds   that it took, of the processor
    """

    parts: tuple[OpenPart, ...]
    found: int
    nodes: int
    updates: int
    finished: int
    seconds: float
    batch: Batch | None = None


@dataclass(frozen=True)
class Refused:
    """Why a worker does not do the task: it is none of ours, in one line; or it has no job."""

    why: str = ""


def perform(source: Job | Parcel, task: Task) -> Done | Refused:
    """Do a task."""
    own = version_of("minuet")
    if task.version != own:
        return Refused(f"has minuet {own}, expected {task.version} as here")
    try:
        ready = prepared(source)
    except Missing:
        return Refused()
    began = time.thread_time()
    search = _Search(ready, task)
    for place, part in enumerate(task.parts):
        if place and search.late:
            search.left += task.parts[place:]
            break
        search.work_at(part)
    took = time.thread_time() - began
    return search.done(took)


class _Search:
    """The work on one task."""

    def __init__(self, ready: Prepared, task: Task) -> None:
        self._ready, self._end = ready, time.monotonic() + task.seconds
        self._tells = ready.job.kind == "solutions"
        self._found = self._nodes = self._updates = self._finished = 0
        self._batches: list[Batch] = []
        self.left: list[OpenPart] = []

    @property
    def late(self) -> bool:
        """Whether the slice is over, or enough was found to be told."""
        return time.monotonic() >= self._end or (self._tells and self._found >= BATCH)

    def work_at(self, part: OpenPart) -> None:
        """Search a part until it is done, or it is late."""
        engine = self._ready.engine(part.subtree)
        over = self._tell(engine) if self._tells else engine.count(self._seconds)
        self._found += 0 if self._tells else engine.solutions
        self._nodes += engine.nodes
        self._updates += engine.updates
        if over:
            self._finished += 1
            return
        left = part.share * max(1.0 - engine.progress, 0.0)
        self.left += shared_out(engine.open(), left)

    def done(self, seconds: float) -> Done:
        """Return what came of it."""
        batch = Batch.joined(self._batches) if self._tells else None
        effort = self._nodes, self._updates, self._finished
        return Done(tuple(self.left), self._found, *effort, seconds, batch)

    def _tell(self, engine: ListingEngine) -> bool:
        """Keep solutions of a part; return whether that was all of it."""
        while True:
            most = BATCH - self._found
            over, starts, options = engine.next_batch(self._seconds, most)
            batch = Batch.trusted(starts, options)
            self._found += len(batch)
            self._batches.append(batch)
            if over or self.late:
                return over

    @property
    def _seconds(self) -> float:
        return max(self._end - time.monotonic(), LEAST)
