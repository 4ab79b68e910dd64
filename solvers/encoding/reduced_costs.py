"""Reduced costs: what choosing an option costs beyond the prices of its items.

A price on an item that is covered a fixed number of times changes every cover's cost by a constant;
weighted items have none. So prices are taken off the options' costs until none is negative: what is
left of an option's cost is its *reduced cost*, the total of the prices is a lower bound (`base`),
and a solution whose reduced costs sum to R costs base + R. Here every such item takes what its
cheapest option leaves it, item after item, as Knuth's dlx5 taxes them (The Art of Computer
Programming, volume 4B, 7.2.2.1); one that is covered k times takes what its k-th cheapest option
leaves it.

An option that still has a negative cost is then paid for by being *left*: choosing it has the
reduced cost 0, leaving it has `skip`. And an option that no item forces a decision on is free to be
chosen or left; it too gets a `skip` (of 0), which tells the engines to branch on it.

Engines add reduced costs up in 64 bits. So all those of a matrix together stay below
REDUCED_COST_LIMIT: a tax that would lift the dearer options of its item too far is not taken, nor
any after it, and the bound is weaker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...models.matrix.arrays import absolute_total
from ...models.matrix.exact_cover import ExactCover

__all__ = [
    "REDUCED_COST_LIMIT",
    "ReducedCosts",
    "allowed_options",
    "reduced_costs",
    "remaining_reduced_costs",
]

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
    exact_total: int | None = None  # taken where floating point may not tell
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
