"""The cross-check: several solvers answer one matrix, and their answers must agree.

Compared are the status, the number of solutions (enumerated, and counted where a solver counts in
a way of its own), the set of solutions, and the objective with its bounds. Each solver is asked in
a child process, so that whatever it does is an outcome and never our end (asking.py, hearing.py);
what it says is believed as far as it can be looked at, and compared with what all others say
(comparing.py). Where they disagree the report shows a witness, and the matrix is written down.

Of a matrix with more solutions than `limit`, branches are compared, and the report says what part
of the whole they are (scoping.py). All of it has one budget. A solver may take a fair part of what
is left, so what one leaves goes to those who come later; those who list solutions slowly come last,
and are asked what they can answer: whether there is a solution, and whether there is another one
than those that the others found. Who was cut short is asked once more if there is time and no
agreement yet. That nobody objects makes no agreement (report.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ...models.errors import ModelError, Unavailable
from ..limits import whole_number
from ..queries import Problem, selection_of
from ..registry import get_solver, solver_names
from ..solver import Deadline, Solver, Stopped
from .asking import Selected
from .comparing import Dispute, disputes, let_bounds_meet, sum_up, sum_up_best
from .hearing import LATE, Case
from .report import CheckInterrupted, Report
from .rounds import Entrant, Rounds
from .scope import Branch, Scope
from .scoping import scope_of

__all__ = ["BUDGET", "crosscheck"]

QUERIES = ("all", "best")
BUDGET = 60.0  # seconds
SHRINKING = 0.25  # of the budget is kept for making a disagreement small
MOST_SHRINKING = 15.0  # seconds
NO_LIMIT = 1 << 40  # more solutions than anyone can list
UNCOMPILED = "nothing: there was no time to compile the puzzle"


def crosscheck(
    puzzle: Problem,
    solvers: Sequence[str | Solver] | None = None,
    *,
    query: str | None = None,
    limit: int = 1000,
    budget: float | None = BUDGET,
    time_limit: float | None = None,
    replay: str | Path | None = None,
    seed: int = 0,
) -> Report:
    """Let several solvers answer the same matrix and compare their answers.

    solvers     names or Solvers; None: all. One that is unavailable or does not support the matrix
                is noted and left out
    query       "all" or "best"; None: "best" where there are costs, else "all"
    limit       how many solutions are compared as one set; more are compared branch by branch, all
                of them where two kinds of solvers can list all in time
    budget      seconds for everything, compiling and finding out what to compare included; nothing
                outlives it by more than a second. None: none
    time_limit  seconds for each solver within the budget; one that does not finish is compared as
                far as it got. None: a fair part of the budget
    replay      where to write the smallest matrix that shows a disagreement, if there is one
    seed        of the choice of branches

    Raises ModelError for an unknown query, UnknownSolver; CheckInterrupted on Ctrl-C, which keeps
    what the solvers had answered by then. Whatever a solver does is in its outcome.
    """
    if query not in (None, *QUERIES):
        raise ModelError(f"query: {query!r}, expected 'all' or 'best'")
    limit = min(whole_number("a limit of {} solutions", limit, 1), NO_LIMIT)
    if isinstance(solvers, str):
        raise ModelError(f"solvers: {solvers!r}, expected a list of solvers")
    names = list(dict.fromkeys(solver_names() if solvers is None else solvers))
    for name in names:
        with suppress(Unavailable):
            get_solver(name)  # an unknown name is an error before anything is asked
    check = _Check(puzzle, [Entrant.of(name) for name in names], Deadline(budget), limit)
    try:
        check.run(query, seed, time_limit, shrinks=replay is not None)
        if replay is not None:
            check.write(Path(replay))
    except KeyboardInterrupt:
        check.compare()
        raise CheckInterrupted(check.report) from None
    return check.report


class _Check:
    """One cross-check on its way."""

    def __init__(
        self, puzzle: Problem, entrants: Sequence[Entrant], deadline: Deadline, limit: int
    ) -> None:
        self.report = Report("all", Scope(text="nothing yet"))
        self._puzzle, self._entrants, self._deadline = puzzle, entrants, deadline
        self._limit = limit
        self._case: Case | None = None
        self._disputes: list[Dispute] = []

    def run(self, query: str | None, seed: int, time_limit: float | None, *, shrinks: bool) -> None:
        """Compile, find out what to compare, ask, compare, and make small what disagrees."""
        report, whole = self.report, self._deadline.left()
        try:
            selected = Selected(*selection_of(self._puzzle, (), self._deadline))
        except Stopped:
            report.compares = report.asked = Scope((), text=UNCOMPILED)
            report.outcomes = [entrant.outcome for entrant in self._entrants]
            for outcome in report.outcomes:
                outcome.note = outcome.note or LATE
            return
        self._case = case = Case(self._puzzle, selected, self._limit + 1)
        spared = min(SHRINKING * whole, MOST_SHRINKING) if shrinks else 0.0
        asking = self._deadline.within(self._deadline.left() - spared)
        report.question = query or ("best" if case.matrix.has_costs else "all")
        rounds = Rounds(case, report, self._entrants, time_limit)
        rounds.load(asking)
        if report.question == "best":
            report.asked = Scope(text="the best solution")
        else:
            seconds, names = asking.left(), [entrant.outcome.solver for entrant in self._entrants]
            if time_limit is not None:
                seconds = min(seconds, time_limit * len(names))
            report.asked = scope_of(self._puzzle, self._limit, seconds, seed, names)
        report.compares = report.asked
        rounds.ask(asking)
        self.compare()
        if not self._disputes and rounds.ask_again(self._deadline):
            self.compare()
        if shrinks:
            self._shrink(case)

    def compare(self) -> None:
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
        self._disputes = list(disputes(report.question, report.outcomes, case.matrix))
        report.disagreements = [dispute.text for dispute in self._disputes]
        known = (dispute.witness for dispute in self._disputes if dispute.witness is not None)
        report.witness = next(known, None)
        if best and not self._disputes:
            let_bounds_meet(report.outcomes, case.matrix)
        places = report.answered()
        if places:
            report.compares = report.asked.compared(places)

    def _shrink(self, case: Case) -> None:
        """Make the matrix small on which the first disagreement shows."""
        if not self._disputes:
            return
        dispute = self._disputes[0]
        branch = _branch_of(dispute, self.report.asked)
        selected = case.selected
        self.report.smallest = selected.matrix.selected(
            [*selected.given, *branch.given], selected.forbidden | branch.barred
        )

    def write(self, replay: Path) -> None:
        """Write down the matrix that shows the first disagreement, if there is one."""
        if self.report.smallest is None:
            return
        from ...models.formats.dlx_text import write_dlx

        replay.write_text(write_dlx(self.report.smallest), encoding="utf-8")
        self.report.replay = replay


def _branch_of(dispute: Dispute, scope: Scope) -> Branch:
    """Return the branch that shows a disagreement; the whole if it is not known."""
    if dispute.place is not None:
        return scope.branches[dispute.place]
    witness = dispute.witness
    if witness is not None:
        return next((branch for branch in scope.branches if branch.holds(witness)), Branch())
    return scope.branches[0] if len(scope.branches) == 1 else Branch()
