"""Iterative deepening on the loss of covers: the cheapest solution, one cover a block.

Against the prices each cover of a block has a loss, what it costs more than the block's cheapest
one, and a solution costs the bound and the losses of its covers. So the first round looks for a
solution that loses little, as much as some covers of every block do; a round without one raises the
bound to the least cost that it left out, and the next round allows half as much loss again.

A known solution sets the limit from the start: no round looks for what costs as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...contract.batch import Options, one_by_one
from ...contract.progress import Progress
from ...contract.query import Query
from ...encoding.cheaper import raise_bound
from ...native.engine import Driver

if TYPE_CHECKING:
    from ... import _native

__all__ = ["cheapest"]

FEW = 32  # covers a block in the first round


def cheapest(
    query: Query, progress: Progress, prices: _native.BlockPrices, unit: int
) -> Iterator[Options]:
    """Yield ever cheaper solutions until the last one is proved to be the cheapest.

    unit  what the costs of the prices are counted in
    """
    best = query.matrix.cost(query.hint) // unit if query.hint else None
    bound = prices.least
    loss = max(prices.first_limit(FEW * prices.blocks) - bound, 1)
    while best is None or bound < best:
        most = prices.least + loss if best is None else min(prices.least + loss, best - 1)
        search, found = prices.search(most), False
        driver = Driver(search, query, progress, whole=False)
        for options in one_by_one(driver.solutions(most=1)):  # the next one has to cost less
            found, best = True, query.matrix.cost(options) // unit
            yield options
            search.only_within(best - 1)
        if not driver.exhausted:
            return
        cut = search.cut
        if found or cut is None:
            break
        bound = max(bound, cut)
        raise_bound(progress, unit * (bound if best is None else min(bound, best)))
        loss = max(bound - prices.least, loss + loss // 2 + 1)
    progress.complete = True
    if best is not None:
        progress.bound = unit * best
