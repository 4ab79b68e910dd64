"""The cross-check of counts up to symmetry: each solver counts the classes, in up to two ways.

One way is Burnside's lemma, which needs the numbers of solutions that symmetries map to themselves;
the other lists the solutions and looks which of them are alike. They share the permutations, which
are checked to be symmetries when they are made, and nothing else. Listing takes long where there
are many solutions, so beyond a limit the first way stands alone. Each solver works in a process of
its own; one that crashes or hangs has a note and no number.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from ...models.errors import Unavailable
from ...models.spelling import number
from ...models.symmetry.symmetries import distinct
from ..contract.deadline import Deadline, Stopped
from ..contract.goal import Goal
from ..contract.solver import Solver
from ..process.isolation import Isolated, Tell
from ..process.trial import tried_solver
from ..registry import get_solver
from ..search.alike import Alike, symmetries_in_time
from ..search.search import Search
from ..search.selection import Problem
from ..search.settings import Settings
from .findings import CheckVerdict

if TYPE_CHECKING:
    from ..contract.watching import Watch
    from ..search.class_count import ClassCount

__all__ = ["ClassCheck", "ClassOutcome", "ClassReport"]


@dataclass
class ClassOutcome:
    """What one solver said.

    solver   its name
    kind     whose word it is: two of one kind share code
    classes  so many by Burnside's lemma; None if it did not finish
    listed   so many among the listed solutions; None if they were not all listed
    total    the number of all solutions; None if it did not finish
    seconds  it took
    note     why there is no number
    """

    solver: str
    kind: str = ""
    classes: int | None = None
    listed: int | None = None
    total: int | None = None
    seconds: float = 0.0
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, by name."""
        return dict(self.__dict__)


@dataclass
class ClassReport:
    """What all said; true if two kinds of solvers or more finished and all numbers agree.

    symmetries     how many there are; 0 if they were not known in time
    disagreements  a line for each number that is another one
    """

    symmetries: int
    expected: int | None = None
    outcomes: list[ClassOutcome] = field(default_factory=list)

    @property
    def disagreements(self) -> list[str]:
        """Numbers that differ: of classes, by any solver and method, and of solutions."""
        claims = [(f"{outcome.solver} counts", outcome.classes) for outcome in self.outcomes]
        claims += [(f"{outcome.solver} lists", outcome.listed) for outcome in self.outcomes]
        numbers = [(label, number) for label, number in claims if number is not None]
        if self.expected is not None:
            numbers.insert(0, ("expected are", self.expected))
        totals = [
            (outcome.solver, outcome.total)
            for outcome in self.outcomes
            if outcome.total is not None
        ]
        lines = _differing(numbers, "classes")
        return lines + _differing(
            [(f"{solver} counts", number) for solver, number in totals], "solutions"
        )

    @property
    def verdict(self) -> CheckVerdict:
        """Whether all agree, as a cross-check of solutions says it."""
        if self.disagreements:
            return CheckVerdict.DISAGREED
        if len({outcome.kind for outcome in self.finished}) < 2:
            return CheckVerdict.INCOMPLETE if self.finished else CheckVerdict.NOTHING_COMPARED
        return CheckVerdict.AGREED

    @property
    def finished(self) -> list[ClassOutcome]:
        """Those who counted the classes."""
        return [outcome for outcome in self.outcomes if outcome.classes is not None]

    @property
    def classes(self) -> int | None:
        """The number of classes; None unless it is agreed on."""
        if self.verdict is not CheckVerdict.AGREED:
            return None
        return self.finished[0].classes

    def __bool__(self) -> bool:
        return self.verdict is CheckVerdict.AGREED

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {
            "verdict": str(self.verdict),
            "classes": self.classes,
            "symmetries": number(self.symmetries),
            "expected": self.expected,
            "outcomes": [outcome.to_dict() for outcome in self.outcomes],
            "disagreements": self.disagreements,
        }


class ClassCheck:
    """One cross-check of numbers of classes on its way; `report` is on the solvers so far."""

    def __init__(
        self,
        puzzle: Problem,
        symmetries: Alike,
        limit: int,
        settings: Settings,
        deadline: Deadline,
        watch: Watch | None,
    ) -> None:
        self.report = ClassReport(0)
        self._puzzle, self._symmetries, self._limit = puzzle, symmetries, limit
        self._settings, self._deadline, self._watch = settings, deadline, watch
        self.anyone = True  # is asked who counts, not just those who are named

    def run(self, names: Sequence[str | Solver]) -> None:
        """Ask one solver after the other. Raises Unsupported, UnknownSolver."""
        report, deadline, time_limit = self.report, self._deadline, self._settings.time_limit
        symmetries = symmetries_in_time(self._puzzle, deadline, self._symmetries)
        report.symmetries = 0 if symmetries is None else symmetries.order
        for place, name in enumerate(names):
            outcome = ClassOutcome(name if isinstance(name, str) else name.full_name)
            report.outcomes.append(outcome)
            share = deadline.left() / (len(names) - place)
            within = deadline.within(share).within(time_limit)
            if self._watch is not None:
                self._watch.note(solver=outcome.solver, done=place, unit="solvers", even=False)
            try:
                solver = tried_solver(name, within)
            except Unavailable as error:
                outcome.note = str(error)
                continue
            outcome.kind = solver.kind
            if Goal.COUNT not in solver.goals:
                outcome.note = f"answers {solver.verbs} alone"
                if self.anyone:
                    report.outcomes.pop()
                continue
            if symmetries is None:
                outcome.note = "there was no time to find the symmetries"
                continue
            settings = Settings(solver=solver, symmetries=symmetries)
            self._ask(Search(self._puzzle, Goal.COUNT, settings), within, outcome)

    def interrupt(self) -> None:
        """Note who was at work."""
        for outcome in self.report.outcomes[-1:]:
            if not outcome.seconds:
                outcome.note = outcome.note or "was interrupted"

    def end(self) -> None:
        """Do nothing: what was said is in the report."""

    def _ask(self, search: Search, deadline: Deadline, outcome: ClassOutcome) -> None:
        """Have a child count in both ways, and note what it says."""
        symmetries, limit = search.settings.symmetries, self._limit
        lists = Goal.ALL in get_solver(search.settings.solver).goals

        def work(tell: Tell) -> None:
            counted: ClassCount = search.within(deadline.limit()).run()
            if not counted.complete:
                return
            tell(["counted", counted.count, counted.total])
            if counted.total > limit or not lists:
                return
            every = search.with_goal(Goal.ALL).but(symmetries=None)
            with suppress(Stopped), every.within(deadline.limit()).run() as stream:
                number = sum(1 for _ in distinct(stream, symmetries))
                if stream.complete:
                    tell(["listed", number])

        began = monotonic()
        with Isolated(work, deadline) as child:
            for kind, *numbers in child:
                if kind == "counted":
                    outcome.classes, outcome.total = numbers
                else:
                    (outcome.listed,) = numbers
        outcome.seconds = monotonic() - began
        if not child.ending:
            outcome.note = child.ending.words
        elif outcome.classes is None:
            outcome.note = "did not finish in time"


def _differing(numbers: Sequence[tuple[str, int]], noun: str) -> list[str]:
    """Return a line for each number that is not the first one."""
    return [
        f"{numbers[0][0]} {numbers[0][1]} {noun}, {label} {number}"
        for label, number in numbers[1:]
        if number != numbers[0][1]
    ]
