"""Running a native engine without deafness: a few hundredths of a second at a time.

The engine runs without the GIL; between two ticks Python handles its signals and the deadline is
looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ..contract.solver import Options, Search

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Engine", "Ticks"]

TICK = 0.03
STEP = 0.004  # of a count, which may be one of several that take turns
BATCH = 128  # solutions that an engine hands over at once, after ever larger batches


class Engine(Protocol):
    """What the native engines that enumerate have in common."""

    def run(self, seconds: float, count_only: bool) -> _native.State:
        """Search on for about that long, or (unless only counting) to the next solution."""

    def solution(self) -> list[int]:
        """Return the options of the solution at which `run` stopped."""

    @property
    def nodes(self) -> int:
        """Branch points begun, and solutions."""

    @property
    def updates(self) -> int:
        """Unlinkings of an item or of an entry."""

    @property
    def solutions(self) -> int:
        """Solutions so far."""


@runtime_checkable
class CollectingEngine(Protocol):
    """An engine that hands over solutions by the batch."""

    def collect(self, seconds: float, most: int) -> tuple[bool, list[Options]]:
        """Search on for up to `most` solutions; return whether that was all, and them."""


class Ticks:
    """One engine's search, and what it adds to the counts of `search`."""

    def __init__(self, engine: Engine, search: Search) -> None:
        self.engine = engine
        self.exhausted = False
        self._search = search
        self._nodes, self._updates = search.nodes, search.updates

    def solutions(self) -> Iterator[Options]:
        """Yield the engine's solutions until it is exhausted or the deadline comes."""
        if isinstance(self.engine, CollectingEngine):
            yield from self._batches(self.engine)
            return
        from .._native import State

        while not self._search.deadline.passed():
            if self._tick(count_only=False) is State.SOLUTION:
                yield tuple(self.engine.solution())
            elif self.exhausted:
                return

    def _batches(self, engine: CollectingEngine) -> Iterator[Options]:
        """Yield the solutions from batches that double, each searched for a tick at most."""
        most = 1
        while not self.exhausted and not self._search.deadline.passed():
            seconds = min(TICK, self._search.deadline.left())
            self.exhausted, batch = engine.collect(seconds, most)
            self._note()
            self._search.ready = max(len(batch) - 1, 0)
            yield from batch
            most = min(2 * most, BATCH)

    def counting(self) -> Iterator[None]:
        """Count the engine's solutions into the search, a step at a time."""
        while not self.exhausted and not self._search.deadline.passed():
            self._tick(count_only=True)
            self._search.found = self.engine.solutions
            yield

    def _tick(self, *, count_only: bool) -> _native.State:
        from .._native import State

        tick = STEP if count_only else TICK
        state = self.engine.run(min(tick, self._search.deadline.left()), count_only)
        self._note()
        self.exhausted = state is State.EXHAUSTED
        return state

    def _note(self) -> None:
        self._search.nodes = self._nodes + self.engine.nodes
        self._search.updates = self._updates + self.engine.updates
