"""The native dancing-links engine (solvers/native/dancing_links.hpp) as a solver.

Where there are costs, prices on the items (prices.py) turn them into losses, and the engine
searches for the least total loss by iterative deepening (deepening.py). The variant `dlx:taxes`
takes its prices from losses.py instead of a linear program, as the solver itself does where
OR-Tools is not installed. The variant `dlx:memo` counts with a memo of what it counted (memo.py)
and is `dlx` otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..models.errors import Unavailable, UnknownSolver
from .losses import allowed_options, losses
from .memo import can_count_with_memo, count_with_memo
from .solver import Options, Search, Solver, version_of
from .ticks import Ticks

if TYPE_CHECKING:
    from . import _native
    from .priced import Priced

__all__ = ["DancingLinks"]

UNLIMITED = (1 << 63) - 1


class DancingLinks(Solver):
    """Knuth's dancing links: Algorithms X, C and M, and costs by prices and deepening."""

    name = "dlx"
    summary = "native dancing links (Knuth's Algorithms X, C, M; costs by prices on the items)"

    def __init__(self, variant: str = "") -> None:
        if variant not in ("", "memo", "taxes"):
            raise UnknownSolver(f"no solver 'dlx:{variant}', expected dlx, dlx:memo or dlx:taxes")
        super().__init__(variant)

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        try:
            from . import _native  # noqa: F401
        except ImportError as error:
            raise Unavailable(f"solver dlx: the native module is not built ({error})") from error
        return version_of("minuet")

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution, in the order of Knuth's dlx2."""
        ticks = Ticks(_engine(search), search)
        yield from ticks.solutions()
        search.complete = ticks.exhausted

    def count(self, search: Search) -> int:
        """Count without building the solutions."""
        if self.variant == "memo" and can_count_with_memo(search.matrix):
            return count_with_memo(search)
        ticks = Ticks(_engine(search), search)
        ticks.count()
        search.complete = ticks.exhausted
        return search.found

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield ever cheaper solutions, by iterative deepening on the loss against the prices."""
        from .deepening import cheapest

        prices = self._prices(search)
        if prices is not None:
            yield from cheapest(search, prices)

    def best_solutions(self, search: Search, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order.

        `search.complete` is set at the end if these are proved to be the cheapest, or all.
        """
        from .deepening import ascending

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


def _engine(search: Search) -> _native.DancingLinks:
    """Return an engine for all solutions: no option loses anything."""
    from . import _native

    matrix = search.matrix
    allowed = allowed_options(matrix, search.forbidden)
    free = losses(matrix, allowed, costs=False)
    return _native.DancingLinks(
        matrix.primary,
        matrix.starts,
        matrix.members,
        matrix.colors,
        matrix.low,
        matrix.high,
        np.array(search.given, np.int32),
        allowed,
        free.loss,
        free.skip,
        np.zeros(len(matrix.items), np.int64),
        _native.Goal.ALL,
        UNLIMITED,
    )
