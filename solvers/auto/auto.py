"""`auto`: chooses a solver by the goal and the matrix, and says which and why.

Which engine suits a matrix shows best by trying. So a query has a plan (plans.py): the solvers, in
which order and for how long; a solver that refuses the matrix is passed over. Most puzzles are
answered by the first solver in its first turn. For the others the solvers of the plan take turns
(turns/scheduler.py, runs.py). The plans rest on the measurements in docs/benchmarks.md:

    first   dancing links, failure weights, clause learning, SAT, CP-SAT by turns
    all     as for a first one, until there is a second or none; then bit masks where the masks
            are small, dancing links; then the others, one after another
    count   the native engines by turns, then SAT and CP-SAT too
    best    prices on the items; then `optimize` by turns with these, the MIP solver and CP-SAT,
            which is sooner where there are weights or conditions; with several threads side by
            side (turns/choosing.py)
    many    the batch engine of the bit masks; what it does not answer soon, as for the first

If there are several solutions, only one solver's answers are handed on: before its first one it may
be changed, after that not. What one solver hands over and what another one proves is compared
(contract/claims/): a contradiction is a WrongAnswer that names both.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...models.errors import SolverError, Unavailable, Unsupported, WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.batch import Batch, Options
from ..contract.features import EVERYTHING
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.selections import Counted, Listed, Selections, apart
from ..contract.solver import Solver, version_of
from ..registry import get_solver, native_solver
from ..turns.choosing import ChoosingSolver
from .plans import PLANS, USUAL, Plans

# An easy puzzle needs no turns: the scheduler and the runs are imported late.
if TYPE_CHECKING:
    from .runs import SomeRun

__all__ = ["Auto"]

FOREGONE = 1024  # selections of a block that are answered at once
HELD = 0.1  # seconds that a solution is held back at most, while it may be the only one

log = logging.getLogger("minuet")


class Auto(ChoosingSolver):
    """The choice of solvers for one search; a new one for each search."""

    name = "auto"
    summary = "chooses a solver by the question and the matrix"
    features = EVERYTHING
    goals = frozenset(Goal)
    fuzzed = 0.02
    kind = "auto"
    takes_threads = takes_memory = chooses = True
    usual = USUAL

    def __init__(self, technique: str = "", plans: Plans = PLANS) -> None:
        super().__init__(technique)
        self._plans = plans

    @property
    def full_name(self) -> str:
        """The name of the solver that answers."""
        return self.name if self.chosen is None else self.chosen.full_name

    def version(self) -> str:
        """Return the version of the solver that answers."""
        return "" if self.chosen is None else self.chosen.version()

    def version_at_hand(self) -> str:
        """Return the version of the solver that answers, as far as it is known."""
        return "" if self.chosen is None else self.chosen.version_at_hand()

    def kind_in(self, query: Query, *, costs: bool = False) -> str:
        """Return the kind of the solver that answers."""
        chosen = self.chosen
        return self.kind if chosen is None else chosen.kind_in(query, costs=costs)

    def for_problem(self, problem: Puzzle | ExactCover) -> Solver:
        """Return this solver, or one that searches nothing if the puzzle knows its obstacle."""
        obstacle = problem.obstacle if isinstance(problem, Puzzle) else None
        return self if obstacle is None else Foregone(obstacle.reason)

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution, if there is one."""
        options = self._at_once(query, progress)
        if options is None and not progress.complete:
            options = next(iter(self._some(query, progress, 1)), None)
        return options

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution: an only one of any solver, several as one solver finds them."""
        yielded: dict[frozenset[int], Options] = {}
        yield from self._one_or_none(query, progress, yielded)
        if progress.complete or query.deadline.passed():
            return
        from ..turns.scheduler import Scheduler
        from .runs import AllRun

        scheduler = Scheduler(query, self._plans.for_all(query.matrix))
        listing = scheduler.search(progress, partial(AllRun, query), self.choose, saves=False)
        with closing(listing) as runs:
            for run in runs:
                batch = run.batch
                if yielded:
                    batch = [options for options in batch if frozenset(options) not in yielded]
                if len(batch):
                    yield batch

    def _one_or_none(
        self, query: Query, progress: Progress, yielded: dict[frozenset[int], Options]
    ) -> Iterator[list[Options]]:
        """Search until there are two solutions, or a proof that there are not.

        Yields a solution at the end of the search, or after HELD seconds; `yielded` has these.
        """
        from .runs import TurnClock

        solutions: dict[frozenset[int], Options] = {}
        clock = TurnClock()
        with closing(self._by_turns(query, progress, 2)) as runs:
            for run in runs:
                solutions.update((frozenset(options), options) for options in run.found)
                if not run.done and clock.seconds > HELD and len(solutions) > len(yielded):
                    yield [options for key, options in solutions.items() if key not in yielded]
                    yielded.update(solutions)
        if (progress.complete or query.deadline.passed()) and len(solutions) > len(yielded):
            yield [options for key, options in solutions.items() if key not in yielded]

    def count(self, query: Query, progress: Progress) -> int:
        """Count, by the solvers of the plan in turns."""
        from ..turns.scheduler import Scheduler
        from .runs import CountRun

        scheduler = Scheduler(query, self._plans.for_count(query.matrix))
        counting = scheduler.search(progress, partial(CountRun, query), self.choose)
        runs = {run.solver: run for run in counting}
        if runs and not progress.complete:
            leader = max(runs.values(), key=lambda run: run.most)
            self.choose(leader.solver, leader.reason)
        return progress.found

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, of any solver: by turns, or of threads side by side."""
        plans = self._plans
        plan = plans.for_best(query.matrix)
        return self.best_by(query, progress, plan, plans.improve, plans.head_start)

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order."""
        self.choose(native_solver(query.matrix), "its solutions come in order of cost")
        return self.answerer.best_solutions(query, progress, k)

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections of one matrix."""
        return apart(self.blocks(query, progress, Listed(selections), limit))

    def blocks(
        self, query: Query, progress: Progress, selections: Selections, limit: int
    ) -> Iterator[Counted]:
        """Answer many selections of one matrix, by the block."""
        from .waiting import Waiting

        waiting = Waiting(selections)
        stages = list(self._plans.for_batch(query.matrix, limit))
        while waiting and not query.deadline.passed():
            if stages:
                refused = False
                try:
                    solver = get_solver(stages[0].solver)
                    solver.require(query.matrix)
                    self.choose(solver, stages[0].reason)
                    yield from waiting.blocks(stages[0], solver, query, progress, limit)
                except SolverError as error:
                    if isinstance(error, WrongAnswer):
                        raise
                    refused = True
                    known = isinstance(error, Unavailable | Unsupported)
                    log.log(logging.INFO if known else logging.WARNING, "%s", error)
                if query.deadline.passed() or not waiting:
                    return
                if refused or len(stages) > 1:
                    stages.pop(0)
                    continue
            part = Progress()
            solutions = self._some(query.with_given(waiting.first()), part, limit)
            progress.add_effort(part)
            if len(solutions) < limit and not part.complete:
                return
            waiting.answered()
            firsts = [sorted(options) for options in solutions[:1]] or [[]]
            yield np.array([len(solutions)], np.int64), Batch.of(firsts)

    def _some(self, query: Query, progress: Progress, limit: int) -> list[Options]:
        """Return up to `limit` solutions; fewer are all if the search is complete then."""
        solutions: list[Options] = []
        for run in self._by_turns(query, progress, limit):
            if run.done:
                solutions = run.found
        return solutions

    def _at_once(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution by the plan's first try; None if it finds none.

        There is none if the search is complete then, else the try was too short.
        """
        stage = self._plans.for_first(query.matrix).at_once
        if stage is None:
            return None
        part = Progress()
        try:
            solver = get_solver(stage.solver)
            solver.require(query.matrix)
            solver.version()
            self.choose(solver, stage.reason)
            turn = replace(query, deadline=query.deadline.within(stage.seconds))
            options = solver.first(turn, part)
        except (Unavailable, Unsupported):
            return None  # as the scheduler will find out, and log
        finally:
            progress.add_effort(part)
        progress.complete = part.complete
        return options

    def _by_turns(
        self, query: Query, progress: Progress, limit: int
    ) -> Generator[SomeRun, None, None]:
        """Search for up to `limit` solutions by turns."""
        from ..turns.scheduler import Scheduler
        from .runs import SomeRun

        scheduler = Scheduler(query, self._plans.for_first(query.matrix))
        return scheduler.search(progress, partial(SomeRun, query, limit), self.choose)


class Foregone(Auto):
    """Answers at once that there is no solution: the puzzle itself says so, and why.

    Pieces that have too few cells for their board never cover it; a search would try for years. A
    solver that is asked by name searches, and so do a cross-check and a second opinion.
    """

    kind = "counting"

    def __init__(self, why: str) -> None:
        super().__init__()
        self._why = why

    def version(self) -> str:
        """Return minuet's own version: no other solver is asked."""
        return super().version() or version_of("minuet")

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return no solution."""
        self._end(progress)
        return None

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield no solutions."""
        self._end(progress)
        yield from ()

    def count(self, query: Query, progress: Progress) -> int:
        """Return 0."""
        self._end(progress)
        return 0

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield no solutions."""
        self._end(progress)
        yield from ()

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield no solutions."""
        self._end(progress)
        yield from ()

    def blocks(
        self, query: Query, progress: Progress, selections: Selections, limit: int
    ) -> Iterator[Counted]:
        """Find no solutions, whatever else is given."""
        self._end(progress)
        while not query.deadline.passed() and (block := selections.take(FOREGONE)):
            yield np.zeros(len(block), np.int64), Batch.of([[]] * len(block))

    def _end(self, progress: Progress) -> None:
        """Log why there is no need to search."""
        self.reason = self._why
        log.info("%s (%s)", self.full_name, self._why)
        progress.complete = True
