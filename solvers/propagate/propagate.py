"""The search by propagation: sums, graph rules, statements, costs; with or without learning.

It answers whatever the matrix has. `propagate:tree` searches through the tree of choices, which is
best where there are many solutions; `propagate:learning` learns a clause from each conflict, jumps
back and restarts, which takes a hundredth of the time where solutions are few (slitherlinks).
`propagate` learns for a first solution, and goes through the tree for all and for their number.
Costs are branch and bound (costs.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.features import EVERYTHING
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Technique
from ..contract.steps import ImprovesInTurns
from ..native.engine import Driver, Engine, ListingEngine, Subtree
from ..native.memory import count_by_sums, counted_at_once
from ..native.solver import NativeSolver
from .costs import Cheapest, cheapest_first
from .engines import count_by_frontier, learning_engine, propagating_engine

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Propagate"]

MANY_NODES = 100_000  # after which the frontier method is tried, or the memo of sums
STATES = 2_000_000  # that the former may meet before the search continues
BYTES = 1 << 25  # that the states of the latter may take, likewise

TREE, LEARNING = "tree", "learning"
ENGINES: dict[str, Callable[[Query, Callable[[], None]], Engine]] = {
    TREE: propagating_engine,
    LEARNING: learning_engine,
}


class Propagate(ImprovesInTurns, NativeSolver):
    """Propagation of sums, graph rules and statements."""

    name = "propagate"
    summary = "propagates sums and graph rules, and learns clauses from conflicts"
    features = EVERYTHING
    goals = frozenset(Goal)
    techniques: ClassVar[Mapping[str, Technique]] = {
        TREE: Technique("goes through the tree of choices"),
        LEARNING: Technique("learns clauses from conflicts, and restarts"),
    }
    takes_threads = False
    fuzzed = 1.0

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution."""
        return self._listed(query, progress, self.technique or TREE)

    def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield solutions in steps."""
        return self._listed(query, progress, self.technique or LEARNING, rests=True)

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution; None if there is none, or none in time."""
        for batch in self._listed(query, progress, self.technique or LEARNING):
            return batch[0]
        return None

    def _listed(
        self, query: Query, progress: Progress, technique: str, *, rests: bool = False
    ) -> Iterator[Sequence[Options]]:
        with suppress(Stopped):
            engine = ENGINES[technique](query, query.deadline.check)
            yield from Driver(engine, query, progress).solutions(rests=rests)

    def count(self, query: Query, progress: Progress) -> int:
        """Count without building the solutions."""
        for _ in self.counting(query, progress):
            pass
        return progress.found

    def counting(self, query: Query, progress: Progress) -> Iterator[None]:
        """Count in steps; through the tree, a count with memory is tried after many nodes."""
        technique = self.technique or TREE
        with suppress(Stopped):
            engine = ENGINES[technique](query, query.deadline.check)
            waits = technique == TREE
            for _ in Driver(engine, query, progress).counting(promises=False):
                if waits and engine.nodes > MANY_NODES and not progress.complete:
                    waits = False
                    remembers = query.matrix.conditions
                    count = (
                        count_by_frontier(query, STATES)
                        if remembers
                        else count_by_sums(query, BYTES)
                    )
                    if counted_at_once(count, progress):
                        yield
                        return
                yield

    def begun(self, query: Query, progress: Progress) -> Cheapest:
        """Return the search for ever cheaper solutions, through the tree."""
        return Cheapest(query, progress)

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order."""
        with suppress(Stopped):
            yield from cheapest_first(query, progress, k)

    def splits(self, query: Query, problem: _native.Problem) -> bool:
        """Whether several threads are to split the tree: its engines give no subtrees away."""
        return False

    def part_engine(
        self,
        query: Query,
        problem: _native.Problem,
        subtree: Subtree,
        check: Callable[[], None],
    ) -> ListingEngine:
        """Build the engine for a part of the tree."""
        given, without = subtree
        part = replace(query, given=given, forbidden=query.forbidden.union(without))
        return propagating_engine(part, check)
