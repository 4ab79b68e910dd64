"""The search by propagation (solvers/native/sums/): weighted items, graph rules, statements, costs.

Bounds of sums and the rules of graphs are propagated natively, all but reachability by arcs, of
which the engine knows what holds without directions. It and statements are Python's own: each
solution that is found is shown to them, and the clause of one that they break is added to the
engine, which searches on behind it. So a solution is told once, and none that breaks a condition
is told or counted. Costs are branch and bound: they are one more weighted item, whose bound sinks
with each better solution.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from heapq import heappush, heappushpop
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from ...models.matrix.conditions import Condition, GraphRule, cuts
from ..contract.batch import Batch, Options, one_by_one
from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.steps import Resting
from ..native.engine import Driver, Engine, ListingEngine
from ..native.problem import refusals, whole_problem_of
from .memo import quarter_of_memory

if TYPE_CHECKING:
    import numpy.typing as npt

    from .. import _native

    Int64s = npt.NDArray[np.int64]

Native = TypeVar("Native", bound="_native._SumsSearching")

__all__ = [
    "CheapestWithSums",
    "cheapest_first",
    "count_by_frontier",
    "count_by_sums",
    "counting_propagated",
    "learning_engine",
    "propagated",
    "propagating_engine",
]

MANY_NODES = 100_000  # after which the frontier method is tried, or the memo of sums
STATES = 2_000_000  # that the former may meet before the search continues
BYTES = 1 << 25  # that the states of the latter may take, likewise


def propagated(
    query: Query, progress: Progress, *, learns: bool, rests: bool = False
) -> Iterator[Sequence[Options]]:
    """Yield every solution.

    learns  whether clauses are learned from conflicts
    rests   whether the search is one of several that take turns (see `Driver.solutions`)
    """
    with suppress(Stopped):
        make = learning_engine if learns else propagating_engine
        engine: Engine = make(query, query.deadline.check)
        yield from Driver(engine, query, progress).solutions(rests=rests)


def counting_propagated(
    query: Query, progress: Progress, *, learns: bool, memo: bool
) -> Iterator[None]:
    """Count in steps.

    memo  whether sums are counted with a memo at once; else one is tried after many nodes
    """
    with suppress(Stopped):
        if memo:
            room = quarter_of_memory() if query.memory is None else query.memory
            if _note_count(count_by_sums(query, room), progress):
                yield
                return
        make = learning_engine if learns else propagating_engine
        engine: Engine = make(query, query.deadline.check)
        waits = not learns and not memo
        for _ in Driver(engine, query, progress).counting(promises=False):
            if waits and engine.nodes > MANY_NODES and not progress.complete:
                waits = False
                if query.matrix.conditions:
                    count = count_by_frontier(query, STATES)
                else:
                    count = count_by_sums(query, BYTES)
                if _note_count(count, progress):
                    yield
                    return
            yield


def _note_count(count: int | None, progress: Progress) -> bool:
    """Write a count into the progress; return whether there is one."""
    if count is not None:
        progress.found, progress.complete, progress.share = count, True, 1.0
    return count is not None


def propagating_engine(query: Query, check: Callable[[], None]) -> ListingEngine:
    """Return the engine for all solutions of the query; calls `check`, which may raise.

    Raises Unsupported if the engine refuses the matrix.
    """
    engine, conditions = _engine(query, check), _shown(query)
    return ListingStating(engine, conditions) if conditions else engine


def learning_engine(query: Query, check: Callable[[], None]) -> Engine:
    """Return the engine that learns clauses from its conflicts, likewise, for all solutions."""
    from .. import _native

    with refusals("dlx"):
        problem, rules = whole_problem_of(query), _rules(query)
        engine = _native.LearningSums.made(problem, rules, seed=query.seed or 0, check=check)
    conditions = _shown(query)
    return Stating(engine, conditions) if conditions else engine


def count_by_frontier(query: Query, most_states: int) -> int | None:
    """Return the number of loops, or paths, where the matrix is about little else; None: it is not.

    Gives up, too, beyond so many states. Raises Stopped at the deadline.
    """
    from .. import _native

    matrix = query.matrix
    rules = matrix.graph_rules
    if len(matrix.conditions) != 1 or matrix.has_weights or matrix.has_colors:
        return None
    if not rules or rules[0].kind not in ("one_loop", "path"):
        return None
    found = _native.count_loops(
        whole_problem_of(query), _arrays(rules[0]), most_states, query.deadline.check
    )
    return None if found is None else (found[0] << 64) + found[1]


def count_by_sums(query: Query, most_bytes: int) -> int | None:
    """Return the number of solutions by a memo of what weighted items leave open.

    None: there are conditions, or the memo would pass so many bytes. Raises Stopped at the
    deadline.
    """
    from .. import _native

    if query.matrix.conditions:
        return None
    words = _native.count_sums(whole_problem_of(query), most_bytes, query.deadline.check)
    return None if words is None else sum(word << 64 * k for k, word in enumerate(words))


def _arrays(rule: GraphRule) -> _native._Rule:
    """Return a rule as the engine takes it; one that it does not know as what follows from it."""
    ends, kind = (rule.tails, rule.heads), _FOLLOWS.get(rule.kind, rule.kind)
    return (kind, rule.vertices, *ends, rule.options, rule.places, rule.roots)


_FOLLOWS = {"reachable_by_arcs": "reachable"}


def _shown(query: Query) -> Sequence[Condition]:
    """Return the conditions that the engine does not know: solutions are shown to them."""
    matrix = query.matrix
    shown = [rule for rule in matrix.graph_rules if rule.kind in _FOLLOWS]
    return (*shown, *matrix.statements)


def _rules(query: Query) -> list[_native._Rule]:
    return [_arrays(rule) for rule in query.matrix.graph_rules]


def _engine(query: Query, check: Callable[[], None], *, costs: bool = False) -> _native.Sums:
    from .. import _native

    with refusals("dlx"):
        priced = query.matrix.costs if costs else None
        return _native.Sums.made(whole_problem_of(query), _rules(query), priced, check)


class Stating(Generic[Native]):
    """An engine whose solutions are shown to conditions: it has the shape of an engine itself."""

    def __init__(self, engine: Native, conditions: Sequence[Condition]) -> None:
        self._engine, self._conditions = engine, conditions
        self.solutions = 0

    def next_batch(self, seconds: float, most: int) -> tuple[bool, Int64s, Int64s]:
        """Search on for up to `most` solutions that hold, for about so long.

        One is asked for at a time: what the next one is depends on the clauses of this one.
        """
        found: list[Options] = []
        end = time.monotonic() + seconds
        while True:
            left = max(end - time.monotonic(), 0.0)
            exhausted, starts, options = self._engine.next_batch(left, 1)
            found.extend(one for one in Batch.trusted(starts, options) if self._holds(one))
            if exhausted or len(found) == most or time.monotonic() >= end:
                break
        self.solutions += len(found)
        batch = Batch.of(found)
        return exhausted, batch.starts, batch.options

    def count(self, seconds: float) -> bool:
        """Count on for about that long; return whether that was all."""
        exhausted, *_ = self.next_batch(seconds, -1)
        return exhausted

    def _holds(self, options: Options) -> bool:
        """Whether all conditions hold; the clauses of those that do not are added."""
        holds = True
        for condition in self._conditions:
            for clause in cuts(condition, options):
                holds = False
                self._engine.add_clause(clause.chosen, clause.needed)
        return holds

    def stop(self) -> None:
        """Hand back soon what runs, and do not search on."""
        self._engine.stop()

    @property
    def nodes(self) -> int:
        """Branch points begun, and solutions."""
        return self._engine.nodes

    @property
    def updates(self) -> int:
        """Literals whose consequences were drawn."""
        return self._engine.updates

    @property
    def progress(self) -> float:
        """The part of the work that is done, 0 to 1."""
        return self._engine.progress


class ListingStating(Stating["_native.Sums"]):
    """One that can tell what is left, and may have costs."""

    def open(self) -> list[tuple[list[int], list[int]]]:
        """List what is left, as disjoint subtrees in their order."""
        return self._engine.open()

    def set_budget(self, budget: int) -> None:
        """Look, from now on, only for solutions that cost at most this."""
        self._engine.set_budget(budget)

    @property
    def least_cost(self) -> int | None:
        """What every solution costs at least, if that is known."""
        return self._engine.least_cost


class _Priced:
    """A search by costs: solutions within a budget that sinks."""

    def __init__(self, query: Query, progress: Progress) -> None:
        engine = _engine(query, query.deadline.check, costs=True)
        conditions = _shown(query)
        self._engine = ListingStating(engine, conditions) if conditions else engine
        self.go_on(query, progress)

    def go_on(self, query: Query, progress: Progress) -> None:
        """Search on within the deadline of this query."""
        self._query = query
        self._driver: Driver[_native.Sums | ListingStating] = Driver(
            self._engine, query, progress, whole=False
        )

    def solutions(self) -> Iterator[tuple[int, Options]]:
        """Yield solutions and their costs; the next one is looked for when this one was seen."""
        for options in one_by_one(self._driver.solutions(most=1)):
            yield self._query.matrix.cost(options), options

    def only_below(self, cost: int) -> None:
        """Look only for solutions that cost less."""
        self._engine.set_budget(cost - 1)

    def least(self) -> int | None:
        """Return what every solution costs at least, if that is known."""
        return self._engine.least_cost

    @property
    def exhausted(self) -> bool:
        """Whether there is no further one."""
        return self._driver.exhausted


class CheapestWithSums(Resting):
    """The search for ever cheaper solutions, which may rest and go on where it stopped."""

    def __init__(self, query: Query, progress: Progress) -> None:
        super().__init__(query)
        self._search = _Priced(query, progress)
        self._bound: int | None = None

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before and the hint, until one is proved."""
        search = self._search
        search.go_on(query, progress)
        progress.bound = self._bound
        if self.take_up(query):
            yield self.best
        for cost, options in search.solutions():
            if self._bound is None:
                self._bound = progress.bound = search.least()
            self.learn(options, cost)
            yield options
            if cost == search.least():
                progress.complete = True
                return
        progress.complete = search.exhausted
        if progress.complete and self.cost is not None:
            progress.bound = self.cost

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        super().learn(options, cost)
        self._search.only_below(cost)


def cheapest_first(query: Query, progress: Progress, k: int) -> Iterator[Options]:
    """Yield the k cheapest solutions in ascending order of cost, once they are known."""
    kept: list[tuple[int, Options]] = []  # a heap: the dearest, its cost negated, comes first
    if k > 0:
        search = _Priced(query, progress)
        for cost, options in search.solutions():
            if len(kept) < k:
                heappush(kept, (-cost, options))
            else:
                heappushpop(kept, (-cost, options))
            if len(kept) == k:
                search.only_below(-kept[0][0])
        if not search.exhausted:
            return
    yield from (options for _, options in sorted(kept, key=lambda one: -one[0]))
    progress.complete = True
