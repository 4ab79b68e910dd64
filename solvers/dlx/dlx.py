"""The native dancing-links and dancing-cells engines (solvers/native/) as a solver.

Both visit the nodes of Knuth's dlx2 in its order and count its updates; cells are faster, links
know multiplicities and costs too. Plain `dlx` takes cells where it can, and several threads
split their tree (split.py). Where there are costs, prices on the items (prices.py) turn them into
losses, and the links are searched for the least total loss by iterative deepening (deepening.py).

The variants: `dlx:links` and `dlx:cells` say which engine enumerates (for multiplicities it is
always the links); `dlx:memo` counts with a memo of what it counted (memo.py); `dlx:weights` finds
its first solution by failure weights and restarts, much sooner on large sparse matrices;
`dlx:taxes` takes its prices from losses.py instead of a linear program, as plain `dlx` does
without OR-Tools.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from ...models.errors import Unavailable, UnknownSolver, Unsupported
from ..contract.solver import Options, Search, Solver, Stopped, version_of
from ..native.arrays import native_arrays, refusals, with_given
from ..native.split import Make, can_split, count_split, counting_split, split_solutions
from ..native.ticks import Engine, Ticks
from .memo import can_count_with_memo, counting_with_memo

if TYPE_CHECKING:
    from .. import _native
    from .priced import Priced

__all__ = ["DancingLinks"]

UNLIMITED = (1 << 63) - 1
VARIANTS = ("links", "cells", "memo", "weights", "taxes")


class DancingLinks(Solver):
    """Knuth's dancing links: Algorithms X, C and M, and costs by prices and deepening."""

    name = "dlx"
    kind = "native"
    summary = "native dancing links (Knuth's Algorithms X, C, M; costs by prices on the items)"

    def __init__(self, variant: str = "") -> None:
        if variant and variant not in VARIANTS:
            known = ", ".join(f"dlx:{name}" for name in VARIANTS)
            raise UnknownSolver(f"no solver 'dlx:{variant}', expected dlx, {known}")
        super().__init__(variant)

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        try:
            from .. import _native  # noqa: F401
        except ImportError as error:
            raise Unavailable(f"solver dlx: the native module is not built ({error})") from error
        return version_of("minuet")

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution, in the order of Knuth's dlx2; `dlx:weights` finds its own first."""
        with suppress(Stopped):
            if self._by_weights(search):
                yield from _first_by_weights(search)
            elif self._splits(search):
                yield from split_solutions(search, _cells(search))
            else:
                yield from _enumerate(self._engine(search), search)

    def count(self, search: Search) -> int:
        """Count without building the solutions."""
        if self._splits(search) and not self._remembers(search):
            return count_split(search, _cells(search))
        with suppress(Stopped):
            for _ in self._counting(search):
                pass
        return search.found

    def counting(self, search: Search) -> Iterator[None]:
        """Count in steps; `dlx:weights` ends, not complete, with the first solution."""
        with suppress(Stopped):
            if self._by_weights(search):
                yield from _counting_by_weights(search)
            else:
                yield from self._counting(search)

    def _counting(self, search: Search) -> Iterator[None]:
        if self._remembers(search):
            yield from counting_with_memo(search, search.memory)
        elif self._splits(search):
            yield from counting_split(search, _cells(search))
        else:
            ticks = Ticks(self._engine(search), search)
            for _ in ticks.counting():
                search.complete = ticks.exhausted
                yield

    def require_size(self, search: Search) -> None:
        """Raise Unsupported for a variant that would do what plain `dlx` does."""
        matrix = search.matrix
        if self.variant == "memo" and not can_count_with_memo(matrix):
            raise Unsupported("solver dlx:memo does not remember states of this matrix")
        if self.variant == "weights" and matrix.has_multiplicities:
            raise Unsupported("solver dlx:weights does not weigh items with multiplicities")

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield ever cheaper solutions, by iterative deepening on the loss against the prices."""
        from .deepening import cheapest

        with suppress(Stopped):
            prices = self._prices(search)
            if prices is not None:
                yield from cheapest(search, prices)

    def best_solutions(self, search: Search, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order.

        `search.complete` is set at the end if these are proved to be the cheapest, or all.
        """
        from .deepening import ascending

        with suppress(Stopped):
            prices = self._prices(search)
            if prices is not None:
                yield from ascending(search, prices, k)

    def _prices(self, search: Search) -> Priced | None:
        """Return the losses; None, and the search complete, if they show it infeasible."""
        from .priced import taxed
        from .prices import best_prices

        prices = taxed(search) if self.variant == "taxes" else best_prices(search)
        search.complete = prices is None
        return prices

    def _remembers(self, search: Search) -> bool:
        return self.variant == "memo" and can_count_with_memo(search.matrix)

    def _by_weights(self, search: Search) -> bool:
        return self.variant == "weights" and not search.matrix.has_multiplicities

    def _splits(self, search: Search) -> bool:
        return self.variant != "links" and can_split(search)

    def _engine(self, search: Search) -> Engine:
        if self.variant == "links" or search.matrix.has_multiplicities:
            return _links(search)
        return _cells(search)(search.given, search.deadline.check)


def _enumerate(engine: Engine, search: Search) -> Iterator[Options]:
    ticks = Ticks(engine, search)
    yield from ticks.solutions()
    search.complete = ticks.exhausted


def _first_by_weights(search: Search) -> Iterator[Options]:
    """Yield a solution found by weights, then the others as cells find them."""
    from .. import _native

    arrays, free = native_arrays(search)
    first: Options | None = None
    with refusals("dlx:weights"):
        engine = _native.WeightedCells(*arrays, free.skip, search.deadline.check)
    for first in _enumerate(engine, search):
        yield first
        break
    if first is None:
        return
    known = frozenset(first)
    for options in _enumerate(_cells(search)(search.given, search.deadline.check), search):
        search.ready = 0  # one of those at hand may be the known one
        if frozenset(options) != known:
            yield options


def _counting_by_weights(search: Search) -> Iterator[None]:
    """Look for a first solution, in steps: that there is none is a count."""
    from .. import _native

    arrays, free = native_arrays(search)
    engine = _native.WeightedCells(*arrays, free.skip, search.deadline.check)
    ticks = Ticks(engine, search)
    for _ in ticks.counting():
        search.complete = ticks.exhausted and search.found == 0
        yield


def _cells(search: Search) -> Make[_native.DancingCells]:
    """Return what makes the cells for given options; the rest is prepared once."""
    from .. import _native

    arrays, free = native_arrays(search)

    def cells(given: Options, check: Callable[[], None]) -> _native.DancingCells:
        with refusals("dlx"):
            return _native.DancingCells(*with_given(arrays, given), free.skip, check)

    return cells


def _links(search: Search) -> Engine:
    """Return the links for all solutions: no option loses anything."""
    from .. import _native

    arrays, free = native_arrays(search)
    charge = np.zeros(len(search.matrix.items), np.int64)
    with refusals("dlx"):
        return _native.DancingLinks(
            *arrays,
            free.loss,
            free.skip,
            charge,
            _native.Goal.ALL,
            UNLIMITED,
            search.deadline.check,
        )
