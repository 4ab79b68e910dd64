"""Who proves and who improves, by turns, over one matrix that falls into blocks.

The deepening (deepening.py) is given a while alone, for what is small it proves at once. Then
neighborhoods (freeing.py) have most of the work while they find something, and a part of it later:
what they find limits what the proof has to look at. Turns are counted in work, so that a seed gives
the same solutions each time.

Where two threads search side by side (process/side_by_side.py), one of them has the proof alone and
the other one the neighborhoods, and each learns at once what the other one finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...contract.batch import Options
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.steps import Resting
from ...native.engine import Effort
from .deepening import Deepening
from .freeing import Freeing
from .prices import block_prices, unit_of

__all__ = ["BOTH", "FREEING", "PROOF", "Improvement"]

ALONE = 500_000  # work of the proof before anything is freed: some .3 s, grids of 9x9 need it
LATELY = 4_000_000  # work without a gain after which those who improve have less of it
MUCH, LITTLE = 3.0, 0.3  # of the proof's work is for them


class Shares(NamedTuple):
    """How the work is shared out.

    alone   work of the proof before anything is freed
    much    times the proof's work is for those who improve while they find something
    little  the same later
    """

    alone: int
    much: float
    little: float


BOTH = Shares(ALONE, MUCH, LITTLE)
PROOF = Shares(0, 0.0, 0.0)
FREEING = Shares(0, 9.0, 9.0)  # a tenth is for the proof: so what is small comes to an end


class Improvement(Resting):
    """The state of a search that may rest, and go on when its solver is asked again."""

    def __init__(self, query: Query, shares: Shares = BOTH) -> None:
        """Divide the matrix; begin at the hint. Raises Unsupported, or Stopped at the deadline."""
        super().__init__(query)
        self._shares, unit = shares, unit_of(query)
        prices = block_prices(query, query.matrix.costs // unit)
        self.impossible = prices.impossible
        if self.impossible:
            return
        if query.hint:
            super().learn(query.hint, query.matrix.cost(query.hint))
        self._proof = Deepening(Progress(), prices, unit, self.cost)
        frees = shares != PROOF
        self._freeing: Freeing | None = Freeing(query, query.hint) if frees else None

    def goes_on_with(self, query: Query) -> bool:
        """Whether it is the same that is asked."""
        return super().goes_on_with(query) and self.query.memory == query.memory

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions than the query's hint until its deadline or the proof."""
        effort = Effort(progress)
        if self._begin(query, progress):
            yield self.best
        nodes, updates = self._spent()
        while not progress.complete and not query.deadline.passed():
            if (news := query.news(self.cost)) is not None:
                self.learn(news.options, news.cost)
                yield news.options
            options = self._step()
            spent = self._spent()
            effort.note(spent[0] - nodes, spent[1] - updates)
            if options is not None:
                cost = query.matrix.cost(options)
                if self.cost is None or cost < self.cost:
                    self.learn(options, cost)
                    yield options

    def _begin(self, query: Query, progress: Progress) -> bool:
        """Go on for this query; return whether more is known than its hint."""
        before, self._proof.progress = self._proof.progress, progress
        progress.bound = before.bound
        progress.complete = before.complete
        if self._freeing is not None:
            self._freeing.query = query
        return self.take_up(query)

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        super().learn(options, cost)
        self._proof.learn(cost)
        if self._freeing is not None:
            self._freeing.learn(options)

    def _step(self) -> Options | None:
        """Let the one whose turn it is take a step."""
        freeing, proof = self._freeing, self._proof
        if freeing is not None:
            alone, much, little = self._shares
            share = much if freeing.idle < LATELY else little
            if freeing.spent < share * (proof.spent - alone):
                try:
                    return next(freeing.steps)
                except StopIteration:
                    self._freeing = None
        return next(proof.steps, None)

    def _spent(self) -> tuple[int, int]:
        parts = [one for one in (self._proof, self._freeing) if one is not None]
        return sum(one.nodes for one in parts), sum(one.updates for one in parts)
