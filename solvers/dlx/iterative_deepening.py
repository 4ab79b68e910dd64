"""Iterative deepening on the total reduced cost, over the native dancing links (IDA*: Korf, 1985).

The first round looks only for solutions at the bound that the prices prove, each further round
allows more, and a round without a solution raises the bound. An option whose reduced cost is more
than a round's whole budget is left out before its links are built: with good prices most are.
Within a round the search is branch and bound. Of a solution that is known beforehand no round looks
for what costs as much. Asked again, the search goes on in the round in which its time was over.

The last part computes the prices.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from ...models.errors import SolverError
from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Resting
from ..encoding.priced_matrix import PricedMatrix, priced, taxed
from ..encoding.relaxation import available, relaxation
from ..encoding.selection import SelectedMatrix, selected, without_costs
from ..native.engine import Driver

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Cheapest", "ascending", "best_prices"]

STEADY = 6  # rounds at the least cost that is not excluded yet, before strides double


class Cheapest(Resting):
    """The search for ever cheaper solutions, which may rest and go on where it stopped."""

    def __init__(self, query: Query, progress: Progress, prices: PricedMatrix) -> None:
        super().__init__(query)
        self._rounds = _Rounds(query, progress, prices, least=True)

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before and the hint, until the last is proved.

        The bound of the progress is that of all turns together.
        """
        rounds = self._rounds
        rounds.go_on(query, progress)
        if self.take_up(query):
            yield self.best
        while self.cost is None or self.cost > rounds.bound:
            for cost, options in rounds.solutions(self.cost):
                if self.improves(options, cost):
                    yield options
                if self.cost == rounds.bound:
                    break
            else:
                if not rounds.exhausted:
                    return
                if rounds.excludes_below(self.cost) or not rounds.deepen():
                    break
        progress.complete = True
        progress.bound = rounds.bound if self.cost is None else self.cost

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        super().learn(options, cost)
        self._rounds.only_below(cost)


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
        yield from (options for _, options in sorted(kept, key=lambda entry: -entry[0]))
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
        self._number = 0  # of rounds begun
        self._aim = self.bound  # the most that a solution of the round costs
        self._budget = -1  # what it may lose for that
        self._engine: _native.DancingLinks | None = None
        self._driver: Driver[_native.DancingLinks] | None = None

    @property
    def exhausted(self) -> bool:
        """Whether the round was searched to its end."""
        return self._driver is not None and self._driver.exhausted

    def go_on(self, query: Query, progress: Progress) -> None:
        """Search on within the deadline of this query."""
        self._query, self._progress = query, progress
        progress.bound = self.bound
        if self._engine is not None and not self.exhausted:
            self._driver = Driver(self._engine, query, progress, whole=False)

    def solutions(self, best: int | None = None) -> Iterator[tuple[int, Options]]:
        """Run the round that rests, or the next one; yield its solutions with their costs.

        They cost less than a known one; so do those of others who search the same.
        """
        if self._driver is None or self.exhausted:
            late = self._number - STEADY
            aim = self.bound + (self._prices.unit << late if late >= 0 else 0)
            if best is not None:
                aim = min(aim, best - 1)
            budget = self._prices.budget(aim)
            check = self._query.deadline.check
            self._engine = self._prices.links("dlx", budget, check, least=self._least)
            self._number, self._aim, self._budget = self._number + 1, aim, budget
            self._driver = Driver(self._engine, self._query, self._progress, whole=False)
        rests = self._query.incumbent is not None
        for batch in self._driver.solutions(most=1, rests=rests):  # the next may have to cost less
            for chosen in batch:
                options = self._prices.options(chosen)
                cost = self._query.matrix.cost(options)
                best = cost if best is None else min(best, cost)
                yield cost, options
            if (news := self._query.news(best)) is not None:
                best = news.cost
                yield news.cost, news.options

    def only_below(self, cost: int) -> None:
        """Let the running round look only for solutions that cost less."""
        if self._engine is not None and cost <= self._aim:
            self._aim, self._budget = cost - 1, self._prices.budget(cost - 1)
            self._engine.set_budget(self._budget)

    def excludes_below(self, cost: int | None) -> bool:
        """Whether the round, searched to its end, left out nothing that costs less."""
        return cost is not None and cost <= self._aim + 1

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


# ---- The best prices: the dual of the linear relaxation, in integers -----------------------------
#
# With them only options of reduced cost 0 are ever tried where the relaxation's optimum is the true
# one (encoding/relaxation.py).
#
# Where GLOP claims that even the relaxation has no solution, a short search usually proves it. If
# not, a second program asks for the prices that do: with all costs 0 and a penalty for each cover
# that is missing or too many, they make every solution cost more than 0, which none does (Farkas).
# That too is then checked in integers.


SHORT = 0.01  # seconds for the search that is to confirm what GLOP claims


def best_prices(query: Query, progress: Progress) -> PricedMatrix | None:
    """Return the query's matrix with reduced costs; None if it is proved to be infeasible.

    Raises Stopped if the deadline comes before the linear program is written down.
    """
    rest = selected(query)
    if rest is None:
        return None
    if not rest.costs.any() or not available():
        return taxed(query)
    duals, infeasible = relaxation(rest, query)
    if infeasible and (_is_soon_exhausted(rest, query, progress) or _is_refuted(rest, query)):
        return None
    return taxed(query) if duals is None else priced(rest, duals)


def _is_soon_exhausted(rest: SelectedMatrix, query: Query, progress: Progress) -> bool:
    """Whether a short search ends without a solution."""
    free = priced(without_costs(rest), np.zeros(len(rest.low)))
    engine = free.links("dlx", 0, query.deadline.check, least=True)
    exhausted, *_ = engine.next_batch(min(SHORT, query.deadline.left()), 1)
    progress.nodes += engine.nodes
    progress.updates += engine.updates
    return exhausted and engine.solutions == 0 and engine.cut is None


def _is_refuted(rest: SelectedMatrix, query: Query) -> bool:
    """Whether there are prices that prove that there is no solution."""
    free = without_costs(rest)
    proof, _ = relaxation(free, query, elastic=True)
    return proof is not None and priced(free, proof).base > 0
