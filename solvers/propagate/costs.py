"""The cheapest solutions by propagation: branch and bound.

Costs are one more weighted item, whose bound sinks with each better solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappush, heappushpop
from typing import TYPE_CHECKING

from ..contract.batch import Options, one_by_one
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.steps import Resting
from ..native.engine import Driver
from .engines import ListingStating, priced_engine

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Cheapest", "cheapest_first"]


class _Priced:
    """A search by costs: solutions within a budget that sinks."""

    def __init__(self, query: Query, progress: Progress) -> None:
        self._engine = priced_engine(query)
        self.go_on(query, progress)

    def go_on(self, query: Query, progress: Progress) -> None:
        """Search on within the deadline of this query."""
        self._query = query
        self._driver: Driver[_native.Propagation | ListingStating] = Driver(
            self._engine, query, progress, whole=False
        )

    def solutions(self) -> Iterator[tuple[int, Options]]:
        """Yield solutions and their costs; the next one is looked for when this one was seen."""
        for options in one_by_one(self._driver.solutions(most=1)):
            yield self._query.matrix.cost(options), options

    def only_below(self, cost: int) -> None:
        """Look only for solutions that cost less."""
        self._engine.set_budget(cost - 1)

    def least(self) -> int | None:
        """Return what every solution costs at least, if that is known."""
        return self._engine.least_cost

    @property
    def exhausted(self) -> bool:
        """Whether there is no further one."""
        return self._driver.exhausted


class Cheapest(Resting):
    """The search for ever cheaper solutions, which may rest and go on where it stopped."""

    def __init__(self, query: Query, progress: Progress) -> None:
        super().__init__(query)
        self._search = _Priced(query, progress)
        self._bound: int | None = None

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before and the hint, until one is proved."""
        search = self._search
        search.go_on(query, progress)
        progress.bound = self._bound
        if self.take_up(query):
            yield self.best
        for cost, options in search.solutions():
            if self._bound is None:
                self._bound = progress.bound = search.least()
            self.learn(options, cost)
            yield options
            if cost == search.least():
                progress.complete = True
                return
        progress.complete = search.exhausted
        if progress.complete and self.cost is not None:
            progress.bound = self.cost

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        super().learn(options, cost)
        self._search.only_below(cost)


def cheapest_first(query: Query, progress: Progress, k: int) -> Iterator[Options]:
    """Yield the k cheapest solutions in ascending order of cost, once they are known."""
    kept: list[tuple[int, Options]] = []  # a heap: the dearest, its cost negated, comes first
    if k > 0:
        search = _Priced(query, progress)
        for cost, options in search.solutions():
            if len(kept) < k:
                heappush(kept, (-cost, options))
            else:
                heappushpop(kept, (-cost, options))
            if len(kept) == k:
                search.only_below(-kept[0][0])
        if not search.exhausted:
            return
    yield from (options for _, options in sorted(kept, key=lambda one: -one[0]))
    progress.complete = True
