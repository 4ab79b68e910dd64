"""The search by propagation: sums, graph rules, statements, costs; with or without learning.

It answers whatever the matrix has. `propagate:tree` searches through the tree of choices, which is
best where there are many solutions; `propagate:learning` learns a clause from each conflict, jumps
back and restarts, which takes a hundredth of the time where solutions are few (slitherlinks).
`propagate` learns for a first solution, and goes through the tree for all and for their number.
Costs are branch and bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from heapq import heappush, heappushpop
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import numpy as np

from ..models.matrix.conditions import Condition, GraphRule, cuts
from .contract.batch import Batch, Options, one_by_one
from .contract.deadline import Stopped
from .contract.goal import Goal
from .contract.progress import Progress
from .contract.query import Query
from .contract.solver import EVERYTHING, ImprovesInTurns, Resting, Technique
from .encoding.disjoint_paths import disjoint_paths
from .native.engine import (
    Driver,
    Engine,
    ListingEngine,
    Subtree,
    count_by_sums,
    counted_at_once,
    native_rule,
    refusals,
    whole_problem_of,
)
from .native.solver import NativeSolver

if TYPE_CHECKING:
    import numpy.typing as npt

    from . import _native

    Int64s = npt.NDArray[np.int64]

__all__ = ["count_by_frontier", "propagating_engine"]

# ---- The native engines (solvers/native/propagation/, solvers/native/frontiers/) -----------------
#
# Bounds of sums and the rules of graphs are propagated natively, all but reachability by arcs, of
# which the engine knows what holds without directions. It and statements are Python's own: each
# solution is shown to them, and the clause of one that they break is added to the engine, which
# searches on behind it. So a solution comes once, and none that breaks a condition comes or is
# counted.


Native = TypeVar("Native", bound="_native._Propagating")


def propagating_engine(query: Query, check: Callable[[], None]) -> ListingEngine:
    """Return the engine for all solutions of the query; calls `check`, which may raise.

    Raises Unsupported if the engine refuses the matrix.
    """
    engine, conditions = _engine(query, check), _shown(query)
    return ListingStating(engine, conditions) if conditions else engine


def priced_engine(query: Query) -> _native.Propagation | ListingStating:
    """Return the engine for solutions within a budget of costs."""
    engine, conditions = _engine(query, query.deadline.check, costs=True), _shown(query)
    return ListingStating(engine, conditions) if conditions else engine


def learning_engine(query: Query, check: Callable[[], None]) -> Engine:
    """Return the engine that learns clauses from its conflicts, likewise, for all solutions."""
    from . import _native

    with refusals("propagate"):
        problem, rules = whole_problem_of(query), _rules(query)
        engine = _native.LearningPropagation.made(problem, rules, seed=query.seed or 0, check=check)
    conditions = _shown(query)
    return Stating(engine, conditions) if conditions else engine


def count_by_frontier(query: Query, most_states: int) -> int | None:
    """Return the number of loops, or paths, where the matrix is about little else; None: it is not.

    Gives up, too, beyond so many states. Raises Stopped at the deadline.
    """
    from . import _native

    matrix = query.matrix
    rules = matrix.graph_rules
    if len(matrix.conditions) != 1 or matrix.has_weights or matrix.has_colors:
        return None
    if not rules or rules[0].kind not in ("one_loop", "path"):
        return None
    halves = _native.count_loops(
        whole_problem_of(query), _arrays(rules[0]), most_states, query.deadline.check
    )
    return None if halves is None else (halves[0] << 64) + halves[1]


def _arrays(rule: GraphRule) -> _native._Rule:
    """Return a rule as the engine takes it; one that it does not know as what follows from it."""
    return native_rule(rule, _FOLLOWS.get(rule.kind, rule.kind))


_FOLLOWS = {"reachable_by_arcs": "reachable"}


def _shown(query: Query) -> Sequence[Condition]:
    """Return the conditions that the engine does not know: solutions are shown to them."""
    matrix = query.matrix
    shown = [rule for rule in matrix.graph_rules if rule.kind in _FOLLOWS]
    return (*shown, *matrix.statements)


def _rules(query: Query) -> list[_native._Rule]:
    """Return the rules as the engine takes them; paths that share no vertex are one rule."""
    rules = query.matrix.graph_rules
    paths = disjoint_paths(query.matrix)
    if paths is None:
        return list(map(_arrays, rules))
    graph = paths.graph
    places = paths.paths * np.int32(len(graph.tails)) + paths.edges
    ends = np.array(paths.ends, np.int32).reshape(-1)
    together = (paths.options, places, ends)
    alone = [rule for rule in rules if all(rule is not own for own in paths.rules)]
    return [
        ("disjoint_paths", graph.vertices, graph.tails, graph.heads, *together),
        *map(_arrays, alone),
    ]


def _engine(query: Query, check: Callable[[], None], *, costs: bool = False) -> _native.Propagation:
    from . import _native

    with refusals("propagate"):
        priced = query.matrix.costs if costs else None
        return _native.Propagation.made(whole_problem_of(query), _rules(query), priced, check)


class Stating(Generic[Native]):
    """An engine whose solutions are shown to conditions: it has the shape of an engine itself."""

    def __init__(self, engine: Native, conditions: Sequence[Condition]) -> None:
        self._engine, self._conditions = engine, conditions
        self.solutions = 0

    def next_batch(self, seconds: float, most: int) -> tuple[bool, Int64s, Int64s]:
        """Search on for up to `most` solutions that hold, for about so long.

        One is asked for at a time: what the next one is depends on the clauses of this one.
        """
        solutions: list[Options] = []
        end = time.monotonic() + seconds
        while True:
            left = max(end - time.monotonic(), 0.0)
            exhausted, starts, options = self._engine.next_batch(left, 1)
            solutions.extend(
                solution for solution in Batch.trusted(starts, options) if self._holds(solution)
            )
            if exhausted or len(solutions) == most or time.monotonic() >= end:
                break
        self.solutions += len(solutions)
        batch = Batch.of(solutions)
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


class ListingStating(Stating["_native.Propagation"]):
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


# ---- The cheapest solutions: branch and bound ----------------------------------------------------
#
# Costs are one more weighted item, whose bound sinks with each better solution.


class _Priced:
    """A search by costs: solutions within a budget that sinks."""

    def __init__(self, query: Query, progress: Progress) -> None:
        self._engine = priced_engine(query)
        self.go_on(query, progress)

    def go_on(self, query: Query, progress: Progress) -> None:
        """Search on within the deadline of this query."""
        self._query = query
        self._driver: Driver[_native.Propagation | ListingStating] = Driver(
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


class Cheapest(Resting):
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
    yield from (options for _, options in sorted(kept, key=lambda entry: -entry[0]))
    progress.complete = True


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
    reads = NativeSolver.reads | {"disjoint_paths.py"}
    takes_threads = False
    fuzzed = 1.0
    nodes = None

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
