"""What a worker does: search some parts of a tree for a slice of time, and say what is left.

It is the same engine as at home, halted at the end of the slice; what it lists then as open, and
the parts that it did not come to, go back with what was found. Nothing else is kept of a task.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Protocol, cast

from ...contract.batch import Batch, Options, closing_stream
from ...contract.deadline import Deadline, Stopped
from ...contract.goal import Goal
from ...contract.progress import Progress
from ...contract.query import Query
from ...native.engine import ListingEngine
from ...native.split import OpenPart, shared_out
from .prepared import PreparedSearch
from .work import Load, Task

__all__ = ["Done", "Slice"]

LEAST = 0.001  # seconds of a part that is begun, so that every task gets on
BATCH = 1 << 14  # solutions of one task; what is beyond them stays open


@dataclass(frozen=True)
class Slice:
    """Some parts of the tree, and how long they are searched.

    seconds  after which the worker returns, done or not
    bar      solutions that cost as much, or more, are not wanted
    """

    parts: tuple[OpenPart, ...]
    seconds: float
    bar: int | None = None

    def task(self, load: Load) -> Task:
        """Return the task of searching it; the same parts of the same search have one name."""
        hashed = blake2b(str(self.bar).encode(), digest_size=10)
        for part in self.parts:
            hashed.update(repr(part.subtree).encode())
        return load.task(hashed.hexdigest(), self.seconds, search_slice, self)


@dataclass(frozen=True)
class Done:
    """What came of a slice.

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


def search_slice(search: PreparedSearch, wanted: Slice) -> Done:
    """Search parts of the tree for a while, on the worker, and return what came of it."""
    began = time.thread_time()
    work = _Work(search, wanted)
    for place, part in enumerate(wanted.parts):
        if place and work.late:
            work.left += wanted.parts[place:]
            break
        work.search(part)
    took = time.thread_time() - began
    return work.done(took)


class _Work:
    """The work on one slice."""

    def __init__(self, search: PreparedSearch, wanted: Slice) -> None:
        self._search, self._wanted = search, wanted
        self._end = time.monotonic() + wanted.seconds
        self._work_at = {Goal.COUNT: self._count, Goal.ALL: self._list, Goal.RANKED: self._rank}[
            search.search.goal
        ]
        self._found = self._nodes = self._updates = self._finished = 0
        self._batches: list[Batch] = []
        self.left: list[OpenPart] = []

    @property
    def late(self) -> bool:
        """Whether the slice is over, or enough was found to be told."""
        told = sum(map(len, self._batches))
        return time.monotonic() >= self._end or told >= BATCH

    def search(self, part: OpenPart) -> None:
        """Search a part until it is done, or it is late."""
        engine = self._work_at(part)
        if engine is None:
            self._finished += 1
            return
        left = part.share * max(1.0 - engine.progress, 0.0)
        self.left += shared_out(engine.open(), left, part.subtree[1])

    def done(self, seconds: float) -> Done:
        """Return what came of it."""
        batch = Batch.joined(self._batches) if self._batches else None
        effort = self._nodes, self._updates, self._finished
        return Done(tuple(self.left), self._found, *effort, seconds, batch)

    def _count(self, part: OpenPart) -> ListingEngine | None:
        """Count a part; return who knows what is left of it, None: nothing is."""
        engine = self._search.engine(part.subtree)
        over = engine.count(self._seconds)
        self._found += engine.solutions
        return self._spent(engine, over=over)

    def _list(self, part: OpenPart) -> ListingEngine | None:
        """Keep the solutions of a part, likewise."""
        engine, over = self._search.engine(part.subtree), False
        while not over:
            over = self._next_batch(engine, self._seconds)
            if self.late:
                break
        return self._spent(engine, over=over)

    def _rank(self, part: OpenPart) -> ListingEngine | None:
        """Keep the best solutions of a part; cut it where that takes too long."""
        whole, bar, progress = self._search.query, self._wanted.bar, Progress()
        given, without = part.subtree
        until = _Until(self._seconds, progress, bar)
        query = replace(
            whole, given=given, forbidden=whole.forbidden.union(without), deadline=until
        )
        solver, k = cast(Ranks, self._search.solver), self._search.search.settings.k
        found = []
        with closing_stream(solver.best_solutions(query, progress, k)) as stream:
            for options in stream:
                if bar is not None and whole.matrix.cost(options) >= bar:
                    progress.complete = True
                    break
                found.append(options)
        self._batches.append(Batch.of(found))
        self._nodes += progress.nodes
        self._updates += progress.updates
        if progress.complete or until.beaten or len(found) >= k:
            return None
        engine = self._search.engine(part.subtree)
        return self._spent(engine, over=self._next_batch(engine, LEAST))

    def _next_batch(self, engine: ListingEngine, seconds: float) -> bool:
        over, starts, options = engine.next_batch(seconds, BATCH)
        self._batches.append(Batch.trusted(starts, options))
        return over

    def _spent(self, engine: ListingEngine, *, over: bool) -> ListingEngine | None:
        self._nodes += engine.nodes
        self._updates += engine.updates
        return None if over else engine

    @property
    def _seconds(self) -> float:
        return max(self._end - time.monotonic(), LEAST)


class Ranks(Protocol):
    """A solver that tells solutions in ascending order of cost."""

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions."""


class _Until(Deadline):
    """The end of a slice, or the moment in which nothing that is wanted can come any more."""

    def __init__(self, seconds: float, progress: Progress, bar: int | None) -> None:
        super().__init__(seconds)
        self._progress, self._bar = progress, bar

    @property
    def beaten(self) -> bool:
        """Whether no solution costs less than the bar."""
        bound = self._progress.bound
        return self._bar is not None and bound is not None and bound >= self._bar

    def passed(self) -> bool:
        return self.beaten or super().passed()

    def left(self) -> float:
        return 0.0 if self.beaten else super().left()

    def check(self) -> None:
        if self.passed():
            raise Stopped
