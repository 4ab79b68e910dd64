"""The cross-check: several solvers answer one matrix, and their answers must agree.

Compared are the status, the number of solutions (enumerated, and counted where a solver counts in
a way of its own), the set of solutions, and the objective with its bounds. Each solver is asked in
a child process, so that whatever it does is an outcome and never our end (worker.py, listener.py);
what it says is believed as far as it can be looked at, and compared with what all others say
(comparison.py). Where they disagree the report shows a witness, and the matrix on which it happens
is made as small as the time allows (smallest.py).

Of a matrix with more solutions than `limit`, branches are compared, and the report says what part
of the whole they are (scope.py). All of it has one budget. A solver may take a fair part of what
is left, so what one leaves goes to those who come later; those who list solutions slowly come last,
and are asked what they can answer: whether there is a solution, and whether there is another one
than those that the others found. Who was cut short is asked once more if there is time and no
agreement yet. Without an objection alone there is no agreement (report.py).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, overload

from ...models.errors import ModelError
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.deadline import Deadline, Stopped
from ..contract.numbers import whole_number
from ..contract.result import Interrupted
from ..contract.solver import Solver
from ..contract.watching import watching
from ..registry import solver_names
from ..search.search import Search
from ..search.selection import Problem
from ..search.settings import CheckSettings, Settings, require_taken, setting_of
from ..search.workers.workers_at import workers_at
from .class_counts import ClassCheck, ClassReport
from .comparison import disputes, let_bounds_meet, sum_up, sum_up_best
from .elsewhere import Workers
from .kept import KeptAnswers
from .listener import LATE, Case
from .outcome import Disagreement
from .report import ReplayUnwritten, Report
from .rounds import Entrant, Rounds, count_whole, counters, total_disputes
from .scope import Branch, Scope, scope_of
from .smallest import selected_matrix, shrunk
from .worker import compiled

if TYPE_CHECKING:
    from ..contract.watching import Watch
    from ..search.alike import Alike
    from ..search.workers.executors import Pool

__all__ = ["crosscheck"]

QUERIES = ("all", "best")
COUNTING = 0.25  # of what is then left may go into the number of all solutions
SHRINKING = 0.25  # of the budget is kept for making a disagreement small
MOST_SHRINKING = 15.0  # seconds
NO_LIMIT = 1 << 40  # more solutions than anyone can list
UNCOMPILED = "nothing: there was no time to compile the puzzle"


@overload
def crosscheck(
    puzzle: Problem,
    solvers: Sequence[str | Solver] | None = None,
    *,
    query: str | None = None,
    limit: int = 1000,
    replay: str | Path | None = None,
    expect: int | None = None,
    symmetries: None = None,
    **settings: Unpack[CheckSettings],
) -> Report: ...
@overload
def crosscheck(
    puzzle: Problem,
    solvers: Sequence[str | Solver] | None = None,
    *,
    limit: int = 1000,
    expect: int | None = None,
    symmetries: Alike,
    **settings: Unpack[CheckSettings],
) -> ClassReport: ...
def crosscheck(
    puzzle: Problem,
    solvers: Sequence[str | Solver] | None = None,
    *,
    query: str | None = None,
    limit: int = 1000,
    replay: str | Path | None = None,
    expect: int | None = None,
    symmetries: Alike | None = None,
    **settings: Unpack[CheckSettings],
) -> Report | ClassReport:
    """Let several solvers answer the same matrix and compare their answers.

    solvers     names or Solvers; None: all. One that is unavailable or does not support the matrix
                is noted and left out
    query       "all" or "best"; None: "best" where there are costs, else "all"
    limit       how many solutions are compared as one set; more are compared branch by branch, all
                of them where two kinds of solvers can list all in time
    replay      where to write the smallest matrix that shows a disagreement, if there is one
    expect      how many solutions there should be: another number is a disagreement, and one that
                could not be confirmed whole no agreement
    symmetries  compare the numbers of classes of solutions that are alike, as `count` takes it:
                "known", "auto" or the symmetries themselves. A `ClassReport` is returned then, and
                `limit` is how many solutions are listed besides; `expect` counts classes
    budget      seconds for everything, compiling and finding out what to compare included; nothing
                outlives it by more than a second. 60 by default; None: none
    time_limit  seconds for each solver within the budget; one that does not finish is compared as
                far as it got. None: a fair part of the budget
    seed        of the choice of branches; 0 by default
    progress    receives how far it is, as for `solve`: `done` are the solvers that were asked
    checkpoint  a file in which is kept what is compared, and what each solver said that answered
                all of it: the same check with that file does not ask it again
    on          who asks the solvers, as many at once as there are workers, as for `count`; what
                they report is verified and compared here

    Raises ModelError for an unknown query, an argument out of its range, an expected count where
    the best is compared, and what is not heeded beside symmetries; Unsupported for a puzzle of
    which no symmetries are known; UnknownSetting; UnknownSolver; CheckpointError for a file of
    another check, damaged or in use; Interrupted on Ctrl-C, with the report on the solvers that had
    answered by then; ReplayUnwritten, an OSError that has the report. Whatever a solver does is in
    its outcome.
    """
    require_taken("crosscheck", settings, CheckSettings.__annotations__)
    chosen = Settings(**settings)
    symmetries = setting_of("symmetries").check(symmetries)
    if query not in (None, *QUERIES):
        raise ModelError(f"query: {query!r}, expected 'all' or 'best'")
    limit = min(whole_number("a limit of {} solutions", limit, 1), NO_LIMIT)
    if isinstance(solvers, str):
        raise ModelError(f"solvers: {solvers!r}, expected a list of solvers")
    expected = None if expect is None else whole_number("{} solutions", expect, 0)
    names = list(dict.fromkeys(solver_names() if solvers is None else solvers))
    explicit = chosen.explicit() | {"query": query, "replay": replay}
    for name in ("query", "replay", "seed", "checkpoint", "on"):
        if symmetries is not None and explicit.get(name) is not None:
            raise ModelError(f"{name}: not beside symmetries, numbers of classes are compared")
    chosen = chosen.but(
        budget=_finite(chosen.budget), time_limit=_finite(chosen.time_limit), seed=chosen.seed or 0
    )
    total = None if symmetries is None else len(names)
    with watching(chosen.progress, "check", total) as watch:
        deadline = Deadline(chosen.budget) if watch is None else watch.deadline(chosen.budget)
        check: _Check | ClassCheck
        if symmetries is None:
            check = _Check(puzzle, limit, chosen, deadline, watch)
            check.query = query
            check.replay = None if replay is None else Path(replay)
        else:
            check = ClassCheck(puzzle, symmetries, limit, chosen, deadline, watch)
        check.anyone = solvers is None
        check.report.expected = expected
        try:
            check.run(names)
        except KeyboardInterrupt:
            check.interrupt()
            check.end()
            raise Interrupted(check.report) from None
        check.end()
        return check.report


def _finite(seconds: float | None) -> float | None:
    return None if seconds is None or seconds == float("inf") else seconds


class _Check:
    """One cross-check on its way."""

    def __init__(
        self,
        puzzle: Problem,
        limit: int,
        settings: Settings,
        deadline: Deadline,
        watch: Watch | None,
    ) -> None:
        self.report = Report("all", Scope(text="nothing yet"), problem=puzzle, limit=limit)
        self.report.settings = settings.but(progress=None, on=None)  # those cannot be kept
        obstacle = puzzle.obstacle if isinstance(puzzle, Puzzle) else None
        self.report.obstacle = "" if obstacle is None else obstacle.reason
        self._watch, self._settings = watch, settings
        self._puzzle, self._deadline = puzzle, deadline
        self._entrants: list[Entrant] = []
        self.anyone = True  # is asked who answers the question, not just those who are named
        self.query: str | None = None
        self.replay: Path | None = None
        self._kept = KeptAnswers()
        self._case: Case | None = None
        self._disputes: list[Disagreement] = []

    def run(self, names: Sequence[str | Solver]) -> None:
        """Find out who can be asked; compare what they say. Raises UnknownSolver."""
        share = self._deadline.left() / (len(names) + 1)  # for one that hangs as it is imported
        for name in names:
            self._entrants.append(Entrant.of(name, self._deadline.within(share)))
        try:
            with workers_at(self._settings.on, self._deadline) as pool:
                self._run(pool)
        finally:
            self._kept.close()

    def interrupt(self) -> None:
        """Compare what was said before an interrupt."""
        self._compare()
        self.report.interrupted = True

    def end(self) -> None:
        """Write down what shows a disagreement, and end the report. Raises ReplayUnwritten."""
        self._write()
        self.report.end()

    def _run(self, pool: Pool | None) -> None:
        """Compile, find out what to compare, ask, compare, and make small what disagrees.

        pool  who asks the solvers; None: we do
        """
        report, whole, time_limit = self.report, self._deadline.left(), self._settings.time_limit
        shrinks = self.replay is not None
        try:
            search = compiled(self._puzzle, self._deadline)
        except Stopped:
            report.compares = report.asked = Scope((), text=UNCOMPILED)
            report.outcomes = [entrant.outcome for entrant in self._entrants]
            for outcome in report.outcomes:
                outcome.note = outcome.note or LATE
            return
        report.search = search
        self._case = case = Case(self._puzzle, search, self.report.limit + 1)
        spared = min(SHRINKING * whole, MOST_SHRINKING) if shrinks else 0.0
        asking = self._deadline.within(self._deadline.left() - spared)
        report.question = self.query or ("best" if case.matrix.has_costs else "all")
        if report.question == "best" and report.expected is not None:
            raise ModelError(
                "expect: the best is compared, expected no count of solutions where there are costs"
            )
        if self.anyone:
            able = [entrant for entrant in self._entrants if entrant.answers(report.question)]
            self._entrants = able
        self._open(search)
        workers = None if pool is None else Workers(pool, search)
        rounds = Rounds(case, report, self._entrants, self._kept, self._watch, workers)
        rounds.begin()
        rounds.load(asking)
        report.compares = report.asked = self._scoped(asking)
        if not report.asked.whole and report.asked.total is not None:
            deadline = asking.within(COUNTING * asking.left()).within(time_limit)
            count_whole(case, self._counters(), report.totals, deadline, self._kept)
        rounds.ask(asking)
        self._compare()
        if not self._disputes and rounds.ask_again(self._deadline):
            self._compare()
        if all(outcome.note != LATE for outcome in report.outcomes):
            self._kept.finish()
        if shrinks:
            self._shrink(case)

    def _open(self, search: Search) -> None:
        """Open the checkpoint, if there is to be one."""
        checkpoint = self._settings.checkpoint
        if checkpoint is None:
            return
        report, puzzle = self.report, self._puzzle
        settings = f"{report.question}, limit {report.limit}, seed {report.settings.seed}"
        name = puzzle.name if isinstance(puzzle, Puzzle) else "a matrix"
        able = sum(entrant.solver is not None for entrant in self._entrants)
        self._kept = KeptAnswers.at(checkpoint, search, settings, name, able)

    def _scoped(self, asking: Deadline) -> Scope:
        """Return what is to be compared."""
        if self.report.question == "best":
            return Scope(text="the best solution")
        kept = self._kept.scope
        if kept is not None:
            return kept
        names = [entrant.outcome.solver for entrant in self._entrants]
        seed, time_limit = self._settings.seed, self._settings.time_limit
        within = asking.within(None if time_limit is None else time_limit * len(names))
        scope = scope_of(self._puzzle, self.report.limit, within, seed, names)
        self._kept.keep_scope(scope)
        return scope

    def _compare(self) -> None:
        """Compare what was said so far."""
        report, case = self.report, self._case
        if case is None:
            return
        best = report.question == "best"
        for outcome in report.outcomes:
            if best:
                sum_up_best(outcome, case)
            else:
                sum_up(outcome, report.asked)
        self._disputes = [
            *disputes(report.question, report.outcomes, case.matrix),
            *total_disputes(report.totals, report.outcomes),
        ]
        report.disagreements = [
            dispute.worded(case.shown(dispute.witness)) for dispute in self._disputes
        ]
        witnesses = (dispute.witness for dispute in self._disputes if dispute.witness is not None)
        report.witness = next(witnesses, None)
        if best and not self._disputes:
            let_bounds_meet(report.outcomes, case.matrix)
        places = report.answered()
        if places:
            report.compares = report.asked.compared(places)
        report.hold_to_expected()

    def _counters(self) -> list[Solver]:
        """Return who is asked for the number of all solutions."""
        solvers = [entrant.solver for entrant in self._entrants if entrant.solver is not None]
        return counters(None if self.anyone else solvers)

    def _shrink(self, case: Case) -> None:
        """Make the matrix small on which the first disagreement shows.

        One with conditions no DLX text holds, so it could not be inspected: the witness must do.
        """
        if not self._disputes or case.matrix.conditions:
            return
        first, report = self._disputes[0], self.report
        solvers = {solver.full_name: solver for solver in self._counters()}
        solvers |= {
            entrant.outcome.solver: entrant.solver for entrant in self._entrants if entrant.solver
        }
        of_totals = first in total_disputes(report.totals, report.outcomes)
        question = "count" if of_totals else report.question
        between = [solvers[name] for name in first.between if name in solvers]

        def keep_smallest(matrix: ExactCover) -> None:
            report.smallest = matrix

        keep_smallest(
            shrunk(
                case,
                question,
                between,
                _branch_of(first, report.asked),
                self._deadline.within(None if self._deadline.left() < math.inf else MOST_SHRINKING),
                witness=first.witness,
                report=keep_smallest,
            )
        )

    def _write(self) -> None:
        """Write down the matrix that shows the first disagreement, if there is one."""
        replay = self.replay
        if replay is None or self._case is None or not self._disputes:
            return
        if self._case.matrix.conditions:  # which the text does not hold
            return
        from ...models.formats.matrix.dlx_text import write_dlx

        report = self.report
        if report.smallest is None:  # interrupted before it was looked for
            branch = _branch_of(self._disputes[0], report.asked)
            report.smallest = selected_matrix(self._case, branch)
        try:
            replay.write_text(write_dlx(report.smallest), encoding="utf-8")
        except OSError as error:
            report.end()
            error.filename = str(replay)
            raise ReplayUnwritten(error, report) from error
        report.replay = replay


def _branch_of(dispute: Disagreement, scope: Scope) -> Branch:
    """Return the branch that shows a disagreement; the whole if it is not known."""
    if dispute.place is not None:
        return scope.branches[dispute.place]
    witness = dispute.witness
    if witness is not None:
        return next((branch for branch in scope.branches if branch.holds(witness)), Branch())
    return scope.branches[0] if len(scope.branches) == 1 else Branch()
