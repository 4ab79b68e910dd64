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
from ...models.symmetry.symmetries import distinct
from ...models.telling.json_values import number
from ..contract.deadline import Deadline, Stopped
from ..contract.result import Interrupted
from ..contract.solver import Solver
from ..contract.watching.watching import watching
from ..process.isolation import Isolated, Tell
from ..process.trial import tried_solver
from ..questions.selection import Problem
from ..questions.symmetries.alike import Alike, Known, symmetries_in_time
from ..questions.verbs import count, solutions
from ..registry import solver_names
from .report.findings import CheckVerdict

if TYPE_CHECKING:
    from ..contract.watching.receiver import Listener

__all__ = ["ClassOutcome", "ClassReport", "crosscheck_classes"]


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
        """Numbers that differ: of classes, whoever counted them how, and of solutions."""
        told = [(f"{one.solver} counts", one.classes) for one in self.outcomes]
        told += [(f"{one.solver} lists", one.listed) for one in self.outcomes]
        numbers = [(who, number) for who, number in told if number is not None]
        if self.expected is not None:
            numbers.insert(0, ("expected are", self.expected))
        totals = [(one.solver, one.total) for one in self.outcomes if one.total is not None]
        found = _differing(numbers, "classes")
        return found + _differing(
            [(f"{who} counts", number) for who, number in totals], "solutions"
        )

    @property
    def verdict(self) -> CheckVerdict:
        """Whether all agree, as a cross-check of solutions says it."""
        if self.disagreements:
            return CheckVerdict.DISAGREED
        if len({one.kind for one in self.finished}) < 2:
            return CheckVerdict.INCOMPLETE if self.finished else CheckVerdict.NOTHING_COMPARED
        return CheckVerdict.AGREED

    @property
    def finished(self) -> list[ClassOutcome]:
        """Those who counted the classes."""
        return [one for one in self.outcomes if one.classes is not None]

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
            "outcomes": [one.to_dict() for one in self.outcomes],
            "disagreements": self.disagreements,
        }


def crosscheck_classes(
    puzzle: Problem,
    solvers: Sequence[str | Solver] | None = None,
    *,
    limit: int = 1000,
    budget: float | None = 60.0,
    time_limit: float | None = None,
    expect: int | None = None,
    symmetries: Alike = "known",
    progress: Listener = None,
) -> ClassReport:
    """Let several solvers count the classes of solutions that no symmetry makes alike.

    solvers     names or Solvers; None: all
    limit       up to so many solutions are listed as well
    budget      seconds for everything; None: none
    time_limit  seconds for each solver within it; None: a fair part of what is left
    expect      how many classes there should be
    symmetries  "known", "auto" or the symmetries themselves, as for `count`
    progress    who is told how far it is, as for `solve`: `done` are the solvers that were asked

    Raises Unsupported for a puzzle of which no symmetries are known, UnknownSolver,
    Interrupted on Ctrl-C, with the report so far.
    """
    wanted = list(dict.fromkeys(solver_names() if solvers is None else solvers))
    with watching(progress, "check", len(wanted)) as watch:
        deadline = Deadline(budget) if watch is None else watch.deadline(budget)
        try:
            known, _ = symmetries_in_time(puzzle, budget, symmetries)
        except KeyboardInterrupt:
            raise Interrupted(ClassReport(0, expect)) from None
        report = ClassReport(0 if known is None else known.order, expect)
        for place, name in enumerate(wanted):
            outcome = ClassOutcome(name if isinstance(name, str) else name.full_name)
            report.outcomes.append(outcome)
            try:
                share = deadline.left() / (len(wanted) - place)
                within = deadline.within(share if time_limit is None else min(share, time_limit))
                if watch is not None:
                    watch.note(solver=outcome.solver, done=place, unit="solvers", even=False)
                _count(puzzle, name, known, limit, within, outcome)
            except KeyboardInterrupt:
                outcome.note = "was interrupted"
                raise Interrupted(report) from None
    return report


def _count(
    puzzle: Problem,
    name: str | Solver,
    symmetries: Known | None,
    limit: int,
    deadline: Deadline,
    outcome: ClassOutcome,
) -> None:
    """Have a solver count, if it is there; note what it says. Raises UnknownSolver."""
    try:
        solver = tried_solver(name, deadline)
    except Unavailable as error:
        outcome.note = str(error)
        return
    outcome.kind = solver.kind
    if symmetries is None:
        outcome.note = "there was no time to find the symmetries"
        return
    _ask(puzzle, solver, symmetries, limit, deadline, outcome)


def _ask(
    puzzle: Problem,
    solver: Solver,
    symmetries: Known,
    limit: int,
    deadline: Deadline,
    outcome: ClassOutcome,
) -> None:
    """Have a child count in both ways, and note what it says."""

    def work(tell: Tell) -> None:
        counted = count(puzzle, solver, symmetries=symmetries, time_limit=left())
        if not counted.complete:
            return
        tell(["counted", counted.count, counted.total])
        if counted.total <= limit:
            with (
                suppress(Stopped),
                solutions(puzzle, solver, time_limit=left(), arrays=False) as stream,
            ):
                found: Any = stream
                number = sum(1 for _ in distinct(found, symmetries))
                if stream.complete:
                    tell(["listed", number])

    def left() -> float | None:
        seconds = deadline.left()
        return None if seconds == float("inf") else seconds

    began = monotonic()
    with Isolated(work, deadline) as child:
        for what, *numbers in child:
            if what == "counted":
                outcome.classes, outcome.total = numbers
            else:
                (outcome.listed,) = numbers
    outcome.seconds = monotonic() - began
    if not child.ending:
        outcome.note = child.ending.words
    elif outcome.classes is None:
        outcome.note = "did not finish in time"


def _differing(numbers: Sequence[tuple[str, int]], what: str) -> list[str]:
    """Return a line for each number that is not the first one."""
    return [
        f"{numbers[0][0]} {numbers[0][1]} {what}, {who} {number}"
        for who, number in numbers[1:]
        if number != numbers[0][1]
    ]
