"""The native dancing-links and dancing-cells engines (solvers/native/) as a solver.

Both visit the nodes of Knuth's dlx2 in its order and count its updates; cells are faster, links
know multiplicities and costs too. Plain `dlx` takes cells where it can, and several threads
split their tree (split.py). Where there are costs, prices on the items (best_prices.py) turn them
into reduced costs, and the links are searched for the least total of these by iterative deepening
(iterative_deepening.py). Where options have weights, or there are conditions, all this is left
to a search by propagation (propagation.py).

The variants: `dlx:links` and `dlx:cells` say which engine enumerates (for multiplicities it is
always the links); `dlx:sums` propagates whatever the matrix has, and `dlx:learning` learns clauses
from its conflicts besides; `dlx:memo` counts with a memo of what it counted (memo.py; where options
have weights, of what their sums leave open);
`dlx:weights` finds its first solution by failure weights and restarts, much sooner on large sparse
matrices (where options have weights, or there are conditions, it learns); `dlx:taxes` takes its
prices from reduced_costs.py instead of a linear program, as plain `dlx` does without OR-Tools.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ...models.errors import SolverError, UnknownSolver, Unsupported, did_you_mean
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.features import beyond_covers, require_covers
from ..contract.progress import Progress
from ..contract.query import Query
from ..native.engine import Driver, ListingEngine, Subtree
from ..native.problem import problem_of, refusals
from ..native.solver import DancingSolver

# Plain covers need none of memo.py, propagation.py and what costs need: those are imported late.
if TYPE_CHECKING:
    from .. import _native
    from ..encoding.priced_matrix import PricedMatrix
    from ..native.split import OpenPart, SplitTeam
    from .iterative_deepening import Cheapest
    from .propagation import CheapestWithSums

__all__ = ["DancingLinks"]

VARIANTS = ("links", "cells", "sums", "learning", "memo", "weights", "taxes")
PROPAGATES = frozenset({"sums", "learning"})  # whatever the matrix has
LEARNS = frozenset({"learning", "weights"})
COVERS = frozenset({"links", "cells", "taxes"})  # which know nothing but covers


class DancingLinks(DancingSolver):
    """Knuth's dancing links: Algorithms X, C and M, and costs by prices and deepening."""

    name = "dlx"
    features = frozenset({"colors", "multiplicities", "costs", "weights", "conditions"})
    promises = False  # most counts that it would end soon the masks end sooner
    summary = "native dancing links (Knuth's Algorithms X, C, M; costs by prices on the items)"

    def __init__(self, variant: str = "") -> None:
        if variant and variant not in VARIANTS:
            known = [f"dlx:{name}" for name in VARIANTS]
            close = did_you_mean(f"dlx:{variant}", known)
            raise UnknownSolver(
                f"no solver 'dlx:{variant}', expected dlx, {', '.join(known)}{close}"
            )
        super().__init__(variant)
        self.takes_memory = variant == "memo"
        # What it was asked last for the cheapest, where it stopped.
        self._rests: Cheapest | CheapestWithSums | None = None

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution, in the order of Knuth's dlx2; `dlx:weights` finds its own first."""
        if self._propagates(query):
            from .propagation import propagated

            return propagated(query, progress, learns=self._learns)
        if self._by_weights(query):
            return self._weighted_solutions(query, progress)
        return self.native_solutions(query, progress)

    def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield solutions in steps; `dlx:weights` finds its own first."""
        if self._propagates(query):
            from .propagation import propagated

            return propagated(query, progress, learns=self._learns, rests=True)
        if self._by_weights(query):
            return self._weighted_solutions(query, progress, rests=True)
        return super().searching(query, progress)

    def count(self, query: Query, progress: Progress) -> int:
        """Count without building the solutions."""
        if not self._propagates(query) and not self._remembers(query):
            return super().count(query, progress)
        for _ in self.counting(query, progress):
            pass
        return progress.found

    def counting(self, query: Query, progress: Progress) -> Iterator[None]:
        """Count in steps; `dlx:weights` ends, not complete, with the first solution."""
        if self._propagates(query):
            from .propagation import counting_propagated

            memo = self.variant == "memo"
            return counting_propagated(query, progress, learns=self._learns, memo=memo)
        if self._by_weights(query):
            return _weighted_counting(query, progress)
        if self._remembers(query):
            from .memo import counting_with_memo

            return counting_with_memo(query, progress, query.memory)
        return self.native_counting(query, progress)

    def counter(self, query: Query) -> _native.MemoCounter:
        """Return the engine that counts with memory, and can be saved.

        The matrix must be one that `require_size` accepts.
        """
        from .memo import memo_counter

        return memo_counter(query, query.memory)

    def engine(self, problem: _native.Problem, check: Callable[[], None]) -> ListingEngine:
        """Build the links if they are chosen or needed, else the cells."""
        if self.variant == "links":
            return self.links(problem, check)
        return super().engine(problem, check)

    def splits(self, query: Query, problem: _native.Problem) -> bool:
        """Whether several threads are to split the tree: links give no subtrees away."""
        return self.variant != "links" and super().splits(query, problem)

    def team(
        self,
        query: Query,
        progress: Progress,
        parts: Sequence[OpenPart] | None,
        *,
        count_only: bool,
    ) -> SplitTeam:
        """Return threads that continue a search: see `NativeSolver`."""
        if not self._propagates(query):
            return super().team(query, progress, parts, count_only=count_only)
        from ..native.split import SplitTeam
        from .propagation import propagating_engine

        def make(subtree: Subtree, check: Callable[[], None]) -> ListingEngine:
            given, without = subtree
            part = replace(query, given=given, forbidden=query.forbidden.union(without))
            return propagating_engine(part, check)

        return SplitTeam(query, progress, make, count_only=count_only, parts=parts, gives=False)

    def require(self, matrix: ExactCover) -> None:
        """Raise Unsupported for a variant that knows no weights and no conditions."""
        super().require(matrix)
        if self.variant in COVERS or (self.variant == "memo" and matrix.conditions):
            require_covers(matrix, f"solver {self.full_name}")

    def require_size(self, query: Query) -> None:
        """Raise Unsupported for a variant that would do what plain `dlx` does."""
        if self.variant == "memo" and not (query.matrix.has_weights or self._remembers(query)):
            raise Unsupported("solver dlx:memo does not remember states of this matrix")
        if self.variant == "weights" and not self._by_weights(query):
            raise Unsupported("solver dlx:weights does not weigh items with multiplicities")

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, by iterative deepening on the reduced cost where it can.

        Asked again of the same, it goes on where it stopped.
        """
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            search, self._rests = self._rests, None
            if search is None or not search.goes_on_with(query):
                search = self._cheapest(query, progress)
            if search is not None:
                # Prices that the deadline cut short are worse than what a later turn may have.
                rests = not query.deadline.passed()
                with suppress(Stopped):
                    yield from search.solutions(query, progress)
                self._rests = search if rests and not progress.complete else None

    def _cheapest(self, query: Query, progress: Progress) -> Cheapest | CheapestWithSums | None:
        """Return the search; None, and the search complete, if prices show it infeasible."""
        if self._propagates(query):
            from .propagation import CheapestWithSums

            return CheapestWithSums(query, progress)
        from .iterative_deepening import Cheapest

        prices = self._prices(query, progress)
        if prices is None and query.hint:
            raise SolverError("solver dlx: internal error, prices refute what has a solution")
        return None if prices is None else Cheapest(query, progress, prices)

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order.

        `progress.complete` is set at the end if these are proved to be the cheapest, or all.
        """
        with suppress(Stopped):
            if self._propagates(query):
                from .propagation import cheapest_first

                yield from cheapest_first(query, progress, k)
                return
            from .iterative_deepening import ascending

            prices = self._prices(query, progress)
            if prices is not None:
                yield from ascending(query, progress, prices, k)

    def _prices(self, query: Query, progress: Progress) -> PricedMatrix | None:
        """Return the reduced costs; None, and the search complete, if they show it infeasible."""
        from ..encoding.priced_matrix import taxed
        from .best_prices import best_prices

        prices = taxed(query) if self.variant == "taxes" else best_prices(query, progress)
        progress.complete = prices is None
        return prices

    def _propagates(self, query: Query) -> bool:
        return self.variant in PROPAGATES or bool(beyond_covers(query.matrix))

    @property
    def _learns(self) -> bool:
        """Whether a search by propagation learns clauses."""
        return self.variant in LEARNS

    def _remembers(self, query: Query) -> bool:
        if self.variant != "memo":
            return False
        from .memo import can_count_with_memo

        return can_count_with_memo(query.matrix)

    def _by_weights(self, query: Query) -> bool:
        if self.variant != "weights":
            return False
        return not query.matrix.has_multiplicities or self._propagates(query)

    def _weighted_solutions(
        self, query: Query, progress: Progress, *, rests: bool = False
    ) -> Iterator[Sequence[Options]]:
        """Yield a solution found by weights, then the others as `dlx` finds them."""
        with suppress(Stopped):
            known: frozenset[int] | None = None
            first = _weighted(query)
            for batch in Driver(first, query, progress).solutions(1, rests=rests):
                yield batch
                known = frozenset(batch[0]) if batch else None
                if known is not None:
                    break
            if known is None:
                return
            engine = self.engine(problem_of(query), query.deadline.check)
            for batch in Driver(engine, query, progress).solutions(rests=rests):
                others = [options for options in batch if frozenset(options) != known]
                if others or (rests and not batch):
                    yield others


def _weighted_counting(query: Query, progress: Progress) -> Iterator[None]:
    """Look for a first solution, in steps: that there is none is a count."""
    with suppress(Stopped):
        engine = _weighted(query)
        driver = Driver(engine, query, progress, whole=False)
        for _ in driver.counting():
            progress.complete = driver.exhausted and engine.solutions == 0
            yield


def _weighted(query: Query) -> _native.WeightedCells:
    from .. import _native

    with refusals("dlx:weights"):
        return _native.WeightedCells(problem_of(query), check=query.deadline.check)
