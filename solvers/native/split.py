"""Split the search tree: several threads search one tree, each with its own engine.

A subtree is identified by the options chosen above it: with these given, an engine searches it as
if it had reached it by itself, as the search branches on the same item and tries the same options.
So the tree is not cut beforehand. One engine begins with all of it; whenever a thread is idle, a
running engine gives away the subtrees nearest to its root that it has not begun. No node is
searched twice and none is lost. This is work stealing (Blumofe and Leiserson, "Scheduling
multithreaded computations by work stealing", 1999), where the thief takes the oldest work because
it is the largest; here the owner hands it over between two time slices.

The engines run without the GIL, so Python threads are enough. In the order of solutions, the
subtrees that an engine gives away follow those that it keeps; the parts are in a list in that
order, and solutions are yielded from the front. So the answers and their order are those of one
thread, whatever the timing, and every node is counted once; only the updates that lead to a given
subtree are not counted.

A thread that is far ahead of the consumer suspends its part (`AHEAD`): memory stays bounded, and
the next parts from the front get smaller until all threads work near it.

The progress is an estimate: it takes a subtree that is given away to be as large as the part that
its owner keeps, and counts the parts that are done.
"""

from __future__ import annotations

import atexit
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from ..contract.batch import Batch
from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..process.interrupt import join
from .engine import (
    NEARLY,
    Effort,
    GivingEngine,
    ListingEngine,
    OpenPart,
    SizeEstimate,
    Subtree,
    shared_out,
    step,
)

__all__ = [
    "Make",
    "SplitTeam",
    "counting_split",
    "split_solutions",
]

TIME_SLICE = 0.004  # between two looks for idle threads
STEP = 0.03  # between two looks at signals and the deadline
FIRST_TURN, LAST_TURN = 0.1, 1.0  # of a count that takes turns with others
LEAST = 8  # subtrees given away at once, if there are so many
BATCH = 4096  # solutions that an engine hands over at once
AHEAD = 1 << 14  # solutions that wait, up to the end of a part, before the part is laid aside


AnyEngine = TypeVar("AnyEngine", bound=ListingEngine, covariant=True)
# Makes the engine for a subtree; while it does it calls what is given, which raises Stopped if the
# engine is not wanted any more.
Make = Callable[[Subtree, Callable[[], None]], AnyEngine]


def counting_split(
    query: Query,
    progress: Progress,
    make: Make[GivingEngine],
    size: SizeEstimate | None = None,
    *,
    pauses: bool = True,
    parts: Sequence[OpenPart] | None = None,
) -> Iterator[None]:
    """Count with `query.threads` threads, in ever longer steps; between them no thread works.

    size   estimates the tree between two steps; None: nobody watches
    parts  of the tree that are searched; None: all of it

    Without pauses, and if nobody watches, there is a single step.
    """
    seconds = FIRST_TURN if pauses else math.inf if size is None else LAST_TURN
    team = SplitTeam(query, progress, make, count_only=True, parts=parts, size=size)
    while not team.complete and not query.deadline.passed():
        turn = query.deadline.within(seconds)
        with team.at_work():
            while not team.over() and not turn.passed():
                team.wait()
            team.pause()
        team.estimate()
        yield
        seconds = min(2 * seconds, max(seconds, LAST_TURN))


def split_solutions(query: Query, progress: Progress, make: Make[GivingEngine]) -> Iterator[Batch]:
    """Yield the solutions in the order of one thread, searched for by `query.threads`."""
    team = SplitTeam(query, progress, make, count_only=False)
    with team.at_work():
        while not query.deadline.passed():
            batch = team.first()
            if batch is None and team.over():
                break
            if batch is None:
                team.wait()
            else:
                yield batch
    yield from team.leftover()


@dataclass(eq=False)
class _Part:
    """A part of the tree, and what was found in it and not yielded yet."""

    subtree: Subtree
    share: float  # estimated, of the tree
    times: int = 1  # that each solution counts
    engine: ListingEngine | None = None  # none until the part is begun
    running: bool = False
    done: bool = False
    nodes: int = 0  # those of `engine`, and the rest likewise, as far as they are in the totals
    updates: int = 0
    solutions: int = 0
    found: deque[Batch] = field(default_factory=deque)
    waiting: int = 0  # solutions in `found`


class SplitTeam:
    """Threads at work on the parts of one tree; what they share is touched under a lock."""

    def __init__(
        self,
        query: Query,
        progress: Progress,
        make: Make[ListingEngine],
        *,
        count_only: bool,
        parts: Sequence[OpenPart] | None = None,
        gives: bool = True,
        size: SizeEstimate | None = None,
    ) -> None:
        """Begin with some parts, or with the whole tree.

        parts  what is left of a search, whose progress says what was found before; None: all
        gives  whether the engines give subtrees away
        size   estimates the tree when it is asked to; None: nobody watches
        """
        self._query, self._progress, self._effort = query, progress, Effort(progress)
        self._make, self._count_only, self._gives = make, count_only, gives
        self._solutions, self._share = 0, 0.0
        if parts is None:
            parts = [OpenPart((query.given, ()), 1.0)]
        else:
            self._solutions, self._share = progress.found, progress.share
        # In the order of solutions, the first not yet yielded.
        self._parts = [_Part(part.subtree, part.share, part.times) for part in parts]
        self._changed = threading.Condition()
        self._idle = 0
        self._stopping = self._pausing = False
        self._error: BaseException | None = None
        self.complete = False
        self.finished = 0  # parts
        progress.complete = False
        self._nodes = self._updates = 0
        self._size = size
        self._looked = math.inf  # when the time that the threads work was last noted

    # ---- The thread that asks ----------------------------------------------------------------

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let the threads work during the block; then stop them and note what they did.

        What was not done waits, and the threads can be set to work again.
        """
        _live.add(self)
        self._stopping = self._pausing = False
        self._looked = time.monotonic()
        threads = [
            threading.Thread(target=self._work, daemon=True, name="minuet")
            for _ in range(self._query.threads)
        ]
        begun: list[threading.Thread] = []
        try:
            for thread in threads:
                begun.append(thread)
                thread.start()
            yield
        finally:
            self.stop()
            for thread in begun:
                join(thread)
            _live.discard(self)
            self._tell()
        if self._error is not None:
            raise self._error
        self.complete = not self._parts
        self._progress.complete = self.complete
        if self.complete:
            self._progress.share = 1.0

    def stop(self) -> None:
        """Ask the threads to stop; they do so at the end of their slices, or at once for good."""
        with self._changed:
            self._stopping = True
            for part in self._parts:
                if part.engine is not None and not self._pausing:
                    part.engine.stop()
            self._changed.notify_all()

    def pause(self) -> None:
        """Ask the threads to stop, but to end what they build: they will be set to work again."""
        self._pausing = True
        self.stop()

    def over(self) -> bool:
        """Whether everything was searched and yielded, or a thread failed."""
        with self._changed:
            return not self._parts or self._error is not None

    def wait(self) -> None:
        """Wait until something is found or done, but not for long."""
        with self._changed:
            self._changed.wait_for(self._news, STEP)
        self._tell()

    def first(self) -> Batch | None:
        """Take what was found first in the first part; None: nothing was."""
        with self._changed:
            if not self._parts:
                return None
            part = self._parts[0]
            batch = part.found.popleft() if part.found else None
            part.waiting -= len(batch or ())
            if part.done and not part.found:
                del self._parts[0]
            if batch or part.done:
                self._changed.notify_all()
            return batch

    def leftover(self) -> Iterator[Batch]:
        """Yield what was found behind the first part when the search was cut short."""
        for part in self._parts:
            while part.found:
                batch = part.found.popleft()
                part.waiting -= len(batch)
                yield batch
        self._parts = [part for part in self._parts if not part.done]

    def open(self) -> list[OpenPart]:
        """Return what was not searched yet, while no thread works.

        With what was found, and yielded, that is everything.
        """
        listed: list[OpenPart] = []
        for part in self._parts:
            if part.engine is None:
                listed += () if part.done else (OpenPart(part.subtree, part.share, part.times),)
            else:
                left = part.share * max(1.0 - part.engine.progress, 0.0)
                opened = shared_out(part.engine.open(), left, part.subtree[1])
                listed += [replace(each, times=part.times) for each in opened]
        self._share = self._progress.share = max(1.0 - math.fsum(p.share for p in listed), 0.0)
        return listed

    def estimate(self) -> None:
        """Estimate what is left, if it is time and somebody watches, while no thread works."""
        if self._size is not None and not self.complete:
            self._size.look(self._progress.worked, self._progress.nodes, self.open)

    def _news(self) -> bool:
        first = self._parts[0] if self._parts else None
        return first is None or first.done or bool(first.found) or self._error is not None

    def _tell(self) -> None:
        with self._changed:
            self._effort.note(self._nodes, self._updates)
            self._progress.share = min(self._share, NEARLY)
            now = time.monotonic()
            self._progress.worked += max(now - self._looked, 0.0)
            self._looked = now
            if self._size is not None:
                self._progress.likely = self._size.share_of(self._progress.nodes)
            if self._count_only:
                self._progress.found = self._solutions

    # ---- The threads that work ---------------------------------------------------------------

    def _work(self) -> None:
        try:
            while (part := self._take()) is not None:
                self._run(part)
        except Stopped:
            pass  # the part stays as it is, not begun
        except BaseException as error:
            with self._changed:
                self._error = error
                self._stopping = True
                self._changed.notify_all()

    def _take(self) -> _Part | None:
        """Take the first part that no one works on; None at the end."""
        with self._changed:
            while not self._stopping and not all(part.done for part in self._parts):
                ahead = 0
                for part in self._parts:
                    ahead += part.waiting
                    if ahead >= AHEAD:
                        break
                    if not part.running and not part.done:
                        part.running = True
                        return part
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
            return None

    def _check(self) -> None:
        """Raise Stopped if the threads are to stop for good."""
        if self._stopping and not self._pausing:
            raise Stopped
        self._query.deadline.check()

    def _run(self, part: _Part) -> None:
        """Search the part, giving away of it, until it is done or laid aside.

        Once it is laid aside another thread may take it: this one must not look at it again.
        """
        if part.engine is None:
            part.engine = self._make(part.subtree, self._check)
        engine = part.engine
        while True:
            seconds = min(TIME_SLICE, self._query.deadline.left())
            exhausted, batch = step(engine, seconds, 0 if self._count_only else BATCH)
            with self._changed:
                self._note(part, engine, batch)
                if exhausted:
                    self._finish(part)
                    return
                if self._stopping or self._far_ahead(part):
                    part.running = False
                    self._changed.notify_all()
                    return
                if self._idle and self._gives:
                    self._give(part, cast("GivingEngine", engine))

    def _note(self, part: _Part, engine: ListingEngine, batch: Batch) -> None:
        nodes, updates, solutions = engine.nodes, engine.updates, engine.solutions
        self._nodes += nodes - part.nodes
        self._updates += updates - part.updates
        self._solutions += (solutions - part.solutions) * part.times
        part.nodes, part.updates, part.solutions = nodes, updates, solutions
        if batch:
            part.found.append(batch)
            part.waiting += len(batch)
            if part is self._parts[0]:
                self._changed.notify_all()

    def _finish(self, part: _Part) -> None:
        part.engine, part.running, part.done = None, False, True
        self._share += part.share
        self.finished += 1
        if self._count_only:
            self._parts.remove(part)
        self._changed.notify_all()

    def _far_ahead(self, part: _Part) -> bool:
        ahead = 0
        for other in self._parts:
            ahead += other.waiting
            if other is part:
                break
        return ahead >= AHEAD

    def _give(self, part: _Part, engine: GivingEngine) -> None:
        options = engine.give(LEAST)
        part.share /= len(options) + 1
        given = [
            _Part((tuple(above), part.subtree[1]), part.share, part.times) for above in options
        ]
        if given:
            place = self._parts.index(part) + 1
            self._parts[place:place] = given
            self._changed.notify_all()


_live: set[SplitTeam] = set()


@atexit.register
def _stop_all() -> None:
    """Stop what still runs: a thread must not come back into a finished Python."""
    for team in list(_live):
        team.stop()
