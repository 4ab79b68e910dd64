"""Dual ascent: prices on the items climb at every node of a branch and bound.

The duals of the linear relaxation price the items at the root, in integers, as for `dlx`. Where the
relaxation is loose, these prices are good at the root alone: once some options are chosen, others
are better by far. So here they climb anew at each node, by a few sweeps of coordinate ascent from
its parent's prices on (solvers/native/ascent/prices.hpp), which takes some microseconds where a
linear program takes a hundred times as long. What is proved is summed up in integers, whatever
the prices are.

Set partitions of 50 rows and 3000 options of 3 to 8 rows, which cost some 100 a row, are proved in
one to five seconds of the processor; after 25 on the clock (one seed, a busy machine) the bounds of
SCIP, HiGHS and CP-SAT are 56 and more below the optimum. It does less where the relaxation is wide
of the mark in a matrix of many items: aa04, an airline's set partition of 426 items, it proves to
cost at least 26,100 in 16 s (26,374 is the optimum, and 25,878 the relaxation's), but not 26,200 in
30. There `pairs` is ahead: a linear program at every node, cliques as cuts, and branches on
pairs of items (solvers/native/ascent/pair_search.hpp).

The parts: the iterative deepening, and the techniques `climbing` and `pairs`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from ...models.errors import SolverError
from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Resting, Technique
from ..encoding.conditions import raise_bound
from ..encoding.priced_matrix import WIDTH, PricedMatrix, priced
from ..encoding.relaxation import duals_or_zeros
from ..encoding.selection import selected
from ..native.engine import Driver, refusals
from .improver import Improver

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Climbing", "engine_of", "prices_of"]

Native = TypeVar("Native", "_native.AscentSearch", "_native.PairSearch")

# ---- The search: iterative deepening on the cost beyond the root's prices (IDA*: Korf 1985) ------
#
# A round looks for solutions within a limit, depth first; a round without one raises the bound to
# the least total that it left out. The work of a round grows exponentially with its limit, so that
# the last two determine how far the next one may go to take GROWTH times as long: all rounds before
# the last take a third of its time together, and a limit on the time leaves the bound near to what
# can be had.
#
# A known solution sets the limit from the start: no round looks for what costs as much. A round
# that a turn interrupts continues in the next one.
#
# Pairs have rounds, too: aa04, an airline's set partition, takes them 6.7 s of the processor
# without a solution to begin with, and one round alone 12.8 behind an answer of 26,605 (26,374 is
# the optimum). In another order of its rows and options it is 15.4 to 19.8 s behind answers of
# 27,004 to 27,380, and 28.9 or not within 28 by one round alone.

PAIRS = "pairs"
GROWTH = 4.0
MEMORY = 1 << 30  # bytes that the nodes of a path take at most
LITTLE = 100_000  # entries looked at by a round too short to extrapolate


class _Search(Resting):
    """The rounds of one technique; in its next turn a round continues where it stopped."""

    def __init__(self, query: Query, prices: PricedMatrix, technique: str) -> None:
        super().__init__(query)
        self._prices, self._technique = prices, technique
        self._bound = prices.least()
        self._strides = _Strides(prices.unit)
        self._engine: _native.AscentSearch | _native.PairSearch | None = None  # of the round
        self._most = 0  # what the solutions of the round may cost
        self._improved = False  # it found one, or another solver did

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions until the last one is proved to be the cheapest."""
        if self.take_up(query):  # more is known than the hint
            yield self.best
        while self.cost is None or self._bound < self.cost:
            raise_bound(progress, self._least())
            if self._engine is None:
                self._engine = self._begin()
            driver = Driver(self._engine, query, progress, whole=False)
            yield from self._better(driver)
            if not driver.exhausted:
                raise_bound(progress, self._least())
                return
            if not self._end(self._engine):
                break
        progress.complete = True
        if self.cost is not None:
            progress.bound = self.cost

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        super().learn(options, cost)
        if self._engine is not None and cost <= self._most:
            self._improved = True
            self._engine.set_budget(self._prices.budget(cost - 1))

    def _begin(self) -> _native.AscentSearch | _native.PairSearch:
        """Begin a round."""
        from .. import _native

        self._most = self._bound + self._strides.next
        if self.cost is not None:
            self._most = min(self._most, self.cost - 1)
        self._improved = False
        budget = self._prices.budget(self._most)
        if self._technique == PAIRS:
            solver = f"optimize:{PAIRS}"
            return engine_of(_native.PairSearch, self.query, self._prices, budget, solver)
        return engine_of(
            _native.AscentSearch, self.query, self._prices, budget, "optimize:climbing"
        )

    def _better(
        self, driver: Driver[_native.AscentSearch | _native.PairSearch]
    ) -> Iterator[Options]:
        """Yield what the round finds, or another solver, that is cheaper than all before."""
        query = self.query
        for batch in driver.solutions(most=1, rests=query.incumbent is not None):
            for options in batch:
                chosen = self._prices.options(options)
                if self.improves(chosen, query.matrix.cost(chosen)):
                    yield chosen
            if (news := query.news(self.cost)) is not None:
                self.learn(news.options, news.cost)
                yield news.options

    def _end(self, engine: _native.AscentSearch | _native.PairSearch) -> bool:
        """End a round; return whether another one is needed."""
        cut, self._engine = engine.cut, None
        if self._improved or cut is None:
            return False
        budget = self._prices.budget(self._most)
        if cut <= budget:
            raise SolverError(
                f"solver optimize: internal error, {budget} may be lost, and {cut} was left out"
            )
        before, self._bound = self._bound, max(self._bound, self._prices.least(cut))
        self._strides.learn(self._bound - before, engine.updates)
        return True

    def _least(self) -> int:
        """Return what is proved: no solution costs less."""
        bound = self._bound
        if self._technique == PAIRS and self._engine is not None:
            open_bound = cast("_native.PairSearch", self._engine).open_bound
            bound = max(bound, self._prices.least(open_bound))
        return bound if self.cost is None else min(bound, self.cost)


def engine_of(
    kind: type[Native], query: Query, prices: PricedMatrix, budget: int, solver: str
) -> Native:
    """Return a native search for solutions within a budget.

    Raises Unsupported, naming the solver, if it refuses the matrix, and Stopped at the deadline.
    """
    with refusals(solver):
        return kind.made(
            prices.problem,
            prices.reduced,
            prices.leave,
            prices.charge,
            budget,
            MEMORY,
            query.deadline.check,
        )


class _Strides:
    """By how much the next round may go beyond what is proved.

    next  in costs
    """

    def __init__(self, unit: int) -> None:
        self._unit = unit  # costs differ by at least that
        self.next = unit
        self._work = 0

    def learn(self, gained: int, work: int) -> None:
        """Note by how much a round raised the bound, and what it looked at."""
        grew = math.log(work / self._work) if work > self._work > LITTLE else 0.0
        self._work = work
        if grew * 2 <= math.log(GROWTH):  # nor does a round count that was too short
            self.next = 2 * max(self.next, self._unit)
            return
        part = min(math.log(GROWTH) / grew, 2.0)
        self.next = max(math.ceil(gained * part), self._unit)


NARROW = 54  # bits of the losses of pairs, whose bounds are sums of many prices


class Climbing(Improver):
    """Branch and bound by prices that climb at every node, or by linear programs there."""

    techniques: ClassVar[Mapping[str, Technique]] = {
        "climbing": Technique("prices on the items that climb at every node"),
        PAIRS: Technique("a linear program at every node, branches on pairs of items"),
    }

    def begin(self, query: Query, progress: Progress) -> _Search | None:
        """Price the items by the linear relaxation."""
        prices = prices_of(query, width=NARROW if self.technique == PAIRS else WIDTH)
        return None if prices is None else _Search(query, prices, self.technique)


def prices_of(query: Query, width: int = WIDTH) -> PricedMatrix | None:
    """Price the items by the linear relaxation; return None if there is no solution.

    Raises Stopped at the deadline.
    """
    rest = selected(query)
    if rest is None:
        return None
    duals = duals_or_zeros(rest, query)
    query.deadline.check()
    return priced(rest, duals, width=width)
