"""Block prices: independent blocks that a family of items links, and what their covers cost.

Leave the cells of a sudoku out of its matrix, and what is left falls apart into one block a digit.
All covers of a block make one small diagram, so prices on the links are raised by hundreds of
looks at all covers of all blocks (solvers/native/blocks/relaxation.hpp). They bound the cost more
tightly than those of the linear relaxation, for a block is covered as a whole; and then one cover a
block is looked for, by iterative deepening on what they lose (deepening.py). That proves what is
loose in the linear relaxation: random weights on a blank 9x9 grid, Latin squares with costs.

The families are those that solutions are counted by (solvers/native/levels/families.hpp), and the
items that need no cover. A matrix that none of these divides is one block: its cheapest cover is a
shortest path, as long as the diagram can be held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from ....models.errors import SolverError
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Solver
from ...native.engine import Driver
from ...native.problem import problem_of, refusals
from ...native.solver import native_version
from .deepening import cheapest

if TYPE_CHECKING:
    from ... import _native

__all__ = ["Blocks"]

STEP = 0.03  # seconds between two looks at the deadline
SOME = 1 << 30  # bytes
EDGE = 64  # bytes that an edge of a diagram takes while it is drawn


class Blocks(Solver):
    """Prices on the items that link independent blocks, and a search through their covers."""

    name = "blocks"
    summary = "prices on the items that link independent blocks (costs; plain exact covers)"
    features = frozenset({"costs"})
    kind = "native"

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        return native_version(self.full_name)

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution."""
        with suppress(Stopped):
            search = self._listing(query)
            if search is None:
                progress.complete = True
            else:
                yield from Driver(search, query, progress).solutions()

    def count(self, query: Query, progress: Progress) -> int:
        """Count without building the solutions."""
        with suppress(Stopped):
            search = self._listing(query)
            progress.complete = search is None
            if search is not None:
                for _ in Driver(search, query, progress).counting():
                    pass
        return progress.found

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions; the bound is that of the prices, then of the search."""
        costs = query.matrix.costs
        unit = int(np.gcd.reduce(costs)) or 1
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            prices = self._prices(query, costs // unit)
            if prices.impossible:
                if query.hint:
                    raise SolverError("solver blocks: internal error, it denies a known solution")
                progress.complete = True
                return
            climbs = True
            while climbs:
                query.deadline.check()
                climbs = prices.climb(min(STEP, query.deadline.left()))
                progress.bound = unit * prices.least
            yield from cheapest(query, progress, prices, unit)

    def require_size(self, query: Query) -> None:
        """Raise Unsupported where the matrix falls into no blocks."""
        self._prices(query, query.matrix.costs)

    def _listing(self, query: Query) -> _native.BlockSearch | None:
        """Return the search for all solutions; None if there is none."""
        prices = self._prices(query, np.zeros(query.matrix.options, np.int64))
        return None if prices.impossible else prices.search()

    def _prices(self, query: Query, costs: np.ndarray) -> _native.BlockPrices:
        from ... import _native

        self.require(query.matrix)
        memory = SOME if query.memory is None else query.memory
        with refusals(self.full_name):
            return _native.BlockPrices(
                problem_of(query), costs, memory // EDGE, query.deadline.check
            )
