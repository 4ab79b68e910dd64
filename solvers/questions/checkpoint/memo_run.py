"""Counting with memory, in a way that a kill does not undo.

What a memo knows is worth more than the parts of a tree: cut by prefixes, each part would have to
learn the same states again. So it is counted in one piece as long as that can be saved: a count
level by level (solvers/native/memo/frontier.hpp) has but the states of one level, and these are
written as often as their size allows. A memo of a search that goes into depth is too large for
that. Where its states come up again all the time, it is left in one piece for minutes, for half of
the tree takes nearly as long as the whole; where they seldom do, the tree is cut after some seconds
into parts with a memo each; and where they hardly do, the engines without memory go on
(engine_run.py), which lose nothing by being cut.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from ....models.errors import CheckpointError
from ...contract.deadline import Deadline
from ...contract.progress import Progress
from ...contract.query import Query
from ...encoding.selection import SelectedMatrix, selected
from ...native.split import OpenPart
from .engine_run import Pace, Record

__all__ = ["MemoRun"]

STEP = 0.03  # seconds between two looks at signals and the deadline
OFTEN = 0.2  # of the states met again: there a memo pays
PATIENCE = 4.0  # seconds for the whole; twice that for what was cut out of it, and so on
LONG = 300.0  # the same where cutting costs most
LARGEST = 1 << 29  # bytes that are written at once
RARELY = 60.0  # seconds between two checkpoints, where they are large


class Counter(Protocol):
    """The native counter with memory (solvers/native/memo/memo_counter.hpp)."""

    def count(self, seconds: float) -> bool:
        """Count on for about that long; return whether that was all."""

    def save(self) -> bytes:
        """Return what another process needs to go on."""

    def restore(self, saved: bytes) -> bool:
        """Take back what was saved; return whether it was of this counter."""

    @property
    def stage(self) -> tuple[int, int]:
        """What is worth to be saved anew when it changes."""

    @property
    def frontier_progress(self) -> float | None:
        """The part that is done level by level; None where it does not go so."""

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
    """A count with memory on its way, part by part.

    make  gives the counter of a part
    """

    def __init__(
        self,
        query: Query,
        progress: Progress,
        record: Record,
        make: Callable[[Query], Counter],
    ) -> None:
        self._query, self._progress, self._record, self._make = query, progress, record, make
        state = record.file.state
        self._parts = [OpenPart((query.given, ()), 1.0)] if state.parts is None else state.parts
        self._found, self._done = state.found, state.done
        self._pace = Pace(RARELY)
        self._memory = record.file.memory()  # of the first part
        self._stage = (-1, -1)  # that was saved
        self._nodes = progress.nodes
        self._spent = 0.0
        self.counter = self._begin()

    @property
    def untouched(self) -> bool:
        """Whether this is the whole tree, of which nothing was written."""
        return len(self._parts) == 1 and not self._done and self._stage == (-1, -1)

    @property
    def pays(self) -> bool:
        """Whether states come up again, or it goes level by level."""
        counter = self.counter
        often = counter.hits >= OFTEN * max(counter.lookups, 1)
        return counter.frontier_progress is not None or often

    def advance(self, deadline: Deadline) -> bool:
        """Count on until the deadline; return whether that was all."""
        try:
            while self._parts and not deadline.passed():
                self._step(min(STEP, deadline.left()))
        except OSError:
            raise  # what cannot be written once is not tried again
        except BaseException:
            self.save()
            raise
        return not self._parts

    def save(self, worker: str = "dlx:memo") -> None:
        """Write how far it is; of the part at work only what is known level by level."""
        memory = b"" if self._memory is None else None
        if self._parts and self.counter.frontier_progress is not None:
            stage = self.counter.stage
            if stage != self._stage:
                self._memory = memory = self.counter.save()
                if len(memory) > LARGEST:
                    memory = None
                self._stage = stage
        state = self._record.now(
            found=self._found,
            done=self._done,
            parts=list(self._parts),
            complete=not self._parts,
            worker=worker,
        )
        self._record.save(state, memory)

    def _begin(self) -> Counter:
        """Return the counter of the first part."""
        given, without = self._parts[0].subtree
        forbidden = self._query.forbidden.union(without)
        counter = self._make(replace(self._query, given=given, forbidden=forbidden))
        if self._memory:
            if not counter.restore(self._memory):
                raise CheckpointError(f"{self._record.file.path}: a level that is none of its own")
            self._stage = counter.stage
        self._spent = 0.0
        return counter

    def _step(self, seconds: float) -> None:
        counter, began = self.counter, time.monotonic()
        over = counter.count(seconds)
        self._spent += time.monotonic() - began
        self._progress.found = self._found + counter.solutions
        self._progress.nodes = self._nodes + counter.nodes
        if over:
            self._found += counter.solutions
            self._done += 1
            self._next(self._parts[1:])
        elif counter.frontier_progress is not None:
            if self._pace.due and counter.stage != self._stage:
                self._pace.measured(self.save)
        elif self._spent > self._patience:
            children = list(_children(self._query, self._parts[0]))
            if len(children) > 1:
                self._next([*children, *self._parts[1:]])

    @property
    def _patience(self) -> float:
        first = LONG if self.pays else PATIENCE
        given, without = self._parts[0].subtree
        cuts = len(given) + len(without) - len(self._query.given)
        return first * 2.0 ** min(cuts, 64)

    def _next(self, parts: Sequence[OpenPart]) -> None:
        """Go on with other parts: one is done, or was cut."""
        self._nodes += self.counter.nodes
        self._parts, self._memory, self._stage = parts, None, (-1, -1)
        self._progress.complete = not parts
        self._progress.share = max(1.0 - math.fsum(part.share for part in parts), 0.0)
        if not parts or self._pace.due:
            self._pace.measured(self.save)
        if parts:
            self.counter = self._begin()


def _children(query: Query, part: OpenPart) -> Iterator[OpenPart]:
    """Cut a part at an item with the fewest options, one child an option; else at an option."""
    given, without = part.subtree
    rest = selected(replace(query, given=given, forbidden=query.forbidden.union(without)))
    if rest is None or not len(rest.options):
        return
    choices = _choices(rest)
    if choices is None:
        option = int(rest.options[0])
        ways = [((*given, option), without), (given, (*without, option))]
    else:
        ways = [((*given, option), without) for option in choices]
    for way in ways:
        yield OpenPart(way, part.share / len(ways))


def _choices(rest: SelectedMatrix) -> list[int] | None:
    """Return the options of an item that must be covered once; None: there is no such item."""
    left = np.bincount(rest.members, minlength=len(rest.low))
    once = (rest.low == 1) & (rest.high == 1) & (left > 1)
    if not once.any():
        return None
    item = int(np.argmin(np.where(once, left, len(rest.options) + 1)))
    choices: list[int] = rest.options[rest.owner[rest.members == item]].tolist()
    return choices
