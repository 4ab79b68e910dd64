"""Iterative deepening on the loss of covers: the cheapest solution, one cover a block.

Against the prices each cover of a block has a loss, what it costs more than the block's cheapest
one, and a solution costs the bound and the losses of its covers. So the first round looks for a
solution that loses little, as much as some covers of every block do; a round without one raises the
bound to the least cost that it left out, and the next round allows half as much loss again.

A known solution sets the limit: no round looks for what costs as much, whoever found it, and when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...contract.batch import Options
from ...contract.progress import Progress
from ...encoding.cheaper import raise_bound

if TYPE_CHECKING:
    from ... import _native

__all__ = ["CLIMB", "EDGES", "SLICE", "Deepening"]

FEW = 32  # covers a block in the first round
CLIMB = 32  # steps of the prices between two looks at the deadline
SLICE = 2_000  # work of a search, likewise
EDGES = 256  # looked at for one of work


class Deepening:
    """The proof, in steps: the prices climb, and then a limit on the loss grows.

    spent    work so far, in units of the engine
    nodes    of the searches
    updates  likewise
    """

    def __init__(
        self, progress: Progress, prices: _native.BlockPrices, unit: int, best: int | None
    ) -> None:
        """Begin; costs are counted in `unit`, and `best` is what a known solution costs."""
        self.progress, self.spent, self.nodes, self.updates = progress, 0, 0, 0
        self._prices, self._unit = prices, unit
        self._best = None if best is None else best // unit
        self._search: _native.BlockSearch | None = None
        self.steps = self._steps()

    def learn(self, cost: int) -> None:
        """Look only for what costs less than a solution that is known."""
        self._best = cost // self._unit
        if self._search is not None:
            self._search.only_within(self._best - 1)

    def tell(self) -> None:
        """Note in the progress what is proved."""
        least = self._prices.least
        raise_bound(
            self.progress,
            self._unit * (least if self._best is None else min(least, self._best)),
        )

    def _steps(self) -> Iterator[Options | None]:
        """Yield a cheaper solution, or None, after each step; at the end the proof is complete."""
        prices = self._prices
        climbs, work = True, 1 + CLIMB * prices.edges // EDGES
        while climbs:
            climbs = prices.climb_steps(CLIMB)
            self.spent += work
            self.tell()
            yield None
        bound = prices.least
        loss = max(prices.first_limit(FEW * prices.blocks) - bound, 1)
        while self._best is None or bound < self._best:
            most = prices.least + loss
            if self._best is not None:
                most = min(most, self._best - 1)
            search = self._search = self._prices.search(most)
            nodes, updates, exhausted = self.nodes, self.updates, False
            while not exhausted:
                exhausted, found, options = search.next_within(SLICE)
                self.spent += SLICE
                self.nodes, self.updates = nodes + search.nodes, updates + search.updates
                yield tuple(options) if found else None
            cut = None if self._search is None else self._search.cut
            if cut is None or (self._best is not None and self._best - 1 <= most):
                break
            bound = max(bound, cut)
            known = bound if self._best is None else min(bound, self._best)
            raise_bound(self.progress, self._unit * known)
            loss = max(bound - prices.least, loss + loss // 2 + 1)
        self.progress.complete = True
        if self._best is not None:
            self.progress.bound = self._unit * self._best
