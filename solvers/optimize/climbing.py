"""Dual ascent: prices on the items climb at every node of a branch and bound.

The duals of the linear relaxation price the items at the root, in integers, as for `dlx`. Where the
relaxation is loose, these prices are good at the root alone: once some options are chosen, others
are better by far. So here they climb anew at each node, by a few sweeps of coordinate ascent from
its parent's prices on (solvers/native/ascent/prices.hpp), which takes some microseconds where a
linear program takes a hundred times as long. What is proved is summed up in integers, whatever
the prices are.

Set partitions of 50 rows and 3000 options of 3 to 8 rows, which cost some 100 a row, are proved in
two to nine seconds of the processor; after 25 on the clock (one seed, a busy machine) the bounds of
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
from ..contract.solver import Technique
from ..encoding.conditions import raise_bound
from ..encoding.priced_matrix import WIDTH, PricedMatrix, priced
from ..encoding.relaxation import duals_or_zeros
from ..encoding.selection import selected
from ..native.engine import Driver, refusals
from .improver import Improver

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Climbing", "cheapest", "engine_of", "prices_of"]

Native = TypeVar("Native", "_native.AscentSearch", "_native.PairSearch")

# ---- The search: iterative deepening on the cost beyond the root's prices (IDA*: Korf 1985) ------
#
# A round looks for solutions within a limit, depth first; a round without one raises the bound to
# the least total that it left out. The work of a round grows exponentially with its limit, so that
# the last two determine how far the next one may go to take GROWTH times as long: all rounds before
# the last take a third of its time together, and a limit on the time leaves the bound near to what
# can be had.
#
# A known solution sets the limit from the start: no round looks for what costs as much. Pairs then
# have one round alone, whose open nodes give the bound: with a stride of its own aa04, an
# airline's set partition, was proved to cost 26,348 after 25 s, behind an answer of 26,602, and
# not more.


PAIRS = "pairs"
GROWTH = 4.0
MEMORY = 1 << 30  # bytes that the nodes of a path take at most
LITTLE = 100_000  # entries looked at by a round too short to extrapolate


def cheapest(
    query: Query, progress: Progress, prices: PricedMatrix, technique: str
) -> Iterator[Options]:
    """Yield ever cheaper solutions until the last one is proved to be the cheapest.

    technique  PAIRS: by linear programs and pairs of items, else by sweeps and options
    """
    pairs = technique == PAIRS
    best = query.matrix.cost(query.hint) if query.hint else None
    bound = prices.least()
    raise_bound(progress, bound if best is None else min(bound, best))
    strides = _Strides(prices.unit)
    while best is None or bound < best:
        most = bound + strides.next  # what the solutions of this round may cost
        if best is not None:
            most = best - 1 if pairs else min(most, best - 1)
        budget = prices.budget(most)
        search, improved = _engine(query, prices, budget, pairs=pairs), False
        driver = Driver(search, query, progress, whole=False)
        for chosen in _better(query, driver, prices, best):  # the next one has to cost less
            best = query.matrix.cost(chosen)
            yield chosen
            if best <= most:
                improved = True
                search.set_budget(prices.budget(best - 1))
        if not driver.exhausted:
            if pairs:
                raise_bound(progress, prices.least(cast("_native.PairSearch", search).open_bound))
            return
        cut = search.cut
        if improved or cut is None:
            break
        if cut <= budget:
            raise SolverError(
                f"solver optimize: internal error, {budget} may be lost, and {cut} was left out"
            )
        before, bound = bound, max(bound, prices.least(cut))
        raise_bound(progress, bound if best is None else min(bound, best))
        strides.learn(bound - before, search.updates)
    progress.complete = True
    if best is not None:
        progress.bound = best


def _better(
    query: Query,
    driver: Driver[_native.AscentSearch | _native.PairSearch],
    prices: PricedMatrix,
    best: int | None,
) -> Iterator[Options]:
    """Yield what the search finds, or another one, that is cheaper than all before."""
    for batch in driver.solutions(most=1, rests=query.incumbent is not None):
        for options in batch:
            chosen = prices.options(options)
            cost = query.matrix.cost(chosen)
            if best is None or cost < best:
                best = cost
                yield chosen
        if (news := query.news(best)) is not None:
            best = news.cost
            yield news.options


def _engine(
    query: Query, prices: PricedMatrix, budget: int, *, pairs: bool
) -> _native.AscentSearch | _native.PairSearch:
    from .. import _native

    if pairs:
        return engine_of(_native.PairSearch, query, prices, budget, f"optimize:{PAIRS}")
    return engine_of(_native.AscentSearch, query, prices, budget, "optimize:climbing")


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
        return None if prices is None else _Search(self.technique, prices)


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


class _Search:
    """A search that begins anew in each turn."""

    def __init__(self, technique: str, prices: PricedMatrix) -> None:
        self._technique, self._prices = technique, prices

    def goes_on_with(self, query: Query) -> bool:
        """Return false: its tree is lost."""
        return False

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions."""
        return cheapest(query, progress, self._prices, self._technique)
