"""The engine of `dlx:weights`: a first solution by failure weights, then the others by cells.

Failure weights and restarts (solvers/native/cells/weighted_cells.hpp) find a first solution much
sooner on large sparse matrices, and may prove that there is none. They go through no tree that
could be continued, so the other solutions come from a search of its own, without the first one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..contract.batch import Batch
from ..native.engine import Engine, refusals

if TYPE_CHECKING:
    import numpy.typing as npt

    from .. import _native

    Int64s = npt.NDArray[np.int64]

__all__ = ["FirstByWeights"]


class FirstByWeights:
    """An engine that begins with one solution found by failure weights.

    others  makes the engine for all solutions, when a first one is known
    """

    def __init__(
        self,
        problem: _native.Problem,
        others: Callable[[], Engine],
        check: Callable[[], None],
    ) -> None:
        from .. import _native

        with refusals("dlx:weights"):
            self._weighted = _native.WeightedCells(problem, check=check)
        self._make = others
        self._others: Engine | None = None
        self._first: frozenset[int] = frozenset()

    def next_batch(self, seconds: float, most: int) -> tuple[bool, Int64s, Int64s]:
        """Continue to search for up to `most` solutions; return whether that was all, and them."""
        if self._others is None:
            exhausted, starts, options = self._weighted.next_batch(seconds, 1)
            if len(starts) > 1:
                self._first, self._others = frozenset(options.tolist()), self._make()
                return False, starts, options
            return exhausted, starts, options
        exhausted, starts, options = self._others.next_batch(seconds, most)
        batch = Batch.trusted(starts, options)
        others = [chosen for chosen in batch if frozenset(chosen) != self._first]
        if len(others) < len(batch):
            batch = Batch.of(others)
        return exhausted, batch.starts, batch.options

    def count(self, seconds: float) -> bool:
        """Continue to count for about that long; return whether that was all."""
        if self._others is not None:
            return self._others.count(seconds)
        exhausted, starts, _ = self._weighted.next_batch(seconds, 1)
        if len(starts) > 1:
            self._others = self._make()
            return False
        return exhausted

    @property
    def solutions(self) -> int:
        """Solutions so far."""
        return 0 if self._others is None else max(self._others.solutions, 1)

    @property
    def nodes(self) -> int:
        """Branch points begun, and solutions, of both searches."""
        return self._weighted.nodes + (self._others.nodes if self._others else 0)

    @property
    def updates(self) -> int:
        """Unlinkings of an item or of an entry."""
        return self._weighted.updates + (self._others.updates if self._others else 0)

    @property
    def progress(self) -> float:
        """The part of the work that is done, 0 to 1."""
        return (self._others or self._weighted).progress

    def stop(self) -> None:
        """End the step at work soon, and search no further."""
        self._weighted.stop()
        if self._others is not None:
            self._others.stop()
