"""Exact prices on items for a state of a search, from the dual of its linear relaxation.

The duals are floating-point numbers; they are rounded down to whole numbers of units of 1/scale.
Whatever the prices are, what they promise is worked out exactly, and holds: an item in need of k
covers pays k times its price, one with a price below 0 as often as it may be covered, and an option
whose items are worth more than it costs is taken to be chosen. An option whose *reduced cost*, its
cost less what its items are worth, is above what the prices leave to be spent is in no solution
that is looked for.

Where the relaxation itself has no solution, other prices say so (Farkas): with all costs 0 they
promise more than 0, and are added to those at hand as often as it takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np
import numpy.typing as npt

from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline
from ....encoding.selection import SelectedMatrix, without_costs
from ...running import query_of
from ...search import Search
from .states import State, States, bits

__all__ = ["Int64s", "PricedStates", "Prices"]

Int64s = npt.NDArray[np.int64]

FINE = 2520  # a multiple of all numbers up to 10
SHARE = 0.1  # of the costs' common factor, that rounding down may lose
NOISE = 1e-6
MOST = 1 << 62  # what all prices and reduced costs come to, each entry counted


@dataclass(frozen=True, eq=False)
class Prices:
    """What covers are paid, in units of 1/scale.

    paid     int64[items]: of each item the price of a cover; 0 where entries give colors
    reduced  int64[options]: the reduced costs
    """

    paid: Int64s
    reduced: Int64s

    @cached_property
    def losses(self) -> dict[int, int]:
        """The options that are worth more than they cost, and by how much, below 0."""
        found = np.flatnonzero(self.reduced < 0)
        return dict(zip(found.tolist(), self.reduced[found].tolist(), strict=True))

    @cached_property
    def named(self) -> dict[int, int]:
        """The prices that are not 0, by item."""
        found = np.flatnonzero(self.paid)
        return dict(zip(found.tolist(), self.paid[found].tolist(), strict=True))

    def affordable(self, slack: int) -> int:
        """Return the options whose reduced cost is within `slack`."""
        within = np.packbits(self.reduced <= min(slack, 2 * MOST - 1), bitorder="little")
        return int.from_bytes(within.tobytes(), "little")


class PricedStates(States):
    """States, and what the solutions below them cost at least."""

    def __init__(self, matrix: ExactCover, deadline: Deadline) -> None:
        super().__init__(matrix)
        self.unit = gcd(*self.costs) or 1
        fine = FINE * -(-len(matrix.items) // int(FINE * SHARE * self.unit))
        self.scale = max(min(fine, MOST // (1 + sum(map(abs, self.costs)))), 1)
        self._query = query_of(Search(matrix), deadline)
        self._matrix, self._owner = matrix, matrix.owners()
        self._plain = matrix.colors == 0
        self._degrees = np.bincount(matrix.members, minlength=len(matrix.items))

    def prices(self, paid: Int64s, *, free: bool = False) -> Prices:
        """Return prices with the reduced costs that follow; `free`: where all costs are 0."""
        worth = np.where(self._plain, paid[self._matrix.members], 0)
        reduced = np.zeros(self._matrix.options, np.int64)
        np.subtract.at(reduced, self._owner, worth)
        return Prices(paid, reduced if free else reduced + self.scale * self._matrix.costs)

    def least(self, state: State, prices: Prices) -> tuple[int, int]:
        """Return what solutions below a state cost at least: of prices, and of losses."""
        bounds = {item: (max(need, 0), room) for item, need, room in state[2]}
        paid = 0
        for item, price in prices.named.items():
            if item in bounds:
                paid += price * bounds[item][price < 0]
            elif price > 0:
                paid += price * (state[1] >> item & 1)
            else:
                paid += price * min((state[0] & self.plain[item]).bit_count(), self.high[item])
        lost = sum(loss for option, loss in prices.losses.items() if state[0] >> option & 1)
        return paid, lost

    def afforded(self, state: State, slack: int, prices: Prices) -> State | None:
        """Return a state without the options that cost more than the slack; None: all do."""
        if slack < 0:
            return None
        live, unmet, counts = state
        return self._settled(live & prices.affordable(slack), unmet, counts)

    def matters(self, state: State, item: int) -> bool:
        """Whether the price of an item can matter to a state."""
        return bool(state[1] >> item & 1 or state[0] & self.users[item])

    def rivals(self, state: State, option: int) -> int:
        """Return how many live options cannot stand beside one."""
        return (state[0] & self._clash(option)).bit_count()

    def best(self, state: State, prices: Prices, slack: int) -> Prices:
        """Return prices that are best for a state, or those at hand where none are found.

        slack  what is left to be spent beyond what those at hand promise
        """
        from ....encoding.relaxation import available, relaxation

        rest = self._rest(state)
        if not available() or not len(rest.options):
            return prices
        duals, infeasible = relaxation(rest, self._query)
        if duals is not None:
            return self._rounded(rest, duals) or prices
        if infeasible:
            proof, _ = relaxation(without_costs(rest), self._query, elastic=True)
            if proof is not None:
                return self._raised(state, prices, slack, self._rounded(rest, proof, free=True))
        return prices

    def _raised(self, state: State, prices: Prices, slack: int, proof: Prices | None) -> Prices:
        """Return prices that promise more than the slack, by a proof that nothing is below."""
        gain = sum(self.least(state, proof)) if proof is not None else 0
        if proof is None or gain <= 0:
            return prices
        times = slack // gain + 1
        if times * int(np.abs(proof.paid).max()) > MOST:
            return prices
        paid = prices.paid + times * proof.paid
        return self.prices(paid) if self._fits(paid) else prices

    def _rounded(
        self, rest: SelectedMatrix, duals: npt.NDArray[np.float64], *, free: bool = False
    ) -> Prices | None:
        """Return the prices that duals come to; None: greater ones than may be held."""
        with np.errstate(over="ignore", invalid="ignore"):
            paid = np.floor(duals * self.scale + NOISE)
        paid = np.where(rest.low == 0, np.minimum(paid, 0), paid)
        if not np.isfinite(paid).all() or np.abs(paid).max(initial=0) > MOST:
            return None
        whole = np.where(rest.priceable, paid, 0).astype(np.int64)
        return self.prices(whole, free=free) if self._fits(whole) else None

    def _fits(self, paid: Int64s) -> bool:
        most = self._degrees + self._matrix.high.astype(np.float64)
        return float((np.abs(paid.astype(np.float64)) * most).sum()) < 0.99 * MOST

    def _rest(self, state: State) -> SelectedMatrix:
        """Return what is live in a state as the matrix that is to be relaxed."""
        live, unmet, counts = state
        matrix = self._matrix
        lives = np.zeros(matrix.options, bool)
        lives[list(bits(live))] = True
        kept = lives[self._owner]
        low = np.zeros(len(matrix.items), np.int64)
        low[list(bits(unmet))] = 1
        high = matrix.high.astype(np.int64)
        for item, need, room in counts:
            low[item], high[item] = max(need, 0), room
        return SelectedMatrix(
            np.zeros(0, np.int64),
            0,
            np.flatnonzero(lives),
            matrix.costs[lives],
            (np.cumsum(lives) - 1)[self._owner[kept]],
            matrix.members[kept],
            matrix.colors[kept],
            low,
            high,
        )
