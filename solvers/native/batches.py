"""The native batch engines: one preparation, many selections.

Small matrices are taken by positional slots (batch/positional_slots.hpp), others by conflict lists
(batch/conflict_lists.hpp).

Selections are handed to it in chunks that grow, so that the first answers come at once and a long
batch costs little for each, but never further ahead than the query allows. It runs without the
GIL, a few hundredths of a second at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

import numpy as np

from .. import _native
from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query
from .engine import TIME_SLICE, Effort
from .problem import problem_of

__all__ = ["NativeBatch", "native_batch"]

CHUNK = 512


def native_batch(
    query: Query, progress: Progress, path: str = "auto", *, slots: bool = True
) -> NativeBatch | None:
    """Return an engine, prepared for the matrix; None if none takes it.

    path   the vector instructions, as in `bitmask:avx2`
    slots  False leaves the matrix to the conflict lists

    Raises ValueError for a path that is not there, and Stopped at the deadline.
    """
    check = query.deadline.check
    batch = _native.Batch.prepare(problem_of(query), path, slots, check)
    return None if batch is None else NativeBatch(batch, query, progress)


class NativeBatch:
    """The engine at work for one query."""

    def __init__(self, batch: _native.Batch, query: Query, progress: Progress) -> None:
        self._batch = batch
        self._query, self._effort = query, Effort(progress)

    def answers(
        self, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Yield (solutions found up to `limit`, the first of them) for each selection, in order."""
        stream = iter(selections)
        most = CHUNK if self._query.ahead is None else min(CHUNK, self._query.ahead + 1)
        size = 1
        while chunk := list(islice(stream, size)):
            starts = np.zeros(len(chunk) + 1, np.int32)
            np.cumsum(np.fromiter(map(len, chunk), np.int32, len(chunk)), out=starts[1:])
            given = np.fromiter(chain.from_iterable(chunk), np.int32, int(starts[-1]))
            self._batch.load(starts, given, limit)
            done = False
            while not done:
                if self._query.deadline.passed():
                    return
                seconds = min(TIME_SLICE, self._query.deadline.left())
                done, answers = self._batch.next_batch(seconds)
                self._effort.note(self._batch.nodes, self._batch.updates)
                yield from answers
            size = min(4 * size, most)
