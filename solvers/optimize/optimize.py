"""`optimize`: the best solution of matrices with costs, by techniques that take turns.

Each technique is a branch and bound of its own, and answers alone where it is named. `blocks` puts
prices on what links independent blocks, `climbing` lets prices on the items climb at every node,
`pairs` solves linear programs there, `neighborhoods` frees parts of the best solution and solves
them exactly. Which of them suits a matrix shows by trying, so `optimize` lets them take turns
(plans.py), each behind the best solution of all; with several threads some prove while others
improve (solvers/turns/choosing.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options, closing_stream
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Technique
from ..native.solver import native_version
from ..turns.choosing import ChoosingSolver
from ..turns.plan import Plan
from .blocks.blocks import Blocks
from .climbing.climbing import Climbing
from .improver import Improver
from .neighborhoods.neighborhoods import Neighborhoods
from .plans import IMPROVEMENT, plan_of

__all__ = ["Optimize"]

IMPROVERS: Mapping[str, type[Improver]] = {
    name: improver for improver in (Blocks, Neighborhoods, Climbing) for name in improver.techniques
}
ALTERNATES = "improvement"


class Optimize(ChoosingSolver):
    """Branch and bound for costs: techniques by turns, or one of them alone."""

    name = "optimize"
    summary = "branch and bound for costs: block prices, climbing prices and large neighborhoods"
    features = frozenset({"colors", "multiplicities", "costs"})
    goals = frozenset({Goal.BEST, Goal.IMPROVING})
    techniques: ClassVar[Mapping[str, Technique]] = {
        **{name: improver.techniques[name] for name, improver in IMPROVERS.items()},
        ALTERNATES: Technique("those that improve, by turns", internal=True, fuzzed=0.08),
    }
    kind = "native"  # the matrix and its bounds are read by code that all engines share
    reads = frozenset({"reduced_costs.py"})
    fuzzed = 1.0

    def __init__(self, technique: str = "") -> None:
        super().__init__(technique)
        improver = IMPROVERS.get(technique)
        self._improver = None if improver is None else improver(technique)
        if self._improver is not None:
            self.features = self._improver.features
        self.takes_threads = self._improver is None  # some prove, and others improve

    def version(self) -> str:
        """Return minuet's own version: the engines are part of it."""
        return native_version(self.full_name)

    def own_plan(self, matrix: ExactCover) -> Plan | None:
        """Return the turns of the techniques; None: it is one technique alone."""
        if self._improver is not None:
            return None
        return IMPROVEMENT if self.technique == ALTERNATES else plan_of(matrix)

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions until the deadline, or until the last is proved.

        Asked again of the same, a technique that can continues where it stopped.
        """
        self.require(query.matrix)
        if self._improver is not None:
            return self._improver.improving(query, progress)
        plan = self.own_plan(query.matrix)
        assert plan is not None  # for the type checker
        return self.best_by(query, progress, plan, IMPROVEMENT)

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution, which without costs is the best one."""
        with closing_stream(self.improving(query, progress)) as stream:
            return next(stream, None)

    def require_size(self, query: Query) -> None:
        """Raise Unsupported where a technique is not made for the query."""
        self.require(query.matrix)
        if self._improver is not None:
            self._improver.require_size(query)
