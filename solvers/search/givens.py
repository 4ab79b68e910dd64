"""The sets of givens of a batch: read as the solver takes them, and checked by the block.

They come one by one, from any iterable, or all at once as arrays. An error in them ends them, and
is kept until the results that were due before it are handed on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Batch, Options
from ..contract.selections import Unanswered
from .selection import checked_options

__all__ = ["Givens", "Sets", "as_arrays"]

Sets = Iterable[Sequence[int]] | Batch | npt.NDArray[np.integer]


def as_arrays(givens: Sets) -> Batch | None:
    """Return givens that are arrays as a batch; None if they come one by one."""
    if isinstance(givens, Batch):
        return givens
    if (
        isinstance(givens, np.ndarray)
        and givens.ndim == 2
        and givens.dtype.kind in "iu"
        and np.can_cast(givens.dtype, np.int64)
    ):
        sets, size = givens.shape
        return Batch(np.arange(sets + 1, dtype=np.int64) * size, givens.ravel())
    return None


class Givens:
    """The sets of givens, on their way to a solver (see `Selections`)."""

    def __init__(self, matrix: ExactCover, givens: Sets) -> None:
        self._matrix = matrix
        self._arrays = as_arrays(givens)
        self._stream: Iterator[Sequence[int]] = (
            iter(()) if self._arrays is not None else iter(givens)
        )
        self._place = 0  # in the arrays
        self.unanswered = Unanswered()
        self.error: Exception | None = None
        self.read_all = False

    def take(self, most: int) -> Batch:
        """Return the next sets, each checked."""
        batch = Batch.of(())
        if self.error is None and not self.read_all:
            batch = self._next(most) if self._arrays is None else self._slice(self._arrays, most)
            self.unanswered.add(batch)
            self.read_all = not len(batch) and self.error is None
        return batch

    def _slice(self, arrays: Batch, most: int) -> Batch:
        batch = arrays.part(self._place, self._place + most)
        self._place += len(batch)
        return batch if self._are_options(batch) else self._checked(batch)

    def _next(self, most: int) -> Batch:
        sets: list[Sequence[int]] = []
        try:
            sets.extend(islice(self._stream, most))
        except Exception as error:
            self.error = error
        try:
            batch = Batch.of(sets)
        except (TypeError, OverflowError):
            return self._checked(sets)
        return batch if self._are_options(batch) else self._checked(sets)

    def _are_options(self, batch: Batch) -> bool:
        options = batch.options
        return not options.size or bool(options.min() >= 0 and options.max() < self._matrix.options)

    def _checked(self, sets: Iterable[Iterable[int]]) -> Batch:
        """Return the sets before the first that is wrong, and keep the error."""
        sound: list[Options] = []
        try:
            sound.extend(checked_options(self._matrix, given) for given in sets)
        except Exception as error:
            self.error = error
        return Batch.of(sound)
