"""Prices on the items, in exact integers, and the reduced costs of choices against them.

Let every item i have a price p. The total cost of a solution is, exactly,

    the sum of cost - (prices of its items) over the chosen options, the *reduced costs*
    + for each item, p times how often it is covered.

An item with p >= 0 is covered at least `low` times: it pays p * low, and p more for each cover
beyond (its *charge*). One with p < 0 is covered at most `high` times: it pays p * high, and -p for
each cover that it stays short. An option whose reduced cost is negative is taken to be chosen, and
costs something by being left instead. So a solution costs `base` plus terms that
are none of them negative, whatever the prices are: any prices give a valid lower bound, and those
that solve the dual of the linear relaxation give the best one (relaxation.py). That is how
floating-point prices prove exact optima: they are rounded first, and all that follows is integer
arithmetic on costs multiplied by the same power of two.

An item that may stay one short of `high` becomes one that must be covered `high` times, by an extra
option if need be whose reduced cost is -p. Negative prices on wider ranges are not used.

The parts: reduced costs, and the matrix that is priced by them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...models.matrix.arrays import absolute_total
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options
from ..contract.query import Query
from ..native.engine import refusals
from .selection import SelectedMatrix

if TYPE_CHECKING:
    from .. import _native

__all__ = [
    "REDUCED_COST_LIMIT",
    "WIDTH",
    "PricedMatrix",
    "allowed_options",
    "priced",
    "reduced_costs",
    "remaining_reduced_costs",
    "taxed",
]

# ---- Reduced costs: what an option costs beyond the prices of its items --------------------------
#
# A price on an item that is covered a fixed number of times changes every cover's cost by a
# constant; weighted items have none. So prices are taken off the options' costs until none is
# negative: what is left of an option's cost is its *reduced cost*, the total of the prices is a
# lower bound (`base`), and a solution whose reduced costs sum to R costs base + R. Here every such
# item takes what its cheapest option leaves it, item after item, as Knuth's dlx5 taxes them (The
# Art of Computer Programming, volume 4B, 7.2.2.1); one that is covered k times takes what its k-th
# cheapest option leaves it.
#
# An option that still has a negative cost is then paid for by being *left*: choosing it has the
# reduced cost 0, leaving it has `skip`. And an option that no item forces a decision on is free to
# be chosen or left; it too gets a `skip` (of 0), which makes the engines branch on it.
#
# Engines add reduced costs up in 64 bits. So all those of a matrix together stay below
# REDUCED_COST_LIMIT: a tax that would lift the dearer options of its item too far is not taken,
# nor any after it, and the bound is weaker.


REDUCED_COST_LIMIT = 1 << 62  # native/links/dancing_links.hpp has the same


@dataclass(frozen=True)
class ReducedCosts:
    """base; reduced int64[options] >= 0; skip int64[options], < 0 where no own branch is needed.

    The reduced costs and skips of the allowed options sum to less than REDUCED_COST_LIMIT.
    """

    base: int
    reduced: npt.NDArray[np.int64]
    skip: npt.NDArray[np.int64]


def allowed_options(matrix: ExactCover, forbidden: frozenset[int]) -> npt.NDArray[np.uint8]:
    """Return uint8[options]: 1 for each option that is not forbidden and that could be chosen."""
    allowed = np.ones(matrix.options, np.uint8)
    full = (matrix.high == 0) & ~matrix.weighted_items
    never = np.flatnonzero(full[matrix.members])
    allowed[np.searchsorted(matrix.starts, never, side="right") - 1] = 0
    allowed[list(forbidden)] = 0
    return allowed


def reduced_costs(
    matrix: ExactCover,
    allowed: npt.NDArray[np.uint8],
    *,
    costs: bool,
    check: Callable[[], None] | None = None,
) -> ReducedCosts:
    """Return the reduced costs of the allowed options; all zero if `costs` is false.

    check  called now and then; it may raise
    """
    # The options none of whose items must be covered; weighted ones need no option.
    needing = (matrix.low > 0) & ~matrix.weighted_items
    needed = np.concatenate(([0], np.cumsum(needing[matrix.members])))
    undecided: npt.NDArray[np.bool_] = needed[matrix.starts[1:]] == needed[matrix.starts[:-1]]
    skip = np.where(undecided, 0, -1).astype(np.int64)
    reduced = np.zeros(matrix.options, np.int64)
    if not costs:
        return ReducedCosts(0, reduced, skip)
    base, left = _taxed(matrix, allowed.astype(bool), check)
    paid = left < 0
    base += int(left[paid & (allowed == 1)].sum())
    return ReducedCosts(base, np.maximum(left, 0), np.where(paid, -left, skip))


def remaining_reduced_costs(
    matrix: ExactCover,
    live: npt.NDArray[np.int64],
    given: Sequence[int],
    check: Callable[[], None] | None = None,
) -> tuple[ReducedCosts, int]:
    """Return the reduced costs where only `live` options are left beside the given ones.

    And the cost that every solution has at least: the base and the given options' reduced costs.
    """
    allowed = np.zeros(matrix.options, np.uint8)
    allowed[live] = 1
    allowed[list(given)] = 1
    prices = reduced_costs(matrix, allowed, costs=True, check=check)
    return prices, prices.base + int(prices.reduced[list(given)].sum())


def _taxed(
    matrix: ExactCover, allowed: npt.NDArray[np.bool_], check: Callable[[], None] | None
) -> tuple[int, npt.NDArray[np.int64]]:
    left = matrix.costs.copy()
    total = float(np.abs(left).astype(np.float64).sum())
    exact_total: int | None = None  # taken where floating point may not decide
    base = 0
    starts, options = matrix.item_lists()
    exact = (matrix.low == matrix.high) & (matrix.low > 0) & ~matrix.weighted_items
    for item in np.flatnonzero(exact).tolist():
        if check is not None:
            check()
        mine = options[starts[item] : starts[item + 1]]
        mine = mine[allowed[mine]]
        needed = int(matrix.low[item])
        if len(mine) < needed:
            continue
        before = left[mine]
        price = int(before.min() if needed == 1 else np.partition(before, needed - 1)[needed - 1])
        after = before - price
        total += float(np.abs(after).astype(np.float64).sum())
        total -= float(np.abs(before).astype(np.float64).sum())
        if exact_total is not None or total >= REDUCED_COST_LIMIT / 2:
            exact_total = absolute_total(left) if exact_total is None else exact_total
            exact_total += absolute_total(after) - absolute_total(before)
            if exact_total >= REDUCED_COST_LIMIT:
                break
        left[mine] = after
        base += price * needed
    return base, left


Int64s = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

FINEST = 20  # duals are rounded to 2**-20 of a cost unit, less where the costs are great
WIDTH = 60  # of costs that take less, so many bits are filled by the scale
HELD = 0.99 * REDUCED_COST_LIMIT  # of what is summed up in floating point
UNPRICED = 1e-6  # a smaller dual on an item with a range is noise, and not worth a branch


@dataclass(frozen=True)
class PricedMatrix:
    """A matrix with reduced costs, as the native engine takes it.

    An option costs `reduced` if it is chosen and `leave` if it is left; each cover of an item
    beyond `low` costs `charge`. All of these (the charges for each entry of the item) sum to less
    than REDUCED_COST_LIMIT. A solution with the total T costs offset + unit * (base + T) / scale.
    `numbers` are the numbers of the options in the matrix; options beyond them stand for an item
    left short. The options in `chosen` are part of every solution, but not of what is searched;
    `given` is what the engine is to choose first.
    """

    numbers: Int64s
    chosen: Options
    given: Options
    forbidden: Options
    offset: int
    unit: int
    scale: int
    base: int
    starts: npt.NDArray[np.int32]
    members: npt.NDArray[np.int32]
    colors: npt.NDArray[np.int32]
    low: Int64s
    high: Int64s
    reduced: Int64s
    leave: Int64s
    charge: Int64s

    @cached_property
    def problem(self) -> _native.Problem:
        """What the engine is built from; it also sees on which options no item decides."""
        from .. import _native

        return _native.Problem(
            len(self.low),
            self.starts,
            self.members,
            self.colors,
            self.low,
            self.high,
            self.given,
            self.forbidden,
        )

    def links(
        self, solver: str, budget: int, check: Callable[[], None], *, least: bool
    ) -> _native.DancingLinks:
        """Return the engine for solutions within the budget; `least`: for the cheapest.

        solver  who asks

        Calls `check` now and then, which may raise. Raises Unsupported if the reduced costs could
        sum to more than the engine holds.
        """
        from .. import _native

        with refusals(solver):
            return _native.DancingLinks.priced(
                self.problem, self.reduced, self.leave, self.charge, least, budget, check
            )

    def options(self, chosen: Options) -> Options:
        """Return a solution that the engine found as option numbers of the matrix."""
        own = [option for option in chosen if option < len(self.numbers)]
        return (*self.chosen, *self.numbers[own].tolist())

    def least(self, spent: int = 0) -> int:
        """Return the least cost that a solution can have whose reduced costs sum to `spent`."""
        return self.offset - self.unit * (-(self.base + spent) // self.scale)

    def budget(self, cost: int) -> int:
        """Return what the reduced costs of a solution of at most this cost sum to at most."""
        within = self.scale * ((cost - self.offset) // self.unit) - self.base
        return max(min(within, REDUCED_COST_LIMIT), -1)


def taxed(query: Query) -> PricedMatrix:
    """Price the items by taxes alone, without a linear program.

    Raises Stopped at the deadline.
    """
    matrix = query.matrix
    allowed = allowed_options(matrix, query.forbidden)
    terms = reduced_costs(matrix, allowed, costs=True, check=query.deadline.check)
    nothing = np.zeros(len(matrix.items), np.int64)
    return PricedMatrix(
        numbers=np.arange(matrix.options),
        chosen=(),
        given=tuple(query.given),
        forbidden=tuple(query.forbidden),
        offset=0,
        unit=1,
        scale=1,
        base=terms.base,
        starts=matrix.starts,
        members=matrix.members,
        colors=matrix.colors,
        low=matrix.low,
        high=matrix.high,
        reduced=terms.reduced,
        leave=np.maximum(terms.skip, 0),
        charge=nothing,
    )


def priced(
    rest: SelectedMatrix, duals: npt.NDArray[np.float64], *, width: int = WIDTH
) -> PricedMatrix:
    """Return the reduced costs under these prices, float64[items]; even wrong ones will do.

    width  bits that the scale fills, where costs take less
    """
    unit = int(np.gcd.reduce(rest.costs)) or 1
    costs = rest.costs // unit
    priceable = rest.priceable
    scale, prices = _rounded(rest, costs, duals / unit, priceable, width)  # of the same unit
    reduced = _repaired(rest, prices, _reduced(rest, scale * costs, prices), priceable)
    paid = reduced < 0
    short = (prices < 0) & (rest.low < rest.high)
    level = np.where(prices < 0, rest.high, rest.low)
    counted = np.flatnonzero(prices)
    base = sum(map(int.__mul__, prices[counted].tolist(), level[counted].tolist()))
    bare = PricedMatrix(
        numbers=rest.options,
        chosen=tuple(rest.given.tolist()),
        given=(),
        forbidden=(),
        offset=rest.offset,
        unit=unit,
        scale=scale,
        base=base + int(reduced[paid].sum()),
        starts=rest.starts.astype(np.int32),
        members=rest.members,
        colors=rest.colors,
        low=rest.low,
        high=rest.high,
        reduced=np.maximum(reduced, 0),
        leave=np.where(paid, -reduced, 0),
        charge=np.where((prices > 0) & (rest.low < rest.high), prices, 0),
    )
    # Let each of the items be covered `high` times, or once less at its reduced cost.
    items = np.flatnonzero(short)
    reduced = -prices[short]
    count = len(items)
    if not count:
        return bare
    low = bare.low.copy()
    low[items] = bare.high[items]
    more = bare.starts[-1] + np.arange(1, count + 1)
    return replace(
        bare,
        starts=np.concatenate((bare.starts, more)).astype(np.int32),
        members=np.concatenate((bare.members, items)).astype(np.int32),
        colors=np.concatenate((bare.colors, np.zeros(count, np.int32))),
        low=low,
        reduced=np.concatenate((bare.reduced, reduced)),
        leave=np.concatenate((bare.leave, np.zeros(count, np.int64))),
    )


def _rounded(
    rest: SelectedMatrix,
    costs: Int64s,
    duals: npt.NDArray[np.float64],
    priceable: Booleans,
    width: int,
) -> tuple[int, Int64s]:
    """Return the scale and the prices: the duals times the scale, rounded down.

    Down, so that an option whose reduced cost is 0 keeps one that is not negative. A sign that an
    item's range does not allow makes its price 0, and so do duals that no sum could hold.
    """
    prices = np.where(np.isfinite(duals) & priceable, duals, 0.0)
    spread = rest.high - rest.low
    if spread.any():
        prices = np.where((spread == 0) | (np.abs(prices) > UNPRICED), prices, 0.0)
        prices = np.where((spread > 1) | (spread < 0), np.maximum(prices, 0.0), prices)
        prices = np.where((spread > 0) & (rest.low == 0), np.minimum(prices, 0.0), prices)
    degrees = np.bincount(rest.members, minlength=len(rest.low))
    with np.errstate(over="ignore"):
        weight = float(np.abs(costs).astype(np.float64).sum())
        weight += float((np.abs(prices) * (2.0 * degrees + rest.low + 1.0)).sum())
    if not weight < REDUCED_COST_LIMIT / 2 and not _are_held(rest, costs, prices):
        return 1, np.zeros(len(prices), np.int64)
    bits = width - 1 - int(np.ceil(np.log2(weight + 1.0)))
    scale = 1 << max(min(bits, FINEST), 0)
    return scale, np.floor(prices * scale).astype(np.int64)


def _are_held(rest: SelectedMatrix, costs: Int64s, prices: npt.NDArray[np.float64]) -> bool:
    """Whether the reduced costs and charges under prices that are large sum to what is held."""
    if not np.abs(prices).max(initial=0.0) < REDUCED_COST_LIMIT / 2:
        return False
    entries = np.where(rest.colors == 0, prices[rest.members], 0.0)
    worth = np.bincount(rest.owner, entries, minlength=len(costs))
    total = float(np.abs(costs.astype(np.float64) - worth).sum())
    return total + _charged(rest, prices) < HELD


def _charged(rest: SelectedMatrix, prices: npt.NDArray[Any]) -> float:
    """Return what charges, and items left short, may sum to: each entry counts."""
    wide = np.flatnonzero((rest.low < rest.high) & (prices != 0))
    degrees = np.bincount(rest.members, minlength=len(prices))[wide]
    return float((np.abs(prices[wide].astype(np.float64)) * (degrees + 1.0)).sum())


def _reduced(rest: SelectedMatrix, costs: Int64s, prices: Int64s) -> Int64s:
    """Return each option's cost less the prices of its uncolored entries."""
    entries = np.where(rest.colors == 0, prices[rest.members], 0)
    sums = np.concatenate(([0], np.cumsum(entries)))
    starts = rest.starts
    reduced: Int64s = costs - (sums[starts[1:]] - sums[starts[:-1]])
    return reduced


def _repaired(rest: SelectedMatrix, prices: Int64s, reduced: Int64s, priceable: Booleans) -> Int64s:
    """Lower `prices` where an option has a negative reduced cost; return the reduced costs.

    Only prices of items that are covered exactly once are lowered: that has no other effect. None
    are if the other options of the items would cost more than sums can hold.
    """
    negative = reduced < 0
    if not negative.any():
        return reduced
    once = (rest.low == 1) & (rest.high == 1) & priceable
    entries = np.flatnonzero(negative[rest.owner] & once[rest.members])
    _, first = np.unique(rest.owner[entries], return_index=True)
    entries = entries[first]
    lowered = np.zeros_like(prices)
    np.minimum.at(lowered, rest.members[entries], reduced[rest.owner[entries]])
    degrees = np.bincount(rest.members, minlength=len(prices))
    total = float((np.abs(lowered) * degrees.astype(np.float64)).sum())
    total += float(np.abs(reduced).astype(np.float64).sum()) + _charged(rest, prices)
    if total >= HELD:
        return reduced
    prices += lowered
    return _reduced(rest, reduced, lowered)
