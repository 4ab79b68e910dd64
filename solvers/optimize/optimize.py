"""`optimize`: the best solution of matrices with costs, by techniques that take turns.

Each technique is a branch and bound of its own, and answers alone where it is named. `blocks` puts
prices on what links independent blocks, `climbing` lets prices on the items climb at every node,
`pairs` solves linear programs there, `diving` leaves out what hardly leads to a good solution,
`neighborhoods` frees parts of the best solution and solves them exactly. Which of them suits a
matrix shows by trying, so `optimize` lets them take turns (the plans below), each behind the best
solution of all; with several threads some prove while others improve (solvers/turns/choosing.py).
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
from ..turns.plan import CostlyShape, Plan, Stage
from .blocks import Blocks
from .climbing import Climbing
from .diving import Diving
from .improver import Improver
from .neighborhoods import Neighborhoods

# ---- The turns of the techniques, by the matrix --------------------------------------------------
#
# Techniques that improve and techniques that prove take turns, each behind the best solution so
# far. The turns rest on the measurements in docs/benchmarks.md. `auto` divides its turns of
# `optimize` by the same plans, and runs the other solvers between them: a round of a plan here
# takes as many seconds as `optimize` has in a round there.


BLOCKS = "prices on the items are loose; those of blocks bound the costs more tightly"
NEIGHBORHOODS = "nobody proved it yet; large neighborhoods improve on any solution"
CLIMBING = "prices of the root are loose; those that climb at every node may prove it"
PAIRS = "prices of the root are loose; linear programs at every node may prove it"
FREEING = "there are blocks, and parts of a solution are soon solved by their prices"
DIVING = "prices of the root are loose; those that climb may lead to a good solution"
IMPROVES = "large neighborhoods improve on any solution"


def _blocks(seconds: float) -> Stage:
    return Stage("optimize:blocks", seconds, BLOCKS, proof="optimize:blocks-proof")


def _neighborhoods(seconds: float) -> Stage:
    return Stage("optimize:neighborhoods", seconds, NEIGHBORHOODS, proof="")


def _diving(seconds: float) -> Stage:
    return Stage("optimize:diving", seconds, DIVING, proof="")


_CLIMBING = Stage("optimize:climbing", 8.0, CLIMBING)
# Where prices on the items are loose, block prices take over, or refuse at once: twenty blank
# sudokus with random weights were proved after 6 to 30 s each, and are now within .6 s of the
# processor. Block prices prove and improve, and where there are blocks they have nearly all of the
# first minute.
# Neighborhoods are sooner for a second: a blank 16x16 grid with random weights was at 18728 after
# 4 s of the processor, while neighborhoods had 3.5 s and blocks proved alone, and is at 19596 after
# 3 s. Dives are for matrices without blocks, and follow where neighborhoods begin.
BEST = Plan(
    (
        _blocks(0.6),
        _neighborhoods(1.0),
        _blocks(60.0),
        _neighborhoods(1.0),
        _diving(2.5),
        _CLIMBING,
        _diving(3.0),
        _neighborhoods(3.0),
    ),
    growth=2,
)
# Of many options no blocks are soon drawn.
MANY_BEST = Plan(
    (_neighborhoods(1.5), _diving(2.0), _CLIMBING, _diving(3.0), _neighborhoods(3.0)), growth=2
)
# Where items may be covered several times there are no blocks, and no prices that climb at every
# node.
COVERING_BEST = Plan((_neighborhoods(2.0),), growth=2)
# Where a set partition has hundreds of items, sweeps climb no higher than the relaxation, and a
# linear program at every node pays. Its rounds need no good solution to begin with.
WIDE_BEST = Plan(
    (
        _neighborhoods(1.0),
        Stage("optimize:pairs", 65.0, PAIRS),
        _CLIMBING,
        _neighborhoods(5.0),
    ),
    growth=2,
)
PLANS = {
    CostlyShape.FEW: BEST,
    CostlyShape.MANY: MANY_BEST,
    CostlyShape.WIDE: WIDE_BEST,
    CostlyShape.COVERING: COVERING_BEST,
    CostlyShape.LIMITED: COVERING_BEST,
}
# With several threads those that prove have one thread to themselves, and those that improve
# another: large neighborhoods, and those of blocks where the matrix falls into some.
IMPROVEMENT = Plan(
    (
        Stage("optimize:blocks-freeing", 2.0, FREEING),
        Stage("optimize:neighborhoods", 1.0, IMPROVES),
        Stage("optimize:diving", 1.0, IMPROVES),
    ),
    growth=1.5,
)


def plan_of(matrix: ExactCover) -> Plan:
    """Return the turns that find the cheapest solution of a matrix."""
    return PLANS[CostlyShape.of(matrix)]


IMPROVERS: Mapping[str, type[Improver]] = {
    name: improver
    for improver in (Blocks, Neighborhoods, Climbing, Diving)
    for name in improver.techniques
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
    reads = frozenset({"priced_matrix.py"})
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
