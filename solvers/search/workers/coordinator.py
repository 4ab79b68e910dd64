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
from ...native.split import OpenPart
from .bundles import Bundle, Bundles
from .pool import Lost, Pool
from .tasks import Done, Slice
from .work import Load

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

    def __init__(
        self,
        load: Load,
        pool: Pool,
        deadline: Deadline,
        parts: Sequence[OpenPart] | None = None,
    ) -> None:
        """Begin to search.

        load   of the search (see `load_of`)
        parts  what is left of the tree; None: all of it
        """
        if parts is None:
            parts = [OpenPart((load.content.settings.given, ()), 1.0)]
        self._load, self._pool, self._deadline = load, pool, deadline
        self._waiting = Bundles(parts)
        self._out: dict[str, Bundle] = {}
        self._began = time.monotonic()
        self._cost = 0.0  # seconds that it takes to see to what a task has found
        self.bar: int | None = None
        self.finished = 0
        self.share = max(1.0 - sum(part.share for part in parts), 0.0)

    @property
    def complete(self) -> bool:
        """Whether nothing is left."""
        return not self._waiting and not self._out

    def open(self) -> list[OpenPart]:
        """Return what is left, between two results."""
        listed = [part for bundle in self._out.values() for part in bundle.parts]
        return listed + [part for bundle in self._waiting for part in bundle.parts]

    def results(self) -> Generator[Done, None, None]:
        """Have everything searched; yield what comes of each task as it comes.

        Raises SolverError for a part of which workers die, and what `Pool.ended` raises.
        """
        self._pool.begin(self._load)
        try:
            while not self.complete and not self._deadline.passed():
                # Give the workers what they have room for.
                room = self._pool.room
                free = room - len(self._out)
                if free > 0 and self._waiting:
                    wanted = free + room // 2
                    self._waiting.cut(wanted)
                    seconds = min(self._slice(wanted), max(self._deadline.left(), 0.0))
                    while free > 0 and self._waiting:
                        bundle = self._waiting.take()
                        within = seconds / SHORTER**bundle.losses
                        task = Slice(bundle.parts, within, self.bar).task(self._load)
                        self._out[task.name] = bundle
                        self._pool.send(task)
                        free -= 1
                yield from self._came(min(STEP, self._deadline.left()))
            late = time.monotonic() + GRACE
            while self._out and time.monotonic() < late:
                yield from self._came(STEP)
        finally:
            self._pool.finish()

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
            bundle = self._out.pop(task.name, None)
            if bundle is None:
                continue  # done twice
            if isinstance(came, Lost):
                self._do_again(bundle, came.times)
                continue
            self._waiting.put(Bundle(came.parts))
            self.finished += came.finished
            left = sum(part.share for part in came.parts)
            self.share = min(self.share + max(bundle.share - left, 0.0), 1.0)
            yield came
            took = time.monotonic() - began
            self._cost += FADING * (took - self._cost)

    def _do_again(self, bundle: Bundle, times: int) -> None:
        """Have each part of a lost task done for itself. Raises SolverError if it was the third."""
        losses = bundle.losses + times
        if len(bundle.parts) > 1:
            for part in bundle.parts:
                self._waiting.put(Bundle((part,), min(losses, MOST_LOSSES - 1)))
            return
        (part,) = bundle.parts
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
