"""Large neighborhoods: a part of the best solution is freed, solved exactly, and kept if no worse.

The native engine (solvers/native/neighborhoods/) holds the whole matrix with its reduced costs, by
the prices of the linear relaxation in integers, and says what it does. Here it is given a first
solution, by failure weights where these find one soon, or by a hint; without one it begins with all
covers missing, at a high price each.

It proves nothing itself, but for a solution that costs no more than the root's bound. So that what
is small is proved too, priced dancing links have a tenth of the time, for a solution that is
cheaper than the best one: where there is none, that is the optimum. All solutions, and their
number, are what dancing links say.

A variant frees parts of one kind alone, `neighborhoods:dear`, or of all kinds but one,
`neighborhoods:no-dear`: to measure what a kind brings, and to test it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ....models.errors import UnknownSolver, did_you_mean
from ...contract.batch import Batch, Options
from ...contract.deadline import Stopped
from ...contract.features import require_covers
from ...contract.progress import Progress
from ...contract.query import Query
from ...encoding.priced_matrix import PricedMatrix, priced
from ...encoding.reduced_costs import REDUCED_COST_LIMIT
from ...encoding.relaxation import available, relaxation
from ...encoding.selection import SelectedMatrix, selected
from ...native.engine import Effort
from ...native.problem import problem_of, refusals
from ...native.solver import DancingSolver
from .groups import families

if TYPE_CHECKING:
    from ... import _native

__all__ = ["Neighborhoods"]

SLICE = 0.02  # seconds between two looks at Python's signals
SHORT = 0.0005  # the same at first: what is small is proved at once
PROOF = 0.1  # of the time is for the proof
FAILURES = 20_000  # of the search for a first solution
# As freeing.hpp numbers them; where a matrix has no families of groups, `groups` frees any options.
KINDS = {"any": 1 << 0, "region": 1 << 1, "good": 1 << 2, "dear": 1 << 3, "far": 1 << 4}
KINDS |= {"groups": (1 << 64) - (1 << 5)}
ALL = (1 << 64) - 1


class Neighborhoods(DancingSolver):
    """Large neighborhoods, solved exactly by a native priced search."""

    name = "neighborhoods"
    features = frozenset({"colors", "multiplicities", "costs"})
    promises = False
    summary = "ever better solutions by large neighborhoods, for costs; proves what is small"

    def __init__(self, variant: str = "") -> None:
        known = list(KINDS)
        if variant and variant.removeprefix("no-") not in known:
            close = did_you_mean(variant.removeprefix("no-"), known)
            expected = f"one of {', '.join(known)}, or no- and one of these{close}"
            raise UnknownSolver(
                f"solver {self.name} has no variant {variant!r}, expected {expected}"
            )
        super().__init__(variant)
        named = KINDS.get(variant.removeprefix("no-"), ALL)
        self._kinds = ALL - named if variant.startswith("no-") else named

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution, by dancing links."""
        return self.native_solutions(query, progress)

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions until the deadline, or until the last is proved."""
        require_covers(query.matrix, f"solver {self.name}")
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            rest = selected(query)
            if rest is None:
                progress.complete = not query.hint
                return
            prices = priced(rest, _duals(rest, query))
            yield from _Search(query, progress, prices, self._kinds).solutions()


class _Search:
    """The neighborhoods and the proof by turns, over one matrix with reduced costs."""

    def __init__(
        self, query: Query, progress: Progress, prices: PricedMatrix, kinds: int = ALL
    ) -> None:
        self._query, self._progress, self._prices = query, progress, prices
        self._effort = Effort(progress)
        progress.bound = prices.least()
        # It refuses what sums could not hold.
        self._proof = prices.links(
            "neighborhoods", REDUCED_COST_LIMIT, query.deadline.check, least=True
        )
        self._tries = self._engine(kinds)

    def solutions(self) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before and the hint."""
        query, progress = self._query, self._progress
        least: int | None = None
        if query.hint:
            least = query.matrix.cost(query.hint)
            self._proof.set_budget(self._prices.budget(least - 1))
        if known := query.hint or query.guess or _first(query):
            self._start(known)
        for by, exhausted, options in self._turns():
            if options is not None:
                cost = query.matrix.cost(options)
                if least is None or cost < least:
                    least = cost
                    self._proof.set_budget(self._prices.budget(cost - 1))
                    yield options
            if least == progress.bound or (exhausted and by is self._proof):
                progress.complete = True
                progress.bound = progress.bound if least is None else least
                return

    def _turns(self) -> Iterator[tuple[object, bool, Options | None]]:
        """Let both search by turns; yield who did, whether that was all, and what was found."""
        spent = {self._tries: 0.0, self._proof: 0.0}
        turn = SHORT
        while not self._query.deadline.passed():
            by = self._proof if spent[self._proof] < PROOF * spent[self._tries] else self._tries
            seconds = PROOF * turn if by is self._proof else turn
            began = time.monotonic()
            exhausted, starts, found = by.next_batch(min(seconds, self._query.deadline.left()), 1)
            spent[by] += time.monotonic() - began
            self._effort.note(self._tries.nodes + self._proof.nodes, 0)
            batch = Batch.trusted(starts, found)
            yield by, exhausted, self._prices.options(batch[0]) if len(batch) else None
            turn = min(1.5 * turn, SLICE)

    def _engine(self, kinds: int) -> _native.Neighborhoods:
        from ... import _native

        prices, query = self._prices, self._query
        mine = np.full(len(prices.reduced) - len(prices.numbers), -1, np.int32)
        groups = [np.append(one, mine) for one in families(query.matrix, prices.numbers)]
        with refusals("neighborhoods"):
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


def _duals(rest: SelectedMatrix, query: Query) -> npt.NDArray[np.float64]:
    """Return the duals of the relaxation, float64[items]; zeros where there are none."""
    none = np.zeros(len(rest.low))
    if not rest.costs.any() or not available():
        return none
    duals, _ = relaxation(rest, query)
    return none if duals is None else duals


def _first(query: Query) -> Options:
    """Return a solution by failure weights; () if they find none soon, or know no such matrix."""
    from ... import _native

    if query.matrix.has_multiplicities:
        return ()
    with refusals("neighborhoods"):
        engine = _native.WeightedCells(problem_of(query), query.seed or 0, query.deadline.check)
    exhausted = False
    while not exhausted and engine.failures <= FAILURES and not query.deadline.passed():
        exhausted, starts, found = engine.next_batch(min(SLICE, query.deadline.left()), 1)
        for options in Batch.trusted(starts, found):
            return options if engine.failures <= FAILURES else ()
    return ()
