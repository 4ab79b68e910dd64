"""Large neighborhoods: a part of the best solution is freed, solved exactly, and kept if no worse.

The native engine (solvers/native/neighborhoods/) holds the whole matrix with its reduced costs, by
the prices of the linear relaxation in integers, and says what it does. Here it is given a first
solution, by failure weights where these find one soon, or by a hint; without one it begins with all
covers missing, at a high price each.

It proves nothing itself, but for a solution that costs no more than the root's bound. So that what
is small is proved too, priced dancing links have a tenth of the time, for a solution that is
cheaper than the best one: where there is none, that is the optimum.

Internal techniques free parts of one kind alone, `neighborhoods-dear`, or of all kinds but one,
`neighborhoods-no-dear`: to measure what a kind brings, and to test it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..contract.batch import Batch, Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Resting, Technique
from ..encoding.priced_matrix import REDUCED_COST_LIMIT, PricedMatrix, priced
from ..encoding.relaxation import duals_or_zeros
from ..encoding.selection import selected
from ..native.engine import Effort, refusals
from .improver import Improver, families, first_solution

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Neighborhoods"]

SLICE = 0.02  # seconds between two looks at Python's signals
SHORT = 0.0005  # the same at first: what is small is proved at once
PROOF = 0.1  # of the time is for the proof
# As solvers/native/neighborhoods/freeing.hpp numbers them; where a matrix has no families of
# groups, `groups` frees any options.
KINDS = {"any": 1 << 0, "region": 1 << 1, "good": 1 << 2, "dear": 1 << 3, "far": 1 << 4}
KINDS |= {"groups": (1 << 64) - (1 << 5)}
ALL = (1 << 64) - 1
NAME = "optimize:neighborhoods"


class Neighborhoods(Improver):
    """Large neighborhoods, solved exactly by a native priced search."""

    techniques: ClassVar[Mapping[str, Technique]] = {
        "neighborhoods": Technique("ever better solutions by large neighborhoods, at any size"),
        **{
            f"neighborhoods-{no}{kind}": Technique(
                "neighborhoods of some kinds", internal=True, fuzzed=0.08
            )
            for kind in KINDS
            for no in ("", "no-")
        },
    }
    features = frozenset({"colors", "multiplicities", "costs"})

    def begin(self, query: Query, progress: Progress) -> _Search | None:
        """Price the items by the linear relaxation."""
        rest = selected(query)
        if rest is None:
            return None
        return _Search(query, priced(rest, duals_or_zeros(rest, query)), _kinds(self.technique))


def _kinds(technique: str) -> int:
    """Return the kinds of neighborhoods of a technique, as a mask."""
    knob = technique.removeprefix("neighborhoods").removeprefix("-")
    named = KINDS.get(knob.removeprefix("no-"), ALL)
    return ALL - named if knob.startswith("no-") else named


class _Search(Resting):
    """The neighborhoods and the proof by turns, over one matrix with reduced costs."""

    def __init__(self, query: Query, prices: PricedMatrix, kinds: int = ALL) -> None:
        super().__init__(query)
        self._prices = prices
        # It refuses what sums could not hold.
        self._proof = prices.links(NAME, REDUCED_COST_LIMIT, query.deadline.check, least=True)
        self._tries = self._engine(kinds)
        self._spent = {self._tries: 0.0, self._proof: 0.0}
        self._begun = False

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before and the hint."""
        progress.bound = self._prices.least()
        before = self.cost
        is_better = self.take_up(query)  # more is known than the hint
        if self.cost != before:
            self._start(query.hint)
        elif not self._begun and (start := query.guess or first_solution(query, NAME)):
            self._start(start)
        self._begun = True
        if is_better:
            yield self.best
        for by, exhausted, options in self._turns(Effort(progress)):
            if (news := query.news(self.cost)) is not None:
                self.learn(news.options, news.cost)
                self._start(news.options)
                yield news.options
            if options is not None and self.improves(options, query.matrix.cost(options)):
                yield options
            if self.cost == progress.bound or (exhausted and by is self._proof):
                progress.complete = True
                progress.bound = progress.bound if self.cost is None else self.cost
                return

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        super().learn(options, cost)
        self._proof.set_budget(self._prices.budget(cost - 1))

    def _turns(self, effort: Effort) -> Iterator[tuple[object, bool, Options | None]]:
        """Let both search by turns; yield who did, whether that was all, and what was found."""
        spent, turn = self._spent, SHORT
        nodes = self._tries.nodes + self._proof.nodes
        while not self.query.deadline.passed():
            by = self._proof if spent[self._proof] < PROOF * spent[self._tries] else self._tries
            seconds = PROOF * turn if by is self._proof else turn
            began = time.monotonic()
            exhausted, starts, options = by.next_batch(min(seconds, self.query.deadline.left()), 1)
            spent[by] += time.monotonic() - began
            effort.note(self._tries.nodes + self._proof.nodes - nodes, 0)
            batch = Batch.trusted(starts, options)
            yield by, exhausted, self._prices.options(batch[0]) if len(batch) else None
            turn = min(1.5 * turn, SLICE)

    def _engine(self, kinds: int) -> _native.Neighborhoods:
        from .. import _native

        prices, query = self._prices, self.query
        mine = np.full(len(prices.reduced) - len(prices.numbers), -1, np.int32)
        groups = [np.append(family, mine) for family in families(query.matrix, prices.numbers)]
        with refusals(NAME):
            return _native.Neighborhoods.made(
                prices.problem,
                prices.reduced,
                prices.leave,
                prices.charge,
                prices.scale,
                groups,
                kinds,
                query.seed or 0,
                query.deadline.check,
            )

    def _start(self, options: Options) -> None:
        """Begin with a solution, or what there is of one."""
        numbers = self._prices.numbers
        wanted = np.asarray(sorted(options), np.int64)
        places = np.searchsorted(numbers, wanted)
        places = places[np.isin(wanted, numbers)]
        self._tries.start(places.tolist())
