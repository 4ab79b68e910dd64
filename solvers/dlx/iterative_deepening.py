"""Iterative deepening on the total reduced cost, over the native dancing links (IDA*: Korf, 1985).

The first round looks only for solutions at the bound that the prices prove, each further round
allows more, and a round without a solution raises the bound. An option whose reduced cost is more
than a round's whole budget is left out before its links are built: with good prices most are.
Within a round the search is branch and bound. Of a solution that is known beforehand no round looks
for what costs as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ...models.errors import SolverError
from ..contract.batch import Options, one_by_one
from ..contract.progress import Progress
from ..contract.query import Query
from ..encoding.priced_matrix import PricedMatrix
from ..native.engine import Driver

if TYPE_CHECKING:
    from .. import _native

__all__ = ["ascending", "cheapest"]

STEADY = 6  # rounds at the least cost that is not excluded yet, before strides double


def cheapest(query: Query, progress: Progress, prices: PricedMatrix) -> Iterator[Options]:
    """Yield ever cheaper solutions until the last one is proved to be the cheapest."""
    rounds = _Rounds(query, progress, prices, least=True)
    best = query.matrix.cost(query.hint) if query.hint else None
    found = False
    while not found and (best is None or best > rounds.bound):
        for cost, options in rounds.solutions(best):
            found = True
            if best is None or cost < best:
                best = cost
                yield options
            if best == rounds.bound:
                progress.complete = True
                return
            rounds.only_below(best)
        if not rounds.exhausted:
            return
        if not found and not rounds.deepen():
            break
    progress.complete = True
    progress.bound = rounds.bound if best is None else best


def ascending(query: Query, progress: Progress, prices: PricedMatrix, k: int) -> Iterator[Options]:
    """Yield the k cheapest solutions, from the cheapest on."""
    rounds = _Rounds(query, progress, prices, least=False)
    kept: list[tuple[int, Options]] = []  # a heap: the dearest, its cost negated, comes first
    while k > 0:
        for cost, options in rounds.solutions():
            if cost == rounds.bound:
                yield options
                k -= 1
            elif cost > rounds.bound:
                heappush(kept, (-cost, options))
            while len(kept) > k:
                heappop(kept)
            if k == 0:
                break
            if len(kept) == k:
                rounds.only_below(-kept[0][0])
        if k > 0 and not rounds.exhausted:
            return
        yield from (options for _, options in sorted(kept, key=lambda one: -one[0]))
        k -= len(kept)
        kept.clear()
        if k > 0 and not rounds.deepen():
            break
    progress.complete = True


class _Rounds:
    """The rounds of a search: the bound that the earlier ones proved, and the one that runs."""

    def __init__(
        self, query: Query, progress: Progress, prices: PricedMatrix, *, least: bool
    ) -> None:
        self.bound = progress.bound = prices.least()
        self._query, self._progress = query, progress
        self._prices = prices
        self._least = least
        self._number = 0
        self._budget = -1
        self._engine: _native.DancingLinks | None = None
        self._driver: Driver[_native.DancingLinks] | None = None

    @property
    def exhausted(self) -> bool:
        """Whether the round was searched to its end."""
        return self._driver is not None and self._driver.exhausted

    def solutions(self, known: int | None = None) -> Iterator[tuple[int, Options]]:
        """Run the next round; yield its solutions with their costs, all less than a known one."""
        late = self._number - STEADY
        aim = self.bound + (self._prices.unit << late if late >= 0 else 0)
        if known is not None:
            aim = min(aim, known - 1)
        self._number += 1
        self._budget = self._prices.budget(aim)
        check = self._query.deadline.check
        self._engine = self._prices.links("dlx", self._budget, check, least=self._least)
        self._driver = Driver(self._engine, self._query, self._progress, whole=False)
        batches = self._driver.solutions(most=1)
        for found in one_by_one(batches):  # the next one may have to cost less
            options = self._prices.options(found)
            yield self._query.matrix.cost(options), options

    def only_below(self, cost: int) -> None:
        """Let the running round look only for solutions that cost less."""
        if self._engine is not None:
            self._engine.set_budget(self._prices.budget(cost - 1))

    def deepen(self) -> bool:
        """Raise the bound after a round; False: it left nothing out, so there is no more.

        Raises SolverError if the engine left out what the round's budget allows.
        """
        if self._engine is None or not self.exhausted:
            raise SolverError("solver dlx: internal error, a round that was not searched is judged")
        cut = self._engine.cut
        if cut is None:
            return False
        if cut <= self._budget:
            raise SolverError(
                f"solver dlx: internal error, {self._budget} may be lost, and {cut} was left out"
            )
        self.bound = self._progress.bound = max(self.bound, self._prices.least(cut))
        return True
