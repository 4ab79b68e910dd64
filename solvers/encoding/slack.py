"""Bounds propagation of weighted sums: what the weights that are left force and rule out.

Of an item whose options have weights the sum that can still be reached lies between the total of
the negative ones and that of the positive ones that are left. An option whose choice would take
the least above `high`, or the most below `low`, is ruled out; one that cannot be left is forced.
With weights of 1 that is what an item says that is full, and one that needs all that is left.
(Linear bounds consistency; Harvey and Schimpf, "Bounds consistency techniques for long linear
constraints", TRICS 2002.)
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["Reach", "summed"]

Int64s = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


def summed(members: npt.NDArray[np.int32], weights: Int64s, items: int) -> Int64s:
    """Return int64[items]: the total of the weights on each item, in integers."""
    totals = np.zeros(items, np.int64)
    np.add.at(totals, members, weights)
    return totals


class Reach:
    """What the sums of items can still reach, and what follows for their entries.

    least, most  int64[items]; the totals of the negative and of the positive weights
    """

    def __init__(self, members: npt.NDArray[np.int32], weights: Int64s, items: int) -> None:
        self._members, self._weights = members, weights
        self.least = summed(members, np.minimum(weights, 0), items)
        self.most = summed(members, np.maximum(weights, 0), items)

    def misses(self, low: Int64s, high: Int64s) -> Booleans:
        """Return bool[items]: those that nothing that is left brings between low and high."""
        return (self.least > high) | (self.most < low)

    def ruled_out(self, low: Int64s, high: Int64s) -> Booleans:
        """Return bool[entries]: those that cannot be chosen."""
        items, w = self._members, self._weights
        return np.where(
            w > 0, self.least[items] + w > high[items], self.most[items] + w < low[items]
        )

    def forced(self, low: Int64s, high: Int64s) -> Booleans:
        """Return bool[entries]: those that cannot be left."""
        items, w = self._members, self._weights
        return np.where(
            w > 0, self.most[items] - w < low[items], self.least[items] - w > high[items]
        )
