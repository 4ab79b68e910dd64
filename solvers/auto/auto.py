"""`auto`: chooses a solver by the question and the matrix, and says which and why.

Which engine suits a matrix shows best by trying. So a question has a plan (stages.py): who is
asked, for how long, and who is next; a solver that refuses the matrix is passed over. The plans
(plans.py) rest on the measurements in docs/benchmarks.md:

    first   dancing links; failure weights (large sparse matrices); SAT (25x25 sudokus: in 30 s
            each, with CaDiCaL 1.9.5 as last stage 9 of 9, with Glucose 4 6); CP-SAT; again, longer
    all     bit masks where the masks are small, dancing links, and then as for the first
    count   the native engines by turns, then SAT and CP-SAT too (turns.py)
    best    prices on the items; then the MIP solver; then CP-SAT
    many    the batch engine of the bit masks; what it does not answer soon, as for the first

Only one solver's answers are handed on as solutions of an enumeration: before its first one it may
be changed, after that not. What one solver hands over and what another one proves is compared
(claims.py): a contradiction is a WrongAnswer that names both.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ...models.errors import SolverError, Unavailable, Unsupported, WrongAnswer
from ..contract.claims import Claims
from ..contract.solver import Budget, Options, Search, Solver, closing_stream
from ..registry import get_solver
from .plans import PLANS, Plans
from .relay import Relay
from .stages import Stage, Team
from .turns import count_by_turns

__all__ = ["Auto", "answerer", "reason"]

# A sudoku of 16x16 has 4096 options and is easy; one of 25x25 has 15625 and may be hard.
LARGE_BATCH = 6000
LITTLE_PATIENCE = 0.1  # seconds for what is easy, before a state is prepared that takes longer
MANY_CONFLICTS = 5e6  # pairs of options that exclude each other: a state of these takes a while
PATIENCE = 1.0  # seconds for an answer of a batch, before others are asked for it
MUCH_PATIENCE = 30.0  # the same where the matrix is large

log = logging.getLogger("minuet")


@dataclass(frozen=True)
class BatchStage:
    """Who answers a batch: with what patience for an answer, and until how many seconds in all."""

    solver: str | Solver
    patience: float
    reason: str
    whole: float | None = None


class Auto(Solver):
    """One question's choice of solvers; made anew for each question.

    `chosen` is the solver at work, `reason` why it was chosen; `bounder` who proved the bound on
    the costs.
    """

    name = "auto"
    summary = "chooses a solver by the question and the matrix"

    def __init__(self, variant: str = "", plans: Plans = PLANS) -> None:
        super().__init__(variant)
        self.chosen: Solver | None = None
        self.bounder: Solver | None = None
        self.reason = ""
        self._plans = plans
        self._told: set[tuple[str, str]] = set()

    @property
    def full_name(self) -> str:
        """The name of the solver that answers."""
        return self.name if self.chosen is None else self.chosen.full_name

    def version(self) -> str:
        """Return the version of the solver that answers."""
        return "" if self.chosen is None else self.chosen.version()

    def kind_in(self, search: Search, *, costs: bool = False) -> str:
        """Return whose word the answer is: the chosen solver's."""
        chosen = self.chosen
        return self.kind if chosen is None else chosen.kind_in(search, costs=costs)

    def first(self, search: Search) -> Options | None:
        """Return a solution, if there is one."""
        return next(iter(self._some(search, 1)), None)

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution, as one solver finds them."""
        whole = search.deadline
        team = Team(search)
        try:
            for solver, stage in team.turns(self._plans.all):
                self._take(solver, stage.reason)
                search.deadline = budget = Budget(whole, stage.seconds)
                search.complete = False
                first = None
                try:
                    with closing_stream(solver.solutions(search)) as stream:
                        first = next(stream, None)
                        if first is not None:
                            budget.lift()
                            yield first
                            yield from stream
                            return
                except SolverError as error:
                    if first is not None:
                        raise
                    search.complete = False
                    team.leave_out(solver, error)
                if search.complete:
                    return
                team.left_early(solver, budget)
                search.deadline = whole
        finally:
            search.deadline = whole

    def count(self, search: Search) -> int:
        """Count, by the solvers of the plan in turns."""
        for solver, reason in count_by_turns(search, self._plans.count):
            self._take(solver, reason)
        return search.found

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield ever cheaper solutions, whichever solver finds them."""
        least: int | None = None
        self.bounder = None
        team, claims = Team(search), Claims()
        for solver, stage in team.turns(self._plans.best):
            self._take(solver, stage.reason)
            part, before = _part(search, stage), search.bound
            mine: int | None = None  # the least cost that this solver found
            try:
                for options in solver.improving(part):
                    cost = search.matrix.cost(options)
                    mine = cost if mine is None else min(mine, cost)
                    claims.cost(solver.full_name, cost)
                    if least is None or cost < least:
                        least = cost
                        yield options
            except SolverError as error:
                team.leave_out(solver, error)
                part.complete = False
            finally:
                _note(search, part)
                if part.bound is not None and part.bound == search.bound != before:
                    self.bounder = solver
            if part.bound is not None:
                claims.bound(solver.full_name, part.bound)
            if part.complete:
                if mine is None:
                    claims.infeasible(solver.full_name)
                else:
                    claims.bound(solver.full_name, mine)
                search.complete, search.bound = True, least
                return

    def many(
        self, search: Search, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections of one matrix."""
        relay = Relay(search, selections)
        stages = self._for_batch(search, limit)
        while relay.waits() and not search.deadline.passed():
            if stages:
                refused = False
                try:
                    solver = get_solver(stages[0].solver)
                    self._take(solver, stages[0].reason)
                    yield from relay.answers(solver, limit, stages[0].patience, stages[0].whole)
                except SolverError as error:
                    if isinstance(error, WrongAnswer):
                        raise
                    refused = True
                    known = isinstance(error, Unavailable | Unsupported)
                    log.log(logging.INFO if known else logging.WARNING, "%s", error)
                if search.deadline.passed() or not relay.waits():
                    return
                if refused or len(stages) > 1:
                    stages.pop(0)
                    continue
            one = search.anew(given=(*search.given, *relay.next()))
            found = self._some(one, limit)
            search.add_effort(one)
            if len(found) < limit and not one.complete:
                return
            relay.answered()
            yield len(found), found[0] if found else None

    def _for_batch(self, search: Search, limit: int) -> list[BatchStage]:
        """Return who answers a batch: the first, and each other from where the one before fails.

        Where the last one loses its patience, the plan for single questions answers.
        """
        matrix = search.matrix
        if int(matrix.high.max(initial=1)) > 1:
            return [BatchStage("dlx", PATIENCE, "there are multiplicities")]
        unprepared = "dancing links need no preparation"
        if matrix.options <= LARGE_BATCH:
            masks = BatchStage("bitmask", PATIENCE, "one prepared state serves every selection")
            degrees = np.bincount(matrix.members, minlength=1).astype(float)
            if float((degrees**2).sum()) <= MANY_CONFLICTS:
                return [masks]
            return [BatchStage("dlx", LITTLE_PATIENCE, unprepared, whole=PATIENCE), masks]
        if limit > 1:
            why = "clause learning proves uniqueness on large matrices"
            return [
                BatchStage("dlx", LITTLE_PATIENCE, unprepared),
                BatchStage("sat:cadical195", MUCH_PATIENCE, why),
            ]
        return []

    def _some(self, search: Search, limit: int) -> list[Options]:
        """Return up to `limit` solutions; fewer are all if the search is complete then."""
        team, claims = Team(search), Claims()
        for solver, stage in team.turns(self._plans.first):
            self._take(solver, stage.reason)
            part = _part(search, stage)
            found: list[Options] = []
            try:
                found = _ask(solver, part, limit)
            except SolverError as error:
                team.leave_out(solver, error)
                part.complete = False
            finally:
                _note(search, part)
            claims.found(solver.full_name, max(len(found), part.found))
            if part.complete and len(found) < limit:
                claims.counted(solver.full_name, len(found))
            if part.complete or len(found) == limit:
                search.complete = part.complete
                return found
            team.left_early(solver, part.deadline)
        return []

    def _take(self, solver: Solver, reason: str) -> None:
        if (solver.full_name, reason) not in self._told:  # once, however many turns it gets
            self._told.add((solver.full_name, reason))
            log.info("%s (%s)", solver.full_name, reason)
        self.chosen, self.reason, self.kind = solver, reason, solver.kind


def answerer(solver: Solver) -> Solver:
    """Return the solver whose word an answer is: of `auto` the one that it chose last."""
    return (solver.chosen if isinstance(solver, Auto) else None) or solver


def reason(solver: Solver) -> str:
    """Return why `auto` chose the solver; "" if it did not choose."""
    return solver.reason if isinstance(solver, Auto) else ""


def _part(search: Search, stage: Stage) -> Search:
    """Return a stage's share of the search, with nothing found out yet."""
    return search.anew(deadline=Budget(search.deadline, stage.seconds))


def _note(search: Search, part: Search) -> None:
    """Keep what a stage found out, for a limit or an interrupt; not that it is complete."""
    search.add_effort(part)
    search.progress = max(search.progress, part.progress)
    known = [bound for bound in (search.bound, part.bound) if bound is not None]
    search.bound = max(known, default=None)


def _ask(solver: Solver, part: Search, limit: int) -> list[Options]:
    """Return up to `limit` solutions, no two of them the same."""
    if limit == 1:
        first = solver.first(part)
        return [] if first is None else [first]
    return solver.several(part, limit)
