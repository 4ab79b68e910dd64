"""Exact prices on items, from the dual of the linear relaxation.

The duals are floating-point numbers; they are rounded to fractions, simple ones where these are
near. Whatever the prices are, what they promise is worked out exactly, and holds: an item in need
of k covers pays k times its price, one with a price below 0 as often as it may be covered, and an
option whose items are worth more than it costs is taken to be chosen.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline
from ....contract.query import Query
from .certificate import Prices
from .states import State, States

__all__ = ["PricedStates"]

SIMPLE = 360  # denominators up to which a fraction is taken for what is meant
NEAR = 1e-7
FINE = 1 << 20  # the denominator of other prices


class PricedStates(States):
    """States, and what the solutions below them cost at least, in units of 1/scale."""

    def __init__(self, matrix: ExactCover, deadline: Deadline) -> None:
        super().__init__(matrix)
        prices = {
            item: price
            for item, dual in enumerate(_duals(matrix, deadline).tolist())
            if (price := _rounded(dual))
        }
        self.scale = lcm(*(price.denominator for price in prices.values()))
        self._prices = {item: int(price * self.scale) for item, price in prices.items()}
        worth = [
            sum(self._prices.get(item, 0) for item, color in entries if not color)
            for entries in self.options
        ]
        reduced = [cost * self.scale - paid for cost, paid in zip(self.costs, worth, strict=True)]
        self._losses = {option: loss for option, loss in enumerate(reduced) if loss < 0}
        self._by_loss(reduced)

    def least(self, state: State) -> int:
        """Return what the solutions below a state cost at least, times the scale."""
        return sum(self._parts(state))

    def affordable(self, slack: int) -> int:
        """Return the options whose reduced cost is within `slack`."""
        return self._within[bisect_right(self._steps, slack)]

    def told(self) -> Prices:
        """Return the prices and the root's bound as a certificate tells them."""
        prices = {item: Fraction(price, self.scale) for item, price in self._prices.items()}
        paid, lost = self._parts(self.root)
        return Prices(prices, (Fraction(paid, self.scale), Fraction(lost, self.scale)))

    def _parts(self, state: State) -> tuple[int, int]:
        paid = 0
        for item, price in self._prices.items():
            paid += price * self.room(state, item)[price < 0]
        live = state[0]
        return paid, sum(loss for option, loss in self._losses.items() if live >> option & 1)

    def _by_loss(self, reduced: list[int]) -> None:
        """Sort the options by their reduced costs: masks of those up to each of them."""
        self._steps: list[int] = []
        self._within = [0]
        for option in sorted(range(len(reduced)), key=reduced.__getitem__):
            if not self._steps or self._steps[-1] != reduced[option]:
                self._steps.append(reduced[option])
                self._within.append(self._within[-1])
            self._within[-1] |= 1 << option


def _duals(matrix: ExactCover, deadline: Deadline) -> npt.NDArray[np.float64]:
    """Return the duals of the relaxation, float64[items]; zeros where there are none."""
    from ....encoding.relaxation import available, relaxation
    from ....encoding.selection import unselected

    none = np.zeros(len(matrix.items))
    if not available() or not matrix.options:
        return none
    duals, _ = relaxation(unselected(matrix), Query(matrix, deadline=deadline))
    return none if duals is None else duals


def _rounded(dual: float) -> Fraction:
    simple = Fraction(dual).limit_denominator(SIMPLE)
    if abs(simple - Fraction(dual)) < NEAR:
        return simple
    return Fraction(int(np.floor(dual * FINE)), FINE)
