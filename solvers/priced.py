"""Prices on the items, in exact integers: what a choice loses against them.

Let every item i have a price p. The total cost of a solution is, exactly,

    the sum of cost - (prices of its items) over the chosen options, their *losses*
    + for each item, p times how often it is covered.

An item with p >= 0 is covered at least `low` times: it pays p * low, and p more for each cover
beyond (its *charge*). One with p < 0 is covered at most `high` times: it pays p * high, and -p for
each cover that it stays short. An option whose loss is negative is taken to be chosen, and loses by
being left instead (losses.py). So a solution costs `base` plus terms that are none of them
negative, whatever the prices are: any prices give a valid lower bound, and those that solve the
dual of the linear relaxation give the best one (prices.py). That is how floating-point prices
prove exact optima: they are rounded first, and all that follows is integer arithmetic on costs
multiplied by the same power of two.

An item that may stay one short of `high` becomes one that must be covered `high` times, by an extra
option if need be that loses -p. Negative prices on wider ranges are not used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..models.exact_cover import ExactCover
from .losses import allowed_options, losses
from .solver import Search

__all__ = ["Int64s", "Priced", "Residual", "priced", "residual", "taxed", "without_costs"]

Int64s = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

FINEST = 20  # duals are rounded to 2**-20 of a cost unit, less where the costs are great
WIDTH = 60  # bits within which every sum of losses stays
UNPRICED = 1e-6  # a smaller dual on an item with a range is noise, and not worth a branch


@dataclass(frozen=True)
class Residual:
    """What the given options leave of a matrix.

    given      those of the given options that may be chosen at all
    alive      options that may still be chosen
    low, high  int64[items]; how often the items must and may still be covered
    priceable  items whose covers a price can count: none of the live options gives them a color
    """

    matrix: ExactCover
    given: tuple[int, ...]
    alive: Booleans
    low: Int64s
    high: Int64s
    priceable: Booleans
    costs: Int64s

    def owners(self) -> Int64s:
        """Return int64[entries]: the option of each entry."""
        return np.repeat(np.arange(self.matrix.options), np.diff(self.matrix.starts))


def residual(search: Search) -> Residual:
    """Apply the search's given and forbidden options, without looking for clashes among them."""
    matrix = search.matrix
    allowed = allowed_options(matrix, search.forbidden).astype(bool)
    given = np.array([option for option in search.given if allowed[option]], np.int64)
    owner = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))
    chosen = np.zeros(matrix.options, bool)
    chosen[given] = True
    entry_chosen, plain = chosen[owner], matrix.colors == 0
    covers = np.bincount(matrix.members[entry_chosen & plain], minlength=len(matrix.items))
    high = np.maximum(matrix.high - covers, 0).astype(np.int64)
    tint = np.zeros(len(matrix.items), np.int32)
    painted = entry_chosen & ~plain
    tint[matrix.members[painted]] = matrix.colors[painted]
    theirs = tint[matrix.members]
    dead = (high[matrix.members] == 0) | ((theirs != 0) & (theirs != matrix.colors))
    alive = allowed & ~chosen
    alive[owner[dead]] = False
    priceable = np.ones(len(matrix.items), bool)
    priceable[matrix.members[~plain & alive[owner]]] = False
    low = np.maximum(matrix.low - covers, 0).astype(np.int64)
    return Residual(matrix, tuple(given.tolist()), alive, low, high, priceable, matrix.costs)


def without_costs(rest: Residual) -> Residual:
    """Return the same with all costs 0: a positive base then proves that there is no solution."""
    return replace(rest, costs=np.zeros_like(rest.costs))


@dataclass(frozen=True)
class Priced:
    """A matrix with losses for costs, as the native engine takes it.

    A solution with total loss T, all charges included, costs offset + unit * (base + T) / scale.
    Options from `options` on are no options of the matrix, but stand for an item left short.
    """

    options: int
    given: tuple[int, ...]
    offset: int
    unit: int
    scale: int
    base: int
    starts: npt.NDArray[np.int32]
    members: npt.NDArray[np.int32]
    colors: npt.NDArray[np.int32]
    low: npt.NDArray[np.int32]
    high: npt.NDArray[np.int32]
    allowed: npt.NDArray[np.uint8]
    loss: Int64s
    skip: Int64s
    charge: Int64s

    def least(self, spent: int = 0) -> int:
        """Return the least cost that a solution can have which loses at least `spent`."""
        return self.offset - self.unit * (-(self.base + spent) // self.scale)

    def budget(self, cost: int) -> int:
        """Return what a solution of at most this cost loses at most."""
        within = self.scale * ((cost - self.offset) // self.unit) - self.base
        return max(min(within, 1 << WIDTH), -1)


def taxed(search: Search) -> Priced:
    """Price the items by the taxes of losses.py: for want of a linear program."""
    matrix = search.matrix
    allowed = allowed_options(matrix, search.forbidden)
    terms = losses(matrix, allowed, costs=True)
    nothing = np.zeros(len(matrix.items), np.int64)
    return Priced(
        options=matrix.options,
        given=tuple(search.given),
        offset=0,
        unit=1,
        scale=1,
        base=terms.base,
        starts=matrix.starts,
        members=matrix.members,
        colors=matrix.colors,
        low=matrix.low,
        high=matrix.high,
        allowed=allowed,
        loss=terms.loss,
        skip=terms.skip,
        charge=nothing,
    )


def priced(search: Search, rest: Residual, duals: npt.NDArray[np.float64]) -> Priced:
    """Return the losses under these prices, float64[items]; they may be any, even wrong ones."""
    unit = int(np.gcd.reduce(rest.costs[rest.alive])) or 1
    costs = np.where(rest.alive, rest.costs // unit, 0)
    scale, prices = _rounded(rest, costs, duals)
    reduced = _repaired(rest, prices, _reduced(rest, scale * costs, prices))
    paid = rest.alive & (reduced < 0)
    short = (prices < 0) & (rest.low < rest.high)
    level = np.where(prices < 0, rest.high, rest.low)
    counted = np.flatnonzero(prices)
    base = sum(map(int.__mul__, prices[counted].tolist(), level[counted].tolist()))
    given = np.zeros(rest.matrix.options, bool)
    given[list(rest.given)] = True
    undecided = _undecided(rest, short)
    skip = np.where(paid, -reduced, np.where(undecided, 0, -1))
    # A given option is chosen before the search, through its items: one without any needs its own.
    skip[given] = np.where(np.diff(rest.matrix.starts) == 0, 0, -1)[given]
    bare = Priced(
        options=rest.matrix.options,
        given=tuple(search.given),
        offset=int(rest.costs[given].sum()),
        unit=unit,
        scale=scale,
        base=base + int(reduced[paid].sum()),
        starts=rest.matrix.starts,
        members=rest.matrix.members,
        colors=rest.matrix.colors,
        low=rest.matrix.low,
        high=rest.matrix.high,
        allowed=(rest.alive | given).astype(np.uint8),
        loss=np.where(rest.alive, np.maximum(reduced, 0), 0),
        skip=skip,
        charge=np.where((prices > 0) & (rest.low < rest.high), prices, 0),
    )
    return _filled(bare, np.flatnonzero(short), -prices[short])


def _rounded(rest: Residual, costs: Int64s, duals: npt.NDArray[np.float64]) -> tuple[int, Int64s]:
    """Return the scale and the prices: the duals times the scale, rounded down.

    Down, so that an option whose reduced cost is 0 keeps one that is not negative. A sign that an
    item's range does not allow makes its price 0, and so do duals that no sum could hold.
    """
    prices = np.nan_to_num(duals, nan=0.0, posinf=0.0, neginf=0.0)
    spread = rest.high - rest.low
    prices = np.where(rest.priceable & ((spread == 0) | (np.abs(prices) > UNPRICED)), prices, 0.0)
    prices = np.where((spread > 1) | (spread < 0), np.maximum(prices, 0.0), prices)
    prices = np.where((spread > 0) & (rest.low == 0), np.minimum(prices, 0.0), prices)
    degrees = np.bincount(rest.matrix.members, minlength=len(rest.matrix.items))
    with np.errstate(over="ignore"):
        weight = float(np.abs(costs).astype(np.float64).sum())
        weight += float((np.abs(prices) * (degrees + rest.low + 1.0)).sum())
    if not weight < 2.0 ** (WIDTH - 1):
        return 1, np.zeros(len(prices), np.int64)
    bits = WIDTH - 1 - int(np.ceil(np.log2(weight + 1.0)))
    scale = 1 << max(min(bits, FINEST), 0)
    return scale, np.floor(prices * scale).astype(np.int64)


def _reduced(rest: Residual, costs: Int64s, prices: Int64s) -> Int64s:
    """Return each option's cost less the prices of its uncolored entries."""
    matrix = rest.matrix
    entries = np.where(matrix.colors == 0, prices[matrix.members], 0)
    sums = np.concatenate(([0], np.cumsum(entries)))
    reduced: Int64s = costs - (sums[matrix.starts[1:]] - sums[matrix.starts[:-1]])
    return reduced


def _repaired(rest: Residual, prices: Int64s, reduced: Int64s) -> Int64s:
    """Lower `prices` where an option would lose less than nothing; return the reduced costs.

    Only prices of items that are covered exactly once are lowered: that has no other effect.
    """
    matrix = rest.matrix
    negative = rest.alive & (reduced < 0)
    if not negative.any():
        return reduced
    owner = rest.owners()
    once = (rest.low == 1) & (rest.high == 1) & rest.priceable
    entries = np.flatnonzero(negative[owner] & once[matrix.members])
    _, first = np.unique(owner[entries], return_index=True)
    entries = entries[first]
    lowered = np.zeros_like(prices)
    np.minimum.at(lowered, matrix.members[entries], reduced[owner[entries]])
    prices += lowered
    return _reduced(rest, reduced, lowered)


def _undecided(rest: Residual, short: Booleans) -> Booleans:
    """Return the live options none of whose items must be covered."""
    matrix = rest.matrix
    needed = (rest.low > 0) | short
    sums = np.concatenate(([0], np.cumsum(needed[matrix.members])))
    result: Booleans = rest.alive & (sums[matrix.starts[1:]] == sums[matrix.starts[:-1]])
    return result


def _filled(bare: Priced, items: npt.NDArray[np.int64], loss: Int64s) -> Priced:
    """Let each of the items be covered `high` times, or once less at its loss."""
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
        allowed=np.concatenate((bare.allowed, np.ones(count, np.uint8))),
        loss=np.concatenate((bare.loss, loss)),
        skip=np.concatenate((bare.skip, np.full(count, -1))),
    )
