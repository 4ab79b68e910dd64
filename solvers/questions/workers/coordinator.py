"""Who gives the tasks out and takes what comes of them; nobody else knows how far the search is.

At any moment what was found in the tasks that came back, and the parts that wait or are out with a
worker, are the whole tree, nothing twice and nothing left out. The slice of time that a task gets
grows with the search: short at first and where workers have nothing to do, so that what is left is
shared out soon; then a sixteenth of the time so far, up to a second, or as long as it takes for all
tasks that come back in that time to be seen to. So the coordinator, who sees to one at a time, is
at work for a part of the time only, however many workers there are.

A task whose worker died is done again, each part for itself and in a shorter slice. One part that
three workers died of is a mistake that more trials would not mend: it is told, with its options.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence

from ....models.errors import SolverError
from ...contract.deadline import Deadline
from ...contract.query import Query
from ...native.split import OpenPart
from .bundles import Bundle, Bundles
from .job import Job
from .pool import Lost, Pool
from .tasks import Done, Task

__all__ = ["Coordinator"]

SHORT, LONG = 0.03, 1.0  # seconds of a slice
PART = 16  # of the time so far that a slice may be
BUSY = 4.0  # a slice is so many times what it takes to see to a task of each worker
STEP = 0.1  # seconds between two looks at the deadline
GRACE = 1.0  # seconds for tasks to come back behind the deadline
MOST_LOSSES = 3
SHORTER = 4  # times, after each: so that who kills workers at random seldom meets it again
FADING = 0.05  # of the mean of what a task takes to be seen to
TOLD = 12  # options of a prefix that a message shows


class Coordinator:
    """The search of some parts of a tree by workers.

    bar       what a solution must cost less than, as new tasks are told
    finished  parts that are done
    share     of the whole tree that is done, as far as can be told
    """

    def __init__(self, pool: Pool, job: Job, parts: Sequence[OpenPart], deadline: Deadline) -> None:
        self._pool, self._job, self._deadline = pool, job, deadline
        self._waiting = Bundles(parts)
        self._out: dict[str, Task] = {}
        self._began = time.monotonic()
        self._cost = 0.0  # seconds that it takes to see to what a task has found
        self.bar: int | None = None
        self.finished = 0
        self.share = max(1.0 - sum(part.share for part in parts), 0.0)

    @classmethod
    def of(
        cls,
        kind: str,
        solver: str,
        query: Query,
        pool: Pool,
        parts: Sequence[OpenPart] | None = None,
        most: int = 0,
    ) -> Coordinator:
        """Return the search that answers a query; `kind`, `most`: as of a `Job`.

        parts  what is left of the tree; None: all of it
        """
        whole = [OpenPart((query.given, ()), 1.0)]
        job = Job.of(kind, solver, query, most)
        return cls(pool, job, whole if parts is None else parts, query.deadline)

    @property
    def complete(self) -> bool:
        """Whether nothing is left."""
        return not self._waiting and not self._out

    def open(self) -> list[OpenPart]:
        """Return what is left, between two results."""
        listed = [part for task in self._out.values() for part in task.parts]
        return listed + [part for bundle in self._waiting for part in bundle.parts]

    def results(self) -> Generator[Done, None, None]:
        """Have everything searched; yield what comes of each task as it comes.

        Raises SolverError for a part of which workers die, and what `Pool.ended` raises.
        """
        self._pool.begin(self._job)
        try:
            while not self.complete and not self._deadline.passed():
                self._send()
                yield from self._came(min(STEP, self._deadline.left()))
            late = time.monotonic() + GRACE
            while self._out and time.monotonic() < late:
                yield from self._came(STEP)
        finally:
            self._pool.finish()

    def _send(self) -> None:
        """Give the workers what they have room for."""
        room = self._pool.room
        free = room - len(self._out)
        if free <= 0 or not self._waiting:
            return
        wanted = free + room // 2
        self._waiting.cut(wanted)
        seconds = min(self._slice(wanted), max(self._deadline.left(), 0.0))
        while free > 0 and self._waiting:
            bundle = self._waiting.take()
            within = seconds / SHORTER**bundle.losses
            task = Task.of(self._job, bundle.parts, within, bundle.losses, self.bar)
            self._out[task.name] = task
            self._pool.send(task)
            free -= 1

    def _slice(self, wanted: int) -> float:
        """Return for how long tasks are to run that are given out now.

        wanted  so many bundles should wait
        """
        workers = self._pool.workers
        most = max(LONG, BUSY * (self._pool.cost + self._cost) * workers)
        if len(self._waiting) < wanted:  # there is too little to share out
            return min(SHORT * 2, most)
        return min(max((time.monotonic() - self._began) / PART, SHORT), most)

    def _came(self, seconds: float) -> Iterator[Done]:
        for task, came in self._pool.ended(seconds):
            began = time.monotonic()
            if self._out.pop(task.name, None) is None:
                continue  # done twice
            if isinstance(came, Lost):
                self._do_again(task, came.times)
                continue
            self._waiting.put(Bundle(came.parts))
            self.finished += came.finished
            left = sum(part.share for part in came.parts)
            self.share = min(self.share + max(task.share - left, 0.0), 1.0)
            yield came
            took = time.monotonic() - began
            self._cost += FADING * (took - self._cost)

    def _do_again(self, task: Task, times: int) -> None:
        """Have each part of a lost task done for itself. Raises SolverError if it was the third."""
        losses = task.losses + times
        if len(task.parts) > 1:
            for part in task.parts:
                self._waiting.put(Bundle((part,), min(losses, MOST_LOSSES - 1)))
            return
        (part,) = task.parts
        self._waiting.put(Bundle((part,), losses))
        if losses >= MOST_LOSSES:
            raise SolverError(
                f"{losses} workers died of one part of the search, {in_words(part)}; what was "
                "found in the others is kept"
            )


def in_words(part: OpenPart) -> str:
    """Name a part by the options above it."""
    given, without = part.subtree
    told = " ".join(map(str, given[-TOLD:])) or "none"
    more = "... " if len(given) > TOLD else ""
    beside = f" without {' '.join(map(str, without[-TOLD:]))}" if without else ""
    return f"below the options {more}{told}{beside}"
