"""The native batch engines: one preparation, many selections.

Small matrices are taken by positional slots (batch/positional_slots.hpp), others by conflict lists
(batch/conflict_lists.hpp).

Selections are taken in chunks that grow, so that the first answers come at once and a long batch
costs little for each, but never further ahead than the query allows. The engine runs without the
GIL, a few hundredths of a second at a time. With several threads (batch/batch_crew.hpp) the next
chunk is taken while half of the last one is unanswered, so that no thread waits for Python.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from .. import _native
from ..contract.batch import Batch, Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.selections import Answer, Counted, Listed, Selections, apart
from .engine import TIME_SLICE, Effort
from .problem import problem_of

__all__ = ["NativeBatch", "native_batch"]

CHUNK = 2048


def native_batch(
    query: Query, progress: Progress, path: str = "auto", *, slots: bool = True
) -> NativeBatch | None:
    """Return an engine, prepared for the matrix; None if none takes it.

    path   the vector instructions, as in `bitmask:avx2`
    slots  False leaves the matrix to the conflict lists

    Raises ValueError for a path that is not there, and Stopped at the deadline.
    """
    check = query.deadline.check
    batch = _native.Batch.prepare(problem_of(query), path, slots, query.threads, check)
    return None if batch is None else NativeBatch(batch, query, progress)


class NativeBatch:
    """The engine at work for one query."""

    def __init__(self, batch: _native.Batch, query: Query, progress: Progress) -> None:
        self._batch = batch
        self._query, self._effort = query, Effort(progress)
        self._most = CHUNK * (2 if query.threads > 1 else 1)  # that are taken and not answered
        if query.ahead is not None:
            self._most = min(self._most, query.ahead + 1)

    def blocks(self, selections: Selections, limit: int) -> Generator[Counted, None, None]:
        """Yield (solutions found up to `limit`, the first of each), in order, by the block."""
        held, size, there_are_more = 0, 1, True
        try:
            while held or there_are_more:
                if self._query.deadline.passed():
                    return
                if there_are_more and held <= self._enough(size):
                    chunk = selections.take(min(size, self._most - held))
                    there_are_more = len(chunk) > 0
                    self._batch.load(chunk.starts, chunk.options, limit)
                    held += len(chunk)
                    size = min(4 * size, self._most)
                counts, firsts = self._step(max(held // 2, 1))
                held -= len(counts)
                if len(counts):
                    yield counts, firsts
        finally:
            self._batch.clear()

    def _enough(self, size: int) -> int:
        """Return how many must be at hand for no more to be taken."""
        return self._most // 2 if self._query.threads > 1 and size == self._most else 0

    def _step(self, least: int) -> Counted:
        """Search on for a while; return the answers that are next."""
        seconds = min(TIME_SLICE, self._query.deadline.left())
        _, counts, starts, options = self._batch.next_batch(seconds, least)
        self._effort.note(self._batch.nodes, self._batch.updates)
        return counts, Batch(starts, options)

    def number(self, selection: Options, limit: int) -> int | None:
        """Return the number of solutions of a selection, up to `limit`; None: not in time."""
        given = Batch.of([selection])
        self._batch.load(given.starts, given.options, limit)
        while not self._query.deadline.passed():
            counts, _ = self._step(1)
            if len(counts):
                return int(counts[0])
        self._batch.clear()
        return None

    def answers(self, selections: Iterable[Options], limit: int) -> Generator[Answer, None, None]:
        """Yield (solutions found up to `limit`, the first of them) for each selection, in order."""
        return apart(self.blocks(Listed(selections), limit))
