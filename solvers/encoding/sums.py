"""Weighted sums: simplify one to a clause or a plain sum; propagate the bounds of all.

A bound that the weights cannot reach says nothing. A bound that is missed only if every option
with a positive weight is left and every other one chosen is a clause, whatever the weights: so
`not a or not b or c` is the item with the weights -1, -1 and 1 and the sum -1 or more. What is left
is divided by what its weights have in common, the bounds rounded towards one another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Either", "Reach", "WeightedSum", "of_weights", "summed"]


class Either(NamedTuple):
    """One of `yes` is chosen, or one of `no` is not; variables.

    item  the item that says it; -1: a condition
    """

    yes: list[int]
    no: list[int]
    item: int = -1

    def holds(self, chosen: set[int]) -> bool:
        """Whether it holds where just these variables are chosen."""
        return not chosen.isdisjoint(self.yes) or not chosen.issuperset(self.no)


class WeightedSum(NamedTuple):
    """low <= the sum of weights[k] * variables[k] <= high, both bounds within what they can be."""

    variables: list[int]
    weights: list[int]
    low: int
    high: int
    item: int = -1


def of_weights(
    item: int, variables: list[int], weights: list[int], low: int, high: int
) -> Iterator[Either | WeightedSum]:
    """Yield what `low <= sum <= high` says of variables with these weights, none of them 0.

    A sum that cannot be reached yields an empty clause.
    """
    if not weights:
        if not low <= 0 <= high:
            yield never(item)
        return
    common = math.gcd(*weights)
    if common > 1:
        weights = [w // common for w in weights]
    least = sum([w for w in weights if w < 0])
    most = sum(weights) - least
    low, high = max(-(-low // common), least), min(high // common, most)
    if low > high:
        yield never(item)
        return
    smallest = min(map(abs, weights))
    few, many = least < low <= least + smallest, most - smallest <= high < most
    if few or many:
        positive = [v for v, w in zip(variables, weights, strict=True) if w > 0]
        negative = [v for v, w in zip(variables, weights, strict=True) if w < 0]
    if few:
        yield Either(positive, negative, item)
        low = least
    if many:
        yield Either(negative, positive, item)
        high = most
    if least < low or high < most:
        if most == 0:  # all are negative: the sum of the others' sizes
            weights, low, high = [-w for w in weights], -high, -low
        yield WeightedSum(variables, weights, low, high, item)


def never(item: int) -> Either:
    """Return the clause that nothing keeps."""
    return Either([], [], item)


# ---- Bounds propagation of weighted sums ---------------------------------------------------------
#
# Of an item whose options have weights the sum that can still be reached lies between the total of
# the negative ones and that of the positive ones that are left. An option whose choice would take
# the least above `high`, or the most below `low`, is ruled out; one that cannot be left is forced.
# With weights of 1 that is what an item says that is full, and one that needs all that is left.
# (Linear bounds consistency; Harvey and Schimpf, "Bounds consistency techniques for long linear
# constraints", TRICS 2002.)


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
