"""How many of listed solutions each symmetry maps to themselves.

Where there are few solutions, to list them takes less than to make and search the quotient matrices
of each kind of symmetry. A solution is compared with its image by the sum of a random number for
each of its options, and then option by option.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...models.symmetry.item_map import Permutation
from ..contract.batch import Batch

__all__ = ["FixedSolutions"]


class FixedSolutions:
    """Listed solutions, asked which of them a symmetry maps to themselves."""

    def __init__(self, solutions: Batch, options: int) -> None:
        self._solutions = solutions.ascending()
        self._random = np.random.default_rng(1).integers(1 << 63, size=options, dtype=np.uint64)
        self._sums = self._added(self._solutions.options)

    def count(self, permutation: Permutation) -> int:
        """Return how many solutions the permutation of options maps to themselves."""
        images = self._added(permutation[self._solutions.options])
        alike = np.flatnonzero(images == self._sums)
        some = self._solutions.some(alike)
        mapped = Batch.trusted(some.starts, permutation[some.options].astype(np.int64))
        different = mapped.ascending().options != some.options
        owners = np.repeat(np.arange(len(some)), np.diff(some.starts))
        return len(some) - len(np.unique(owners[different]))

    def _added(self, options: npt.NDArray[np.integer]) -> npt.NDArray[np.uint64]:
        """Return the sum of the random numbers of each solution's options."""
        ends = np.concatenate((np.zeros(1, np.uint64), np.cumsum(self._random[options])))
        starts = self._solutions.starts
        sums: npt.NDArray[np.uint64] = ends[starts[1:]] - ends[starts[:-1]]
        return sums
