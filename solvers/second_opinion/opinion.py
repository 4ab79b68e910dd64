"""A second opinion: which solvers are asked whether they say what the first one says.

Only a solver of another kind counts (`Solver.kind`): two that share the code by which both could be
wrong are no evidence for one another. They are asked in turn with growing budgets (turns/plan.py),
those first that share no code with the first at all (`Solver.reads`), and of these those that are
likely to finish; those of other packages come last. A contradiction to the first solver raises
WrongAnswer, which names both. If no solver answers in time, or none can, a `Confirmation` says why,
and the claim stays open.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ...models.errors import SolverError, WrongAnswer
from ..contract.batch import Options
from ..contract.certificate import Certificate
from ..contract.deadline import Budget
from ..contract.evidence import Evidence, Level
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import UNKNOWN, Solver
from ..contract.verify import Verifier
from ..process.trial import tried_solver
from ..registry import foreign_names
from ..turns.plan import Plan, Stage
from ..turns.scheduler import Scheduler

__all__ = ["LATE", "OPINIONS", "STOPPED", "Confirmation", "Opinions", "Second"]

LATE = "the time limit came first"
NOBODY = "no solver of another kind can answer this"
GROWTH = 4
NODES = 15_000  # a second, of the reference, which searches much the same tree as the native ones
LONG = 300.0  # seconds: beyond, it is not given the time at once
EARLY = 0.1  # seconds: a library with a time limit may stop a bit before it

# Budgets are those of the first round. Libraries of other makers take a while to be imported.
NONE = (
    Stage("dlx", 0.05, "dancing links answer most at once"),
    Stage("propagate:learning", 0.05, "clauses are learned from conflicts"),
    Stage("dlx:weights", 0.1, "failure weights suit sparse matrices"),
    Stage("sat", 0.5, "clause learning proves that there is none"),
    Stage("sat:cadical195", 1.0, "clause learning goes furthest"),
    Stage("cpsat", 1.0, "clause learning with linear relaxations is another way", least=2.0),
    Stage("mip", 2.0, "branch and cut is another way", least=8.0),
    Stage("bitmask:python", 0.1, "the matrix is small"),
)
COUNT = (
    Stage("memo", 0.05, "states may repeat"),
    Stage("bitmask", 0.1, "bit masks count fastest where they do not"),
    Stage("dlx", 0.1, "dancing links take any size"),
    Stage("propagate", 0.1, "sums and graph rules are propagated"),
    Stage("sat", 0.5, "clause learning proves that there is no further one"),
    Stage("cpsat", 1.0, "clause learning with linear relaxations is another way", least=2.0),
    Stage("mip", 2.0, "branch and cut is another way", least=8.0),
    Stage("bitmask:python", 0.5, "the reference counts with memory, too"),
)
BEST = (
    Stage("dlx", 0.5, "prices on the items bound the costs tightly"),
    Stage("propagate", 0.5, "sums and graph rules are propagated"),
    Stage("cpsat", 2.0, "clause learning with linear relaxations proves bounds"),
    Stage("mip", 2.0, "branch and cut proves bounds"),
    Stage("bitmask:python", 0.1, "the matrix is small"),
    Stage("sat", 2.0, "clause learning proves bounds where costs are small"),
)

MANY = (
    Stage("bitmask", None, "one prepared state serves every selection"),
    Stage("dlx", None, "dancing links take any size"),
    Stage("propagate", None, "sums and graph rules are propagated"),
    Stage("sat", None, "one formula serves every selection"),
)


@dataclass(frozen=True)
class Opinions:
    """Who is asked besides.

    none   whether there is a solution, or another one
    count  how many there are
    best   whether there is a better one
    many   about a batch of selections
    """

    none: Sequence[Stage] = NONE
    count: Sequence[Stage] = COUNT
    best: Sequence[Stage] = BEST
    many: Sequence[Stage] = MANY


OPINIONS = Opinions()

log = logging.getLogger("minuet")


@dataclass(frozen=True)
class Confirmation:
    """What came of asking: the solver that agrees, or a certificate; else `why` says why not.

    shown  whether the solver showed what is claimed, and that was looked at
    """

    solver: Solver | None = None
    why: str = ""
    certificate: Certificate | None = None
    shown: bool = False

    def __bool__(self) -> bool:
        return self.solver is not None or self.certificate is not None

    def on(self, evidence: Evidence, wanted: Level) -> Evidence:
        """Return the evidence after this; `wanted` is the level that was asked for."""
        if self.certificate is not None:
            return evidence.certified_by(self.certificate.by, self.certificate.level)
        if self.shown and wanted.needs_certificate:
            return evidence.looked_at()
        return evidence.agreed_by(self.by) if self else evidence.left_open(self.why, wanted)

    @property
    def by(self) -> str:
        """The name of the solver that agrees, or ""."""
        return "" if self.solver is None else self.solver.full_name


STOPPED = Confirmation(why="interrupted")


class Second:
    """The solvers for a second opinion on a query that a first solver answered."""

    def __init__(
        self,
        query: Query,
        progress: Progress,
        first: Solver,
        *,
        costs: bool = False,
        opinions: Opinions | None = None,
    ) -> None:
        self.query, self.progress, self.first, self.costs = query, progress, first, costs
        self.opinions = OPINIONS if opinions is None else opinions
        self.kind = first.kind_in(query, costs=costs)
        self._reads = first.answerer.reads_for(costs=costs) | UNKNOWN
        self._logged: set[str] = set()
        self._verifier = Verifier(query.matrix, query.given, query.forbidden)

    @property
    def certifies(self) -> bool:
        """Whether a certificate is asked for."""
        return self.query.evidence.needs_certificate

    @property
    def name(self) -> str:
        """The name of the first solver."""
        return self.first.full_name

    def agrees(
        self,
        stages: Sequence[Stage],
        ask: Callable[[Solver, Query, Progress], bool],
        *,
        listing: int = 0,
    ) -> Confirmation:
        """Ask one after the other until one agrees.

        ask      puts the query to a solver, with a progress of its own, and returns whether it
                 agrees; False: it did not finish. Raises WrongAnswer if it contradicts the first
        listing  so many solutions it might have to enumerate: who cannot is left out
        """
        plan = Plan(tuple(self.others(stages, listing)), GROWTH)
        if not plan.stages:
            return Confirmation(why=NOBODY)
        scheduler = Scheduler(self.query, plan)
        try:
            for solver, stage in scheduler.turns():
                if solver.full_name not in self._logged:
                    self._logged.add(solver.full_name)
                    log.debug("%s (asked besides: %s)", solver.full_name, stage.reason)
                budget = Budget(self.query.deadline, stage.seconds)
                # The parameters are the first one's.
                query = replace(self.query, deadline=budget, parameters={})
                try:
                    if ask(solver, query, Progress()):
                        return Confirmation(solver)
                except SolverError as error:
                    scheduler.leave_out(solver, error)
                except Exception as error:  # one that breaks down says nothing
                    broken = f"solver {solver.full_name}: {type(error).__name__}: {error}"
                    scheduler.leave_out(solver, SolverError(broken))
                else:
                    scheduler.left_early(solver, budget)
        except WrongAnswer:
            raise
        except SolverError:  # no solver is left
            late = self.query.deadline.left() < EARLY
            return Confirmation(why=LATE if late else ", ".join(scheduler.refusals))
        return Confirmation(why=LATE)

    def require(self, solutions: Iterable[Options], solver: Solver) -> set[Options]:
        """Return a solver's solutions, ascending. Raises WrongAnswer if one is none."""
        shown = [tuple(options) for options in solutions]
        self._verifier.require_many(shown, solver.full_name)
        return {tuple(sorted(options)) for options in shown}

    def others(self, stages: Sequence[Stage], listing: int = 0) -> list[Stage]:
        """Return the stages of other kinds: first those that share nothing, then other packages.

        listing  so many solutions each can enumerate
        """
        apart: list[Stage] = []
        sharing: list[Stage] = []
        theirs = "a solver of another package"
        for stage in (*stages, *(Stage(name, 1.0, theirs) for name in foreign_names())):
            try:
                solver = tried_solver(stage.solver, self.query.deadline)
            except SolverError:
                continue
            kind = solver.kind_in(self.query, costs=self.costs)
            most = solver.most_solutions
            if kind != self.kind and (most is None or listing <= most):
                files = solver.reads_for(costs=self.costs)
                stages_of_kind = apart if files.isdisjoint(self._reads) else sharing
                stages_of_kind.append(self._timed(stage, kind))
        return apart + sharing

    def _timed(self, stage: Stage, kind: str) -> Stage:
        """Return the stage with the time that it will take, if the first one's nodes show it."""
        if kind != "python" or self.kind != "native" or stage.seconds is None:
            return stage
        expected = self.progress.nodes / NODES
        if expected > min(self.query.deadline.left(), LONG):
            return stage
        return replace(stage, seconds=max(stage.seconds, 2 * expected))
