"""Driving a native engine without deafness: a few hundredths of a second at a time.

All engines have one shape, that of the protocols here. An engine runs without the GIL; between two
steps Python handles its signals and the deadline is looked at. What it found out is written into
the search by a `Record`, and by nothing else in this room.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from ..contract.solver import Options, Search

__all__ = ["CountingEngine", "Driver", "Engine", "GivingEngine", "Record", "step"]

TICK = 0.03
STEP = 0.004  # of a count, which may be one of several that take turns
BATCH = 128  # solutions that an engine hands over at once, after ever larger batches


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

    def next_batch(self, seconds: float, most: int) -> tuple[bool, list[Options]]:
        """Search on for up to `most` solutions; return whether that was all, and them."""


class GivingEngine(Engine, Protocol):
    """An engine that gives subtrees away."""

    def give(self, least: int) -> list[list[int]]:
        """Give subtrees away that were not begun, each as the options above it."""


AnyEngine = TypeVar("AnyEngine", bound=CountingEngine, covariant=True)


class Record:
    """Where it is written into a search what engines find out; what was spent before stays."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._nodes, self._updates = search.nodes, search.updates

    def effort(self, nodes: int, updates: int) -> None:
        """Note what the engines spent."""
        self._search.nodes = self._nodes + nodes
        self._search.updates = self._updates + updates

    def progress(self, progress: float) -> None:
        """Note the part of the whole search that is done."""
        self._search.progress = min(progress, 1.0)

    def counted(self, solutions: int) -> None:
        """Note how many solutions there are so far."""
        self._search.found = solutions

    def at_hand(self, solutions: int) -> None:
        """Note how many more solutions come at once."""
        self._search.ready = max(solutions, 0)

    def bound(self, cost: int) -> None:
        """Note that no solution costs less."""
        self._search.bound = cost

    def complete(self, complete: bool) -> None:
        """Note whether everything was searched."""
        self._search.complete = complete


class Driver(Generic[AnyEngine]):
    """One engine at work on a search.

    whole  whether its end is the end of the search, and its progress the search's
    """

    def __init__(self, engine: AnyEngine, search: Search, *, whole: bool = True) -> None:
        self.exhausted = False
        self.record = Record(search)
        self._engine = engine
        self._deadline = search.deadline
        self._whole = whole
        self._told = -math.inf  # when the progress was last noted

    def solutions(self: Driver[Engine], most: int = BATCH) -> Iterator[Options]:
        """Yield the solutions until the engine is exhausted or the deadline comes.

        They come in batches that double up to `most`, each searched for a tick at most.
        """
        size = 1
        while self._goes_on():
            self.exhausted, batch = step(self._engine, self._seconds(TICK), size)
            self.record.effort(self._engine.nodes, self._engine.updates)
            self.record.at_hand(len(batch) - 1)
            yield from batch
            self._note()
            size = min(2 * size, most)

    def counting(self) -> Iterator[None]:
        """Count the solutions into the search, a step at a time."""
        while self._goes_on():
            self.exhausted = self._engine.count(self._seconds(STEP))
            self.record.effort(self._engine.nodes, self._engine.updates)
            self.record.counted(self._engine.solutions)
            self._note()
            yield

    def _goes_on(self) -> bool:
        return not self.exhausted and not self._deadline.passed()

    def _seconds(self, most: float) -> float:
        return min(most, self._deadline.left())

    def _note(self) -> None:
        """Note how far the engine is; its progress now and then, for that takes time to tell."""
        if not self._whole:
            return
        self.record.complete(self.exhausted)
        now = time.monotonic()
        if self.exhausted or now > self._told + STEP:
            self.record.progress(1.0 if self.exhausted else self._engine.progress)
            self._told = now


def step(engine: Engine, seconds: float, most: int) -> tuple[bool, list[Options]]:
    """Search on for up to `most` solutions, or with none wanted count.

    Return whether that was all, and the solutions.
    """
    return engine.next_batch(seconds, most) if most else (engine.count(seconds), [])
