"""The engines that propagate sums and graph rules (solvers/native/propagation/), as Python makes them.

Bounds of sums and the rules of graphs are propagated natively, all but reachability by arcs, of
which the engine knows what holds without directions. It and statements are Python's own: each
solution is shown to them, and the clause of one that they break is added to the engine, which
searches on behind it. So a solution comes once, and none that breaks a condition comes or is
counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from ...models.matrix.conditions import Condition, GraphRule, cuts
from ..contract.batch import Batch, Options
from ..contract.query import Query
from ..native.engine import Engine, ListingEngine
from ..native.problem import refusals, whole_problem_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from .. import _native

    Int64s = npt.NDArray[np.int64]

Native = TypeVar("Native", bound="_native._Propagating")

__all__ = [
    "ListingStating",
    "count_by_frontier",
    "learning_engine",
    "priced_engine",
    "propagating_engine",
]


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
    from .. import _native

    with refusals("propagate"):
        problem, rules = whole_problem_of(query), _rules(query)
        engine = _native.LearningPropagation.made(problem, rules, seed=query.seed or 0, check=check)
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


def _engine(query: Query, check: Callable[[], None], *, costs: bool = False) -> _native.Propagation:
    from .. import _native

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
