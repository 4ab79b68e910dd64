"""The schedule of a cross-check: which solver gets which question, when, and for how long.

Solvers that list solutions quickly come first, as their solutions serve the others; then those that
can search for one more solution than is known, then the slow ones. Each may take an equal part of
the time that is left for the remaining ones, so no solver can starve the others, and unused time is
not lost. A solver that was cut short is asked once more at the end, if there is time and not yet an
agreement of two kinds. The last part asks for the number of all solutions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ...models.errors import Unavailable, Unsupported
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options, closing_stream
from ..contract.deadline import Deadline
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.solver import Solver
from ..process.interrupt import Run, returned, streamed
from ..process.isolation import GRACE, End, Ending
from ..process.trial import tried_solver
from ..registry import get_solver
from ..search.running import query_of
from ..search.search import Search
from ..search.settings import Settings
from .comparison import clash, sum_up
from .elsewhere import Asked, Tape, Workers, travelling
from .kept import KeptAnswers
from .listener import LATE, Case, Patience, is_ours, listen
from .outcome import Disagreement, Outcome
from .report import Report
from .scope import Scope
from .worker import Task, counts_itself

if TYPE_CHECKING:
    from ..contract.watching import Watch

__all__ = ["Entrant", "Rounds", "count_whole", "counters", "total_disputes"]

FEW = 1000  # solutions
SLOW = 10.0  # seconds for a solver that lists solutions slowly
LISTING = 0.6  # of the time of one who could be asked for another solution instead
MOMENT = 2.0  # seconds that it may take to load a library
LEAST_GRACE = 0.1  # seconds to note that the time is over
TAPING = 0.8  # of the time in which workers ask; what is left is for listening to them
GOALS = {  # any of which answers a question
    "all": frozenset({Goal.ALL, Goal.COUNT}),
    "best": frozenset({Goal.BEST}),
}
AGAIN = 1.5  # times as long as before is worth another try


@dataclass
class Entrant:
    """A solver that is to be asked; None: it is not available."""

    solver: Solver | None
    outcome: Outcome
    begun: bool = False
    had: float = 0.0  # seconds that it might take the last time

    @property
    def rank(self) -> tuple[bool, bool]:
        """When it is asked: the lower, the sooner."""
        solver = self.solver
        return solver is not None and lists_few(solver), bool(
            solver is not None and solver.excludes
        )

    def answers(self, question: str) -> bool:
        """Whether it is asked for what the question is about; true of one that is not available."""
        return self.solver is None or not GOALS[question].isdisjoint(self.solver.goals)

    @classmethod
    def of(cls, name: str | Solver, deadline: Deadline) -> Entrant:
        """Return the solver of that name; whatever goes wrong is its outcome.

        Raises UnknownSolver.
        """
        outcome = Outcome(name if isinstance(name, str) else type(name).__name__)
        try:
            solver = tried_solver(name, deadline)
        except Unavailable as error:
            outcome.by, outcome.note = outcome.solver, str(error)
            return cls(None, outcome)
        if not isinstance(name, str):
            outcome.solver = solver.full_name
        outcome.by, outcome.kind = solver.full_name, solver.kind
        return cls(solver, outcome)


def lists_few(solver: Solver) -> bool:
    """Whether it lists so few solutions in sensible time that it is asked last, and not for all."""
    return solver.most_solutions is not None and solver.most_solutions < FEW


class Rounds:
    """The asking of all solvers; what they say is in the report's outcomes."""

    def __init__(
        self,
        case: Case,
        report: Report,
        entrants: Sequence[Entrant],
        kept: KeptAnswers,
        watch: Watch | None = None,
        workers: Workers | None = None,
    ) -> None:
        self._kept, self._watch, self._workers = kept, watch, workers
        self._tapes: dict[int, Tape] = {}
        self._case, self._report, self._entrants = case, report, entrants
        time_limit = report.settings.time_limit
        self._time_limit = math.inf if time_limit is None else time_limit

    @property
    def _scope(self) -> Scope:
        return self._report.asked

    def begin(self) -> None:
        """Report that no solver has been asked yet."""
        if self._watch is not None:
            self._watch.source = partial(_seen, None, 0, len(self._entrants))

    def load(self, deadline: Deadline) -> None:
        """Have our own solvers load their libraries here, lest each child does it anew.

        That may take seconds, so it is done in a thread, and the deadline is asked meanwhile. But
        for the deadline it is not cut short: a child that begins amid an import waits for ever
        for the lock of the module.
        """
        if self._workers is not None:
            return
        for entrant in self._entrants:
            if entrant.solver is None or not is_ours(entrant.solver) or deadline.left() < MOMENT:
                continue
            work = partial(_answer_something, entrant.solver, self._report.question)
            with suppress(Exception):  # it is asked all the same, and says what is the matter
                returned(streamed(work, deadline))

    def ask(self, deadline: Deadline) -> None:
        """Ask all of them."""
        self._ask_each(sorted(self._entrants, key=lambda entrant: entrant.rank), deadline)

    def ask_again(self, deadline: Deadline) -> bool:
        """Ask those who were cut short, if that may help; return whether anyone was asked."""
        if len(self._report.answered(kinds=True)) >= len(self._scope.branches):
            return False
        late = [entrant for entrant in self._entrants if entrant.outcome.note == LATE]
        share = deadline.left() / max(len(late), 1)
        again = [
            entrant
            for entrant in late
            if min(share, self._left_for(entrant)) >= AGAIN * entrant.had
        ]
        self._ask_each(sorted(again, key=lambda entrant: entrant.rank), deadline)
        return bool(again)

    def _ask_each(self, order: Sequence[Entrant], deadline: Deadline) -> None:
        if self._workers is not None:
            self._have_asked(order, self._workers, deadline)
        for place, entrant in enumerate(order):
            entrant.begun = True
            self._report.outcomes = [member.outcome for member in self._entrants if member.begun]
            if self._watch is not None:
                self._watch.source = partial(_seen, entrant.outcome, place, len(order))
                self._watch.look()
            if entrant.solver is not None:
                share = deadline.left() / (len(order) - place)
                self._ask(entrant, entrant.solver, share, deadline)
        if self._watch is not None:
            self._watch.source = partial(_seen, None, len(order), len(order))

    def _left_for(self, entrant: Entrant) -> float:
        """Return the seconds of its time limit that a solver has not used up."""
        return max(self._time_limit - entrant.outcome.seconds, 0.0)

    def _ask(self, entrant: Entrant, solver: Solver, share: float, whole: Deadline) -> None:
        """Ask a solver; `share`: seconds in which it is over, be it by a kill."""
        if self._kept.restore(entrant.outcome):
            return
        outcome, began = entrant.outcome, time.monotonic()
        grace = max(min(GRACE, share / 4), LEAST_GRACE)
        seconds = max(min(share - grace, self._left_for(entrant)), 0.0)
        if lists_few(solver) and self._report.question == "all":
            seconds = min(seconds, SLOW)
        entrant.had = seconds
        patience = Patience(whole.within(seconds), grace)
        try:
            if whole.passed():
                outcome.note = LATE
            elif not entrant.answers(self._report.question):
                outcome.note = f"answers {solver.verbs} alone"
            elif self._report.question == "best":
                self._hear(solver, outcome, self._first(solver, outcome), patience)
            else:
                self._ask_all(solver, outcome, patience)
        finally:
            outcome.seconds += time.monotonic() - began
        self._kept.keep(outcome, len(self._scope.branches))

    def _ask_all(self, solver: Solver, outcome: Outcome, patience: Patience) -> None:
        """Ask for all solutions or their number; then, if the solver can, for another one."""
        tasks = self._first(solver, outcome)
        if tasks:
            other = (
                solver.excludes
                and not self._is_slow(solver)
                and any(self._solutions(outcome, task.place) is not None for task in tasks)
            )
            first = patience.part(LISTING) if other else patience
            self._hear(solver, outcome, tasks, first)
        if solver.excludes and not outcome.wrong and outcome.ended == End.FINISHED:
            # Are there other solutions in the branches that are still open?
            others = [
                Task(Goal.FIRST, place, branch, excluded=solutions)
                for place, branch in enumerate(self._scope.branches)
                if (solutions := self._solutions(outcome, place)) is not None
                and not outcome.part(place).answered
            ]
            if others and not patience.deadline.passed():
                self._hear(solver, outcome, others, patience)

    def _first(self, solver: Solver, outcome: Outcome) -> Sequence[Task]:
        """Return what a solver is asked first."""
        tape = self._tapes.get(id(outcome))
        if tape is not None:
            return tape.tasks
        if self._report.question == "best":
            return [Task(Goal.BEST)]
        return list(self._listing(solver, outcome))

    def _hear(
        self, solver: Solver, outcome: Outcome, tasks: Sequence[Task], patience: Patience
    ) -> None:
        """Take in a solver's messages: recorded by a worker, or from a worker or child now."""
        tape = self._tapes.pop(id(outcome), None)
        if tape is not None:
            outcome.seconds += tape.seconds
        elif self._workers is not None and not patience.deadline.passed():
            by, seconds = travelling(solver), patience.deadline.left()
            if by is not None:
                request = Asked.of(by, tasks, seconds, patience.grace)
                late = Deadline(request.longest + GRACE)
                tape = next((reply for _, reply in self._workers.ask([request], late)), None)
                tape = tape or Tape(tuple(tasks), (), Ending(End.HUNG), late=True)
        listen(self._case, solver, outcome, tasks, patience, tape)

    def _have_asked(self, order: Sequence[Entrant], workers: Workers, deadline: Deadline) -> None:
        """Have workers put the first question to all of them, as many at once as there are."""
        requests: list[tuple[Entrant, Asked]] = []
        rounds = math.ceil(len(order) / workers.number)
        share = TAPING * deadline.left() / max(rounds, 1)
        grace = max(min(GRACE, share / 4), LEAST_GRACE)
        for entrant in order:
            outcome, solver = entrant.outcome, entrant.solver
            able = solver is not None and entrant.answers(self._report.question)
            by = travelling(solver) if able and solver is not None else None
            if solver is None or by is None or self._kept.restore(outcome):
                continue
            seconds = max(min(share - grace, self._left_for(entrant)), 0.0)
            if lists_few(solver) and self._report.question == "all":
                seconds = min(seconds, SLOW)
            tasks = self._first(solver, outcome)
            if tasks and seconds > 0:
                requests.append((entrant, Asked.of(by, tasks, seconds, grace)))
        until = deadline.within(TAPING * deadline.left() + GRACE)
        for place, tape in workers.ask([request for _, request in requests], until):
            self._tapes[id(requests[place][0].outcome)] = tape

    def _listing(self, solver: Solver, outcome: Outcome) -> Iterator[Task]:
        twice = set(self._report.answered(kinds=True))
        places = sorted(range(len(self._scope.branches)), key=twice.__contains__)
        for place in places:  # those first that lack the word of a second kind
            branch = self._scope.branches[place]
            if outcome.answered(place):
                continue
            if Goal.ALL not in solver.goals:
                yield Task(Goal.COUNT, place, branch)
            elif self._is_slow(solver):
                if not outcome.part(place).found:
                    yield Task(Goal.FIRST, place, branch)
            else:
                most = None if self._scope.by_digest else self._case.keep
                yield Task(Goal.ALL, place, branch, most)

    def _is_slow(self, solver: Solver) -> bool:
        number = self._scope.solutions
        return lists_few(solver) and (number is None or number > (solver.most_solutions or 0))

    def _solutions(self, outcome: Outcome, place: int) -> tuple[Options, ...] | None:
        """Return all solutions of a branch that are known; None: no solver says it is all."""
        if self._scope.by_digest:
            return None
        others = [
            other for other in self._report.outcomes if other is not outcome and not other.wrong
        ]
        if not any(other.answered(place) for other in others):
            return None
        every = [
            source.parts[place].solutions
            for source in (*others, outcome)
            if len(source.parts) > place
        ]
        return tuple(sorted(set().union(*every)))


def _seen(outcome: Outcome | None, place: int, total: int) -> dict[str, Any]:
    """Return what a `Snapshot` shows: who is asked, behind how many, and what it has found."""
    number = None if outcome is None else sum(part.claimed for part in outcome.parts)
    name = "" if outcome is None else outcome.solver
    return {
        "solver": name,
        "found": number,
        "done": place,
        "unit": "solvers",
        "even": False,
        "total": total,
    }


def _answer_something(solver: Solver, question: str, run: Run[None]) -> None:
    """Have a solver load its library; ask it the question about the smallest matrix with costs."""
    solver.version()
    matrix = ExactCover(primary=1, items=["a"], starts=[0, 1, 2], members=[0, 0], costs=[1, 2])
    query = query_of(Search(matrix, Goal.ALL, Settings(time_limit=MOMENT)))
    method = solver.improving if question == "best" else solver.solutions
    with closing_stream(method(query, Progress())) as stream:
        next(stream, None)


# ---- The number of all solutions -----------------------------------------------------------------
#
# Where there are too many solutions to compare, a solver that counts in a way of its own (with
# memory, for example) may still count them in seconds. So where the number is within reach, the
# counting solvers are asked for it, of each kind one first, until two kinds have answered. Their
# numbers are compared with each other and with the solutions that were found.


COUNTERS = ("memo", "bitmask:python", "bitmask")  # if no solver is named
TOTALS_GRACE = 0.5  # seconds for one that does not stop in time


def counters(asked: Sequence[Solver] | None) -> list[Solver]:
    """Return who counts in a way of its own, of each kind one first; None: anyone."""
    if asked is None:
        solvers = [get_solver(name) for name in COUNTERS]
    else:
        solvers = [solver for solver in asked if counts_itself(solver)]
    first = {solver.kind: solver for solver in reversed(solvers)}
    return sorted(solvers, key=lambda solver: first[solver.kind] is not solver)


def count_whole(
    case: Case,
    solvers: Sequence[Solver],
    totals: list[Outcome],
    deadline: Deadline,
    kept: KeptAnswers,
) -> None:
    """Ask for the number of all solutions until two kinds have said it; add to the outcomes."""
    for place, solver in enumerate(solvers):
        share = deadline.left() / (len(solvers) - place)
        if share < TOTALS_GRACE or len({total.kind for total in totals if total.complete}) > 1:
            return
        try:
            solver.require(case.matrix)
        except Unsupported:
            continue
        began = time.monotonic()
        outcome = Outcome(solver.full_name, by=solver.full_name, kind=solver.kind)
        totals.append(outcome)
        if kept.restore(outcome, total=True):
            continue
        patience = Patience(deadline.within(share - TOTALS_GRACE), TOTALS_GRACE)
        listen(case, solver, outcome, [Task(Goal.COUNT)], patience)
        sum_up(outcome, Scope())
        outcome.seconds = time.monotonic() - began
        kept.keep(outcome, 1, total=True)


def total_disputes(
    totals: Sequence[Outcome], outcomes: Sequence[Outcome]
) -> Iterator[Disagreement]:
    """Yield where the numbers of all solutions clash, or are less than what was found."""
    for outcome in totals:
        if outcome.wrong:
            yield Disagreement(outcome.note, (outcome.solver,))
    for first, second in combinations(totals, 2):
        difference = clash(first.part(0), second.part(0))
        if difference is not None:
            text = f"solvers {first.solver} and {second.solver}: {difference} in all"
            yield Disagreement(text, (first.solver, second.solver))
    for total in totals:
        for outcome in outcomes:
            number = sum(part.number for part in outcome.parts)
            if total.complete and number > (total.count or 0):
                text = (
                    f"solvers {total.solver} and {outcome.solver}: "
                    f"{total.count} solutions in all against {number} found"
                )
                yield Disagreement(text, (total.solver, outcome.solver))
