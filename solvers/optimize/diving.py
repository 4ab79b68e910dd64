"""Dives: a search by climbing prices that leaves out what hardly leads to a good solution.

The climbing prices (climbing.py) bound a node by what its solutions cost at least. Where the linear
relaxation is loose that bound rises steeply with the first options that are chosen, and stays once
about half of the items are covered: with few options left the relaxation is whole. So a node near
the root whose bound is near the limit has hardly any solution within it. A dive closes such nodes,
too: while more than a part of the items are open, each open item has to leave so much of the
distance between the root's bound and the limit unspent (Harvey and Ginsberg, "Limited discrepancy
search", 1995, limit a search by other means to the same end). What is left of the tree is a small
part with most of the good solutions. It proves nothing.

A round searches behind several such limits, some of which allow no more than a part of that
distance, each for so much work; the next round has twice the work for each. One dive of a round
closes no more nodes than the bound does, so that what is small is proved. Measured on set
partitions of options that cost 1 to 1000 whatever their size (one seed, processor time, behind
neighborhoods of a second or two): 80 rows and 5,000 options, 1191 after 17 s, where neighborhoods
and climbing by turns have 1660 after 57 s; 150 rows and 20,000 options, 2377 after 8 s, where they
have 3694 after 18 s. That is the best of six orders of dives that were tried on these two; among
the turns of `auto` they have 1474 and 3641 after a minute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from ...models.errors import Unsupported
from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Resting, Technique
from ..encoding.priced_matrix import REDUCED_COST_LIMIT, PricedMatrix
from ..encoding.selection import selected
from ..native.engine import Effort
from .climbing import engine_of, prices_of
from .improver import Improver, families, first_solution

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Diving"]

NAME = "optimize:diving"
STEP = 100_000  # entries looked at between two looks at the deadline
FIRST = 20_000_000  # the same of each dive of the first round
UNSPENT = 0.5  # of the items: while more are open, each leaves something unspent
# Dives: which part of the distance between the bound and the best solution the limit allows, and
# which part of that is left unspent at the root. The last one is the proof.
DIVES = ((1.0, 0.9), (0.5, 0.9), (1.0, 0.7), (0.5, 0.7), (0.7, 0.8), (1.0, 0.0))


class Diving(Improver):
    """Searches by climbing prices that leave out what hardly leads to a good solution."""

    techniques: ClassVar[Mapping[str, Technique]] = {
        "diving": Technique("prices that climb, only where a good solution is likely"),
    }

    def begin(self, query: Query, progress: Progress) -> _Search | None:
        """Price the items by the linear relaxation."""
        prices = prices_of(query)
        return None if prices is None else _Search(query, prices)

    def require_size(self, query: Query) -> None:
        """Raise Unsupported for grids, which blocks improve further."""
        rest = selected(query)
        if rest is not None and families(query.matrix, rest.options):
            raise Unsupported(f"solver {NAME} does not support grids, expected a set partition")


class _Search(Resting):
    """Dives, one after another, each behind the best solution so far."""

    def __init__(self, query: Query, prices: PricedMatrix) -> None:
        super().__init__(query)
        self._prices = prices
        self._nodes = self._updates = 0  # of the dives that are over
        self._proved = False
        self._engine = self._dive(-1)  # refuses what it cannot take
        self._steps = self._rounds()

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before and the hint."""
        progress.bound = self._prices.least()
        if self.take_up(query):  # more is known than the hint
            yield self.best
        effort = Effort(progress)
        nodes, updates = self._effort()
        while not query.deadline.passed():
            if (news := query.news(self.cost)) is not None:
                self.learn(news.options, news.cost)
                yield news.options
            options = None if self.cost == progress.bound else next(self._steps, None)
            spent = self._effort()
            effort.note(spent[0] - nodes, spent[1] - updates)
            if options is not None:
                if self.improves(options, query.matrix.cost(options)):
                    yield options
            elif self._proved or self.cost == progress.bound:
                progress.complete = True
                progress.bound = progress.bound if self.cost is None else self.cost
                return

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        super().learn(options, cost)
        self._engine.set_budget(self._prices.budget(cost - 1))

    def _rounds(self) -> Iterator[Options | None]:
        """Yield a solution, or None without one, after each step, until the proof."""
        if self.cost is None:
            yield first_solution(self.query, NAME) or None
        work = FIRST
        while True:
            for reach, unspent in DIVES:
                if self.cost is not None or not unspent:
                    yield from self._dived(reach, unspent, work)
            work *= 2

    def _dived(self, reach: float, unspent: float, work: int) -> Iterator[Options | None]:
        within = REDUCED_COST_LIMIT if self.cost is None else self._prices.budget(self.cost - 1)
        within = within if reach == 1 else int(reach * within)
        engine = self._engine = self._dive(within)
        items = len(self._prices.low)
        least = int(UNSPENT * items)
        engine.expect(int(unspent * max(within, 0) / max(items - least, 1)), least)
        exhausted = False
        while not exhausted and engine.updates < work:
            exhausted, success, options = engine.next_within(STEP)
            self._proved = exhausted and not unspent
            yield self._prices.options(tuple(options)) if success else None
        self._nodes += engine.nodes
        self._updates += engine.updates

    def _dive(self, budget: int) -> _native.AscentSearch:
        from .. import _native

        return engine_of(_native.AscentSearch, self.query, self._prices, budget, NAME)

    def _effort(self) -> tuple[int, int]:
        return self._nodes + self._engine.nodes, self._updates + self._engine.updates
