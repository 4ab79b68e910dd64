"""Who is asked what, when, and for how long.

Those who list solutions soon are asked first, for what they find serves the others; then those who
can be asked for one more solution than is known, then the slow ones. Each may take an equal part of
the time that is left for those still to come, so nobody can starve the others, and what one leaves
is not lost. Who was cut short is asked once more in the end, where there is time and not yet an
agreement of two kinds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...models.errors import Unavailable
from ..registry import get_solver
from ..solver import Deadline, Options, Solver
from .asking import Kind, Task, counts_itself
from .hearing import LATE, Case, hear
from .outcome import Outcome
from .report import Report
from .scope import Branch, Scope

__all__ = ["Entrant", "Rounds"]

SLOW = 10.0  # seconds for a solver that lists solutions slowly
LISTING = 0.6  # of the time of one who could be asked for another solution instead
MOMENT = 2.0  # seconds that it may take to load a library
AGAIN = 2.0  # times as long as before is worth another try
DIGESTS = 100_000  # more solutions need not be listed where they can be counted


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
        return solver is not None and solver.most_solutions is not None, bool(
            solver is not None and solver.excludes
        )

    @classmethod
    def of(cls, name: str | Solver) -> Entrant:
        """Return the solver of that name; whatever goes wrong is its outcome."""
        outcome = Outcome(name if isinstance(name, str) else name.full_name)
        outcome.by = outcome.solver
        try:
            solver = get_solver(name)
        except KeyboardInterrupt:
            raise
        except Unavailable as error:
            outcome.note = str(error)
            return cls(None, outcome)
        except BaseException as error:
            outcome.note = f"failed with {type(error).__name__}: {error}"
            return cls(None, outcome)
        outcome.by, outcome.kind = solver.full_name, solver.kind
        return cls(solver, outcome)


class Rounds:
    """The asking of all solvers within one deadline."""

    def __init__(
        self,
        case: Case,
        report: Report,
        entrants: Sequence[Entrant],
        deadline: Deadline,
        time_limit: float | None,
    ) -> None:
        self._case, self._report, self._entrants = case, report, entrants
        self._deadline = deadline
        self._time_limit = float("inf") if time_limit is None else time_limit

    @property
    def _scope(self) -> Scope:
        return self._report.asked

    def load(self) -> None:
        """Import the libraries here, lest each child does it anew; of our own solvers alone."""
        for entrant in self._entrants:
            solver = entrant.solver
            ours = type(solver).__module__.startswith(__name__.partition(".")[0] + ".")
            if solver is not None and ours and self._deadline.left() > MOMENT:
                try:
                    solver.version()
                except Exception:  # it is asked all the same, and says what is the matter
                    continue

    def run(self) -> None:
        """Ask all of them."""
        order = sorted(self._entrants, key=lambda entrant: entrant.rank)
        self._ask_each(order)
        if not self._agreed():
            late = [one for one in order if one.outcome.note == LATE]
            share = self._deadline.left() / max(len(late), 1)
            self._ask_each([one for one in late if share >= AGAIN * one.had])

    def _ask_each(self, order: Sequence[Entrant]) -> None:
        for place, entrant in enumerate(order):
            entrant.begun = True
            self._report.outcomes = [one.outcome for one in self._entrants if one.begun]
            if entrant.solver is not None:
                self._ask(entrant, entrant.solver, self._deadline.left() / (len(order) - place))

    def _agreed(self) -> bool:
        """Whether nothing is left that two kinds have not answered."""
        return len(self._report.answered(kinds=True)) >= len(self._scope.branches)

    def _ask(self, entrant: Entrant, solver: Solver, seconds: float) -> None:
        outcome, began = entrant.outcome, time.monotonic()
        seconds = min(seconds, max(self._time_limit - outcome.seconds, 0.0))
        if solver.most_solutions is not None and self._report.question == "all":
            seconds = min(seconds, SLOW)
        entrant.had = seconds
        deadline = self._deadline.within(seconds)
        try:
            if self._report.question == "best":
                hear(self._case, solver, outcome, [Task(Kind.BEST, 0, Branch())], deadline)
            else:
                self._ask_all(solver, outcome, deadline)
        finally:
            outcome.seconds += time.monotonic() - began

    def _ask_all(self, solver: Solver, outcome: Outcome, deadline: Deadline) -> None:
        """Ask for all solutions; then, if the solver can, whether there are others than those."""
        tasks = list(self._listing(solver, outcome))
        if tasks:
            first = deadline
            if solver.excludes and not self._is_slow(solver) and self._known(outcome, tasks):
                first = deadline.within(LISTING * deadline.left())
            hear(self._case, solver, outcome, tasks, first)
        if solver.excludes and not outcome.wrong and outcome.ended == "finished":
            others = list(self._others(outcome))
            if others and not deadline.passed():
                hear(self._case, solver, outcome, others, deadline)

    def _listing(self, solver: Solver, outcome: Outcome) -> Iterator[Task]:
        for place, branch in enumerate(self._scope.branches):
            if outcome.answered(place):
                continue
            if self._is_slow(solver):
                if not outcome.part(place).found:
                    yield Task(Kind.ONE, place, branch)
            elif not self._scope.by_digest:
                yield Task(Kind.ALL, place, branch, self._case.keep)
            else:
                yield from self._counting(solver, place, branch)

    def _counting(self, solver: Solver, place: int, branch: Branch) -> Iterator[Task]:
        """Yield what is asked of a branch with more solutions than are kept."""
        number = branch.solutions if branch.solutions is not None else self._scope.total
        if counts_itself(solver):
            yield Task(Kind.COUNT, place, branch)
            if number is None or number > DIGESTS:
                return
        yield Task(Kind.ALL, place, branch)

    def _is_slow(self, solver: Solver) -> bool:
        most, number = solver.most_solutions, self._scope.solutions
        return most is not None and (number is None or number > most)

    def _others(self, outcome: Outcome) -> Iterator[Task]:
        """Yield whether there are other solutions, of the branches that are still open."""
        for place, branch in enumerate(self._scope.branches):
            known = self._solutions(outcome, place)
            if known is not None and not outcome.part(place).answered:
                yield Task(Kind.OTHER, place, branch, excluded=known)

    def _known(self, outcome: Outcome, tasks: Sequence[Task]) -> bool:
        return any(self._solutions(outcome, task.place) is not None for task in tasks)

    def _solutions(self, outcome: Outcome, place: int) -> tuple[Options, ...] | None:
        """Return all solutions of a branch that are known; None: nobody else says it is all."""
        if self._scope.by_digest:
            return None
        others = [one for one in self._report.outcomes if one is not outcome and not one.wrong]
        if not any(one.answered(place) for one in others):
            return None
        every = [one.parts[place].solutions for one in (*others, outcome) if len(one.parts) > place]
        return tuple(sorted(set().union(*every)))
