"""The native dancing-links and dancing-cells engines (solvers/native/) as a solver.

Both visit the nodes of Knuth's dlx2 in its order and count its updates; cells are faster, links
know multiplicities and costs too. `dlx` takes cells where it can, and several threads split their
tree (native/split.py). Where there are costs, prices on the items (iterative_deepening.py) turn
them into reduced costs, and the links are searched for the least total of these by iterative
deepening (iterative_deepening.py). Sums and conditions are for `propagate`.

A technique says which engine searches: `dlx:links`, `dlx:cells`, or `dlx:weights`, which finds its
first solution by failure weights and restarts (weighted.py), much sooner on large sparse matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from ...models.errors import SolverError, Unsupported
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import ImprovesInTurns, Technique
from ..native.engine import Engine, ListingEngine, SizeEstimate
from ..native.solver import DancingSolver
from .weighted import FirstByWeights

# Plain covers need none of what costs need: that is imported late.
if TYPE_CHECKING:
    from .. import _native
    from ..encoding.priced_matrix import PricedMatrix
    from .iterative_deepening import Cheapest

__all__ = ["DancingLinks"]

LINKS, CELLS, WEIGHTS, TAXES = "links", "cells", "weights", "taxes"


class DancingLinks(ImprovesInTurns, DancingSolver):
    """Knuth's dancing links: Algorithms X, C and M, and costs by prices and deepening."""

    name = "dlx"
    features = frozenset({"colors", "multiplicities", "costs"})
    goals = frozenset(Goal)
    draws = False
    promises = False  # most counts that it would end soon the masks end sooner
    summary = "native dancing links (Knuth's Algorithms X, C, M; costs by prices on the items)"
    techniques: ClassVar[Mapping[str, Technique]] = {
        LINKS: Technique("dancing links, as Knuth's dlx2 and dlx3"),
        CELLS: Technique("dancing cells; links where items have multiplicities"),
        WEIGHTS: Technique("finds a first solution by failure weights and restarts"),
        TAXES: Technique("takes prices from sweeps, not from a linear program", internal=True),
    }

    def engine(self, problem: _native.Problem, check: Callable[[], None]) -> ListingEngine:
        """Build the links if they are chosen or needed, else the cells."""
        if self.technique == LINKS:
            return self.links(problem, check)
        return super().engine(problem, check)

    def splits(self, query: Query, problem: _native.Problem) -> bool:
        """Whether several threads are to split the tree: links give no subtrees away."""
        return self.technique != LINKS and super().splits(query, problem)

    def single_engine(self, problem: _native.Problem, check: Callable[[], None]) -> Engine:
        """Build the engine of one thread; that of failure weights, where these are wanted."""
        if self.technique == WEIGHTS and problem.exactly_once:
            return FirstByWeights(problem, lambda: self.engine(problem, check), check)
        return self.engine(problem, check)

    def tree_size(self, query: Query) -> SizeEstimate | None:
        """Return what estimates the tree; None with restarts, which have none."""
        return None if self.technique == WEIGHTS else super().tree_size(query)

    def require_size(self, query: Query) -> None:
        """Raise Unsupported where a technique would do what plain `dlx` does."""
        if self.technique == WEIGHTS and query.matrix.has_multiplicities:
            raise Unsupported("solver dlx:weights does not weigh items with multiplicities")

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order.

        `progress.complete` is set at the end if these are proved to be the cheapest, or all.
        """
        with suppress(Stopped):
            from .iterative_deepening import ascending

            prices = self._prices(query, progress)
            if prices is not None:
                yield from ascending(query, progress, prices, k)

    def begun(self, query: Query, progress: Progress) -> Cheapest | None:
        """Return the search by iterative deepening; None if prices show that it is infeasible."""
        from .iterative_deepening import Cheapest

        prices = self._prices(query, progress)
        if prices is None and query.hint:
            raise SolverError("solver dlx: internal error, prices refute what has a solution")
        return None if prices is None else Cheapest(query, progress, prices)

    def _prices(self, query: Query, progress: Progress) -> PricedMatrix | None:
        """Return the reduced costs; None, and the search complete, if they show it infeasible."""
        from ..encoding.priced_matrix import taxed
        from .iterative_deepening import best_prices

        prices = taxed(query) if self.technique == TAXES else best_prices(query, progress)
        progress.complete = prices is None
        return prices
