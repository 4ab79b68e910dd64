"""The cross-check: several solvers answer one matrix, and their answers must agree.

Compared are the status, the number of solutions (enumerated, and counted where a solver counts in
a way of its own), the set of solutions, and the objective. Every solution is verified, and
re-evaluated by the puzzle's own rules. Whoever says that a set is all is held to every solution
that anyone else has. Where solvers disagree the report shows a witness, a solution that one has and
another lacks, and the matrix is written down as DLX text.

Of a matrix with more solutions than `limit`, branches are compared, and the report says what part
of the whole they are (scope.py). A solver that enumerates slowly is only asked for one solution of
each where many are to be listed. What goes wrong with a solver is its outcome, whatever it is; that
nobody objects makes no agreement (report.py).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ...models.errors import ModelError, Unavailable, Unsupported, WrongAnswer
from ...models.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..limits import whole_number
from ..queries import Problem, Question, selection_of, solve
from ..registry import get_solver, solver_names
from ..solver import Deadline, Options, Solver, Status, closing_stream
from .report import CheckInterrupted, CheckVerdict, Outcome, Part, Report
from .scope import Branch, Scope, scope_of

__all__ = ["CheckInterrupted", "CheckVerdict", "Outcome", "Report", "crosscheck"]

QUERIES = ("all", "best")
TIME_LIMIT = 60.0
SLOW = 10.0  # seconds for a solver that enumerates slowly
EARLY = 0.1  # seconds
NO_LIMIT = 1 << 40  # more solutions than anyone can list
LATE = "stopped at its time limit"
UNFINISHED = "ended without saying that this is all"


def crosscheck(
    puzzle: Problem,
    solvers: Sequence[str | Solver] | None = None,
    *,
    query: str | None = None,
    limit: int = 1000,
    time_limit: float | None = TIME_LIMIT,
    replay: str | Path | None = None,
    seed: int = 0,
) -> Report:
    """Let several solvers answer the same matrix and compare their answers.

    solvers     names or Solvers; None: all. One that is unavailable or does not support the matrix
                is noted and left out
    query       "all" or "best"; None: "best" where there are costs, else "all"
    limit       how many solutions are compared at most; beyond, branches are compared
    time_limit  seconds for each solver; one that does not finish is compared as far as it got.
                None: none
    replay      where to write the matrix if there is a disagreement
    seed        of the choice of branches

    Raises ModelError for an unknown query, UnknownSolver; CheckInterrupted on Ctrl-C, which keeps
    what the solvers had answered by then. Whatever a solver raises is in its outcome.
    """
    if query not in (None, *QUERIES):
        raise ModelError(f"query: {query!r}, expected 'all' or 'best'")
    limit = min(whole_number("a limit of {} solutions", limit, 1), NO_LIMIT)
    if isinstance(solvers, str):
        raise ModelError(f"solvers: {solvers!r}, expected a list of solvers")
    matrix, given, forbidden = selection_of(puzzle)
    query = query or ("best" if matrix.has_costs else "all")
    names = list(dict.fromkeys(solver_names() if solvers is None else solvers))
    for name in names:
        with suppress(Unavailable):
            get_solver(name)  # an unknown name is an error before anything is asked
    report = Report(query, Scope(text="the best solution" if query == "best" else "nothing yet"))
    try:
        if query == "all":
            report.compares = scope_of(puzzle, limit, time_limit, seed)
        check = _Check(puzzle, matrix, report.compares, limit, time_limit)
        for name in names:
            report.outcomes.append(check.ask(name, query))
    except KeyboardInterrupt:
        _compare(report, matrix)
        raise CheckInterrupted(report) from None
    _compare(report, matrix)
    if report.disagreements and replay is not None:
        from ...models.formats.dlx_text import write_dlx

        branch = _branch_of(report.witness, report.compares)
        selected = matrix.selected([*given, *branch.given], forbidden | branch.barred)
        Path(replay).write_text(write_dlx(selected), encoding="utf-8")
        report.replay = Path(replay)
    return report


def _branch_of(witness: Options | None, scope: Scope) -> Branch:
    """Return the branch that shows a disagreement; the whole if it is not known."""
    if witness is not None:
        return next((branch for branch in scope.branches if branch.holds(witness)), Branch())
    return scope.branches[0] if len(scope.branches) == 1 else Branch()


def _unfinished(deadline: Deadline) -> str:
    """Say why a solver did not finish; a library that is told its time may stop a bit early."""
    return LATE if deadline.left() < EARLY else UNFINISHED


class _Check:
    """One cross-check on its way: what each solver is asked."""

    def __init__(
        self,
        puzzle: Problem,
        matrix: ExactCover,
        scope: Scope,
        limit: int,
        time_limit: float | None,
    ) -> None:
        self._puzzle, self._matrix, self._scope = puzzle, matrix, scope
        self._limit, self._time_limit = limit, time_limit

    def ask(self, name: str | Solver, query: str) -> Outcome:
        """Ask one solver; whatever goes wrong is its outcome."""
        began = time.monotonic()
        outcome = Outcome(name if isinstance(name, str) else name.full_name)
        outcome.by = outcome.solver
        try:
            solver = get_solver(name)
            try:
                if query == "best":
                    self._ask_best(outcome, solver)
                else:
                    self._ask_all(outcome, solver)
            finally:
                outcome.by = solver.full_name
        except (Unsupported, Unavailable) as error:
            outcome.note = str(error)
        except WrongAnswer as error:
            outcome.wrong, outcome.note = True, str(error)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            outcome.note = f"failed with {type(error).__name__}: {error}"
        if query == "all" and outcome.parts:
            self._sum_up(outcome)
        outcome.seconds = time.monotonic() - began
        return outcome

    def _ask_best(self, outcome: Outcome, solver: Solver) -> None:
        outcome.asked = "the best"
        deadline = Deadline(self._time_limit)
        result = solve(self._puzzle, solver, time_limit=self._time_limit)
        # Without costs any solution is the best, and found is finished.
        finished = result.status in (Status.OPTIMAL, Status.INFEASIBLE)
        part = Part(finished)
        outcome.parts.append(part)
        outcome.status, outcome.objective = result.status, result.objective
        if result.bound is not None:  # a total and its cost differ by the sign at most
            words = self._puzzle.objective if isinstance(self._puzzle, Puzzle) else int
            outcome.bound = words(result.bound)
        if result.options is not None:
            self._keep(outcome, part, result.options)
        outcome.complete = finished
        if not finished:
            outcome.note = _unfinished(deadline)

    def _ask_all(self, outcome: Outcome, solver: Solver) -> None:
        most, number = solver.most_solutions, self._scope.solutions
        slow = most is not None and (number is None or number > most)
        outcome.asked = "a solution" if slow else "all solutions"
        seconds = self._time_limit
        if most is not None:
            seconds = SLOW if seconds is None else min(seconds, SLOW)
        deadline = Deadline(seconds)
        for branch in self._scope.branches:
            part = Part()
            outcome.parts.append(part)
            if slow:
                self._find(outcome, part, solver, branch, deadline)
            else:
                self._enumerate(outcome, part, solver, branch, deadline)
        if not all(part.complete for part in outcome.parts) and not outcome.note:
            outcome.note = _unfinished(deadline)

    def _sum_up(self, outcome: Outcome) -> None:
        """Say of all branches together what the parts say of each."""
        parts, found = outcome.parts, len(outcome.found)
        outcome.complete = (
            len(parts) == len(self._scope.branches)
            and all(part.complete for part in parts)
            and not outcome.wrong
        )
        if found:
            outcome.status = Status.OPTIMAL if outcome.complete else Status.FEASIBLE
        else:
            outcome.status = Status.INFEASIBLE if outcome.complete else Status.UNKNOWN
        if outcome.complete or outcome.asked == "all solutions":
            outcome.count = found

    def _put(self, solver: Solver, branch: Branch, deadline: Deadline) -> Question:
        left = None if deadline.left() == float("inf") else deadline.left()
        return Question.put(self._puzzle, solver, left, branch.given, 1, barred=branch.barred)

    def _find(
        self, outcome: Outcome, part: Part, solver: Solver, branch: Branch, deadline: Deadline
    ) -> None:
        """Ask for one solution of the branch: that there is none is a whole answer."""
        question = self._put(solver, branch, deadline)
        for options in question.verified(question.first()):
            self._keep(outcome, part, options)
            outcome.note = "enumerates slowly: asked for a solution, not for all"
        part.complete = not part.found and question.search.complete

    def _enumerate(
        self, outcome: Outcome, part: Part, solver: Solver, branch: Branch, deadline: Deadline
    ) -> None:
        question = self._put(solver, branch, deadline)
        with closing_stream(self._listed(question)) as stream:
            for options in stream:
                self._keep(outcome, part, options)
                if len(part.found) > self._limit:
                    outcome.note = f"more than {self._limit} solutions: not all were asked for"
                    return
                if deadline.passed():
                    return
        part.complete = question.search.complete
        if part.complete and type(solver).count is not Solver.count:
            counting = self._put(solver, branch, deadline)
            number = counting.whole(solver.count(counting.search))
            if number > len(part.found) or (counting.search.complete and number != len(part.found)):
                raise WrongAnswer(
                    f"solver {outcome.solver}: counts {number} solutions, "
                    f"but enumerates {len(part.found)}"
                )

    @staticmethod
    def _listed(question: Question) -> Iterator[Options]:
        return question.verified(question.solver.solutions(question.search))

    def _keep(self, outcome: Outcome, part: Part, options: Options) -> None:
        """Keep a verified solution. Raises WrongAnswer if it was there, or breaks a rule."""
        if options in part.found:
            outcome.witness = options
            raise WrongAnswer(f"solver {outcome.solver}: a solution comes twice")
        part.found.add(options)
        if isinstance(self._puzzle, Puzzle):
            check = self._puzzle.check(self._puzzle.read(options))
            if not check:
                outcome.witness = options
                raise WrongAnswer(f"solver {outcome.solver}: {check.violations[0]}")


def _compare(report: Report, matrix: ExactCover) -> None:
    for outcome in report.outcomes:
        if outcome.wrong:
            report.disagreements.append(outcome.note)
            report.witness = report.witness or outcome.witness
    for one in report.outcomes:
        for other in report.outcomes:
            if one is other:
                continue
            if report.question == "best":
                _compare_best(report, matrix, one, other)
            else:
                _tell_missing(report, one, other)


def _compare_best(report: Report, matrix: ExactCover, one: Outcome, other: Outcome) -> None:
    """Report what `one` found that `other` excludes: each solution was verified."""
    if not one.found:
        return
    witness = min(one.found, key=matrix.cost)
    cost = matrix.cost(witness)
    if other.complete and not other.found:
        claim = str(other.status)
    elif other.complete and cost < matrix.cost(min(other.found, key=matrix.cost)):
        claim = f"{other.status} {other.objective}"
    elif other.bound is not None and cost < other.bound:
        claim = f"that none costs less than {other.bound}"
    else:
        return
    found = "a solution" if one.objective is None else f"a solution of {one.objective}"
    report.disagreements.append(f"solvers {one.solver} and {other.solver}: {found} against {claim}")
    report.witness = report.witness or witness


def _tell_missing(report: Report, one: Outcome, other: Outcome) -> None:
    """Report the solutions of `one` that `other` lacks where it says that it has all."""
    extra: set[Options] = set()
    for mine, theirs in zip(one.parts, other.parts, strict=False):
        if theirs.complete:
            extra |= mine.found - theirs.found
    if extra:
        report.disagreements.append(
            f"solver {other.solver} ({other.status}, {len(other.found)} solutions) lacks "
            f"{len(extra)} of the {len(one.found)} solutions of {one.solver}"
        )
        report.witness = report.witness or min(extra)
