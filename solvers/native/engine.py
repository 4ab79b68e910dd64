"""Driving a native engine without deafness: a few hundredths of a second at a time.

All engines have one shape, that of the protocols here. An engine runs without the GIL; between two
steps Python handles its signals, the deadline is looked at, and what was found out is written into
the progress.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ..contract.batch import Batch, Options
from ..contract.progress import Progress
from ..contract.query import Query

__all__ = [
    "CountingEngine",
    "Driver",
    "Effort",
    "Engine",
    "GivingEngine",
    "ListingEngine",
    "Subtree",
    "step",
]

TIME_SLICE = 0.03
SHORT, STEP = 0.0002, 0.004  # of one that may be one of several which take turns: first and last
BATCH = 4096  # solutions that an engine hands over at once, after ever larger batches
NONE = Batch([0], [])
# A part of the tree: the options chosen above it, and those that are left out.
Subtree = tuple[Options, Options]


class Working(Protocol):
    """What every engine can be asked while it works, and from any thread."""

    def stop(self) -> None:
        """Hand back soon what runs, and do not search on."""

    @property
    def nodes(self) -> int:
        """Branch points begun, and solutions."""

    @property
    def updates(self) -> int:
        """Unlinkings of an item or of an entry, as dlx2 counts them; 0 where there are none."""

    @property
    def progress(self) -> float:
        """The part of the work that is done, 0 to 1, as far as that can be told."""


class CountingEngine(Working, Protocol):
    """An engine that counts."""

    def count(self, seconds: float) -> bool:
        """Count on for about that long; return whether that was all."""

    @property
    def solutions(self) -> int:
        """Solutions so far."""


class Engine(CountingEngine, Protocol):
    """An engine that tells its solutions."""

    def next_batch(
        self, seconds: float, most: int
    ) -> tuple[bool, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Search on for up to `most` solutions; return whether that was all, and them.

        They come as the arrays of a `Batch`, the options of each in ascending order.
        """


class ListingEngine(Engine, Protocol):
    """An engine that tells, between two steps, what it did not search yet."""

    def open(self) -> list[tuple[list[int], list[int]]]:
        """List what is left, as disjoint subtrees in their order."""


class GivingEngine(ListingEngine, Protocol):
    """An engine that gives subtrees away."""

    def give(self, least: int) -> list[list[int]]:
        """Give subtrees away that were not begun, each as the options above it."""


AnyEngine = TypeVar("AnyEngine", bound=CountingEngine, covariant=True)


class Effort:
    """What engines spend, written into a progress; what was spent before stays."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._nodes, self._updates = progress.nodes, progress.updates

    def note(self, nodes: int, updates: int) -> None:
        """Note what the engines have spent so far."""
        self._progress.nodes = self._nodes + nodes
        self._progress.updates = self._updates + updates


class Driver(Generic[AnyEngine]):
    """One engine at work on a query.

    whole  whether its end is the end of the search, and its progress that of the search
    """

    def __init__(
        self, engine: AnyEngine, query: Query, progress: Progress, *, whole: bool = True
    ) -> None:
        self.exhausted = False
        self._progress, self._effort = progress, Effort(progress)
        self._engine = engine
        self._before = engine.nodes, engine.updates  # where it rested
        self._deadline = query.deadline
        self._whole = whole
        self._told = -math.inf  # when the progress was last noted

    def solutions(
        self: Driver[Engine], most: int = BATCH, *, rests: bool = False
    ) -> Iterator[Batch]:
        """Yield the solutions until the engine is exhausted or the deadline comes.

        They come in batches of up to 1, 2, 4 ... `most`, each searched for a time slice at most;
        only one that was full is followed by a larger one.

        rests  whether it is one of several that take turns: steps are short, and one without a
               solution yields an empty batch
        """
        size, seconds = 1, SHORT if rests else TIME_SLICE
        while self._goes_on():
            self.exhausted, batch = step(self._engine, self._seconds(seconds), size)
            self._note_effort()
            seconds = min(1.5 * seconds, STEP) if rests else seconds
            if batch or (rests and not self.exhausted):
                yield batch
            self._note()
            if len(batch) == size:
                size = min(2 * size, most)

    def counting(self, *, promises: bool = True) -> Iterator[None]:
        """Count the solutions, a step at a time.

        promises  whether the share that is done tells a count by turns how soon it will be done
        """
        self._progress.promises = promises
        seconds = SHORT
        while self._goes_on():
            self.exhausted = self._engine.count(self._seconds(seconds))
            seconds = min(1.5 * seconds, STEP)
            self._note_effort()
            self._progress.found = self._engine.solutions
            self._note()
            yield

    def _goes_on(self) -> bool:
        return not self.exhausted and not self._deadline.passed()

    def _seconds(self, most: float) -> float:
        return min(most, self._deadline.left())

    def _note_effort(self) -> None:
        nodes, updates = self._before
        self._effort.note(self._engine.nodes - nodes, self._engine.updates - updates)

    def _note(self) -> None:
        """Note how far the engine is; its share now and then, for that takes time to tell."""
        if not self._whole:
            return
        self._progress.complete = self.exhausted
        now = time.monotonic()
        if self.exhausted or now > self._told + STEP:
            self._progress.share = 1.0 if self.exhausted else min(self._engine.progress, 1.0)
            self._told = now


def step(engine: Engine, seconds: float, most: int) -> tuple[bool, Batch]:
    """Search on for up to `most` solutions, or with none wanted count.

    Return whether that was all, and the solutions.
    """
    if not most:
        return engine.count(seconds), NONE
    exhausted, starts, options = engine.next_batch(seconds, most)
    return exhausted, Batch.trusted(starts, options)
