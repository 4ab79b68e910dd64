"""The loop: cases one after the other in a child process, until the time is over.

The child notes in memory that it shares with us what it is about to ask, so that a crash or a hang
is known by its case and its question; then a new child goes on behind it. What is found is shrunk
at once. Those findings that name the same question and the same solvers are one fault.
"""

from __future__ import annotations

import mmap
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any, Unpack

from ...models.matrix.exact_cover import ExactCover
from ..contract.deadline import Deadline
from ..contract.result import Interrupted
from ..contract.solver import Solver
from ..contract.watching import watching
from ..process.isolation import End, Ending, Isolated, Tell
from ..search.selection import Problem
from ..search.settings import FuzzSettings, Settings, require_taken
from .cases.cases import Case, KnownCase, draw
from .examine import examine
from .participants import Draws, Participants
from .report import Fault, FuzzReport, Tally
from .shrinking import ended_badly, redrawn, shrunk
from .task import Ask, Task, read_task

__all__ = ["fuzz", "replay"]

SECONDS = 60.0  # of drawing cases, where neither the time nor their number is limited
PATIENCE = 0.2  # seconds for an answer
TURN = 15.0  # seconds until a child is replaced
GRACE = 45.0  # seconds that a turn may be late, on a machine that is busy, before it is killed
REPORT_EVERY = 0.3  # seconds between two messages
SHRINKING = 30.0  # seconds

OnReport = Callable[[FuzzReport], object]


def fuzz(
    solvers: Sequence[str | Solver] | None = None,
    draws: Draws | None = None,
    *,
    most: int = 10,
    shrink: float = SHRINKING,
    on_report: OnReport | None = None,
    **settings: Unpack[FuzzSettings],
) -> FuzzReport:
    """Draw cases, let the solvers answer them, and compare what they say; see docs/development.md.

    solvers  names, or solvers; each answers every question that it can. None: all that there are,
             the slow ones now and then
    draws    which cases are drawn, and what is asked of them; None: all, and anything
    most     how many faults may be found before it ends
    shrink   seconds that each fault may be shrunk
    on_report  is called now and then with the report as it stands

    Of the settings, `time_limit` is how many seconds cases are drawn: shrinking a fault comes on
    top, and 60 is the default where `draws` does not limit their number. `seed` is that of the
    cases, 0 by default. `progress` gets the cases as `done`, the faults as `found`, and the share
    is of the time.

    Raises UnknownSolver, UnknownSetting; Interrupted with the report so far on Ctrl-C.
    """
    require_taken("fuzz", settings, FuzzSettings.__annotations__)
    draws, checked = draws or Draws(), Settings(**settings)
    participants = Participants(solvers, draws)
    seed, seconds = checked.seed or 0, checked.time_limit
    if seconds is None and not draws.ends:
        seconds = SECONDS
    report = FuzzReport(seed, tuple(participants.solvers))
    with watching(checked.progress, "fuzz") as watch:
        deadline = Deadline(seconds) if watch is None else watch.deadline(seconds)
        source = partial(draw, seed)
        run = _Fuzzing(participants, source, report, PATIENCE, deadline, most, shrink, on_report)
        if watch is not None:
            watch.source = run.seen
        if draws.case is not None:
            return run.finish(draws.case, draws.case + 1)
        return run.finish(0, None, draws.cases)


def replay(
    problem: Problem,
    asks: Sequence[Ask] = (),
    solvers: Sequence[str | Solver] | None = None,
    *,
    patience: float = 10.0,
    name: str = "file",
) -> FuzzReport:
    """Ask about one puzzle or matrix, and compare what is said.

    problem   of a matrix, its items may say what is given (task.py), as those of `kept` files do
    asks      the questions; none: every question to every solver
    solvers   names, or solvers, which are asked instead; None: those that the asks name, or all
    patience  seconds for an answer
    name      what the report calls the problem

    Returns what `fuzz` does. Raises UnknownSolver; Interrupted with the report so far on Ctrl-C.
    """
    named = list(dict.fromkeys(ask.solver for ask in asks)) or None
    participants = Participants(named if solvers is None else solvers)
    if solvers is not None:
        asks = [replace(ask, solver=solver) for ask in asks for solver in participants.solvers]
    case = KnownCase(task_of(problem), asks or participants.every_ask(), name)
    report = FuzzReport(None, tuple(participants.solvers))
    deadline = Deadline(patience * (len(case.asks) + 1))
    return _Fuzzing(participants, lambda number: case, report, patience, deadline).finish(0, 1)


def task_of(problem: Problem) -> Task:
    """Return what is asked about a puzzle or a matrix."""
    if isinstance(problem, ExactCover):
        return read_task(problem)
    given, forbidden = problem.given_options, problem.forbidden_options
    return Task(problem.matrix, given, forbidden, puzzle=problem)


class _Place:
    """Which case and which of its asks is under way; a child writes it, we read it."""

    _LAYOUT = struct.Struct("qq")

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, self._LAYOUT.size)

    def note(self, case: int, ask: int) -> None:
        self._LAYOUT.pack_into(self._memory, 0, case, ask)

    def read(self) -> tuple[int, int]:
        case, ask = self._LAYOUT.unpack_from(self._memory)
        return case, ask

    def close(self) -> None:
        self._memory.close()


@dataclass
class _Fuzzing:
    """One run.

    source    returns the case of a number
    patience  seconds for an answer
    deadline  when no further case is drawn
    most      how many faults may be found before it ends
    shrink    seconds that each fault may be shrunk
    on_report  is called now and then with the report as it stands
    """

    participants: Participants
    source: Callable[[int], Case]
    report: FuzzReport
    patience: float
    deadline: Deadline
    most: int = 1
    shrink: float = 0.0
    on_report: OnReport | None = None
    began: float = field(default_factory=time.monotonic)
    known_faults: dict[object, int] = field(default_factory=dict)

    def seen(self) -> dict[str, Any]:
        """Return what a `Snapshot` shows: the cases and the faults."""
        report, left = self.report, Deadline.left(self.deadline)
        spent = time.monotonic() - self.began
        share = min(spent / (spent + left), 1.0) if left else 1.0
        return {"done": report.cases, "unit": "cases", "found": len(report.faults), "share": share}

    def finish(self, number: int, last: int | None, cases: int | None = None) -> FuzzReport:
        """Do the work and return the report, on Ctrl-C with the exception."""
        try:
            self.work(number, last, cases)
        except KeyboardInterrupt:
            raise Interrupted(self.finished()) from None
        return self.finished()

    def work(self, number: int, last: int | None, cases: int | None) -> None:
        """Answer cases from one number to before another, so many, or until the time is over."""
        with closing(_Place()) as place:
            while number != last:
                most = None if cases is None else cases - self.report.cases
                number = self._turn(number, last, most, place)
                enough = cases is not None and self.report.cases >= cases
                if enough or self.deadline.passed() or len(self.report.faults) >= self.most:
                    return

    def finished(self) -> FuzzReport:
        """Return the report."""
        self.report.seconds = time.monotonic() - self.began
        return self.report

    def tell(self) -> None:
        """Hand on the report as it stands."""
        report = self.finished()
        if self.on_report is not None:
            self.on_report(report)

    def _turn(self, number: int, last: int | None, most: int | None, place: _Place) -> int:
        """Let a child work for a while; return the number of the first case that is not done."""
        turn = self.deadline.within(TURN if last is None else None)

        def work(tell: Tell) -> int:
            return _Turn(self.participants, self.source, self.patience, place, tell).run(
                number, last, most, turn
            )

        place.note(number, -1)
        with Isolated(work, turn, grace=GRACE) as child:
            for message in child:
                match message:
                    case ("tally", dict(counters)):
                        self.report.tally.add(counters)
                        self.tell()
                    case ("finding", (int(at), str(message), [*asks])) if all(
                        isinstance(ask, str) for ask in asks
                    ):
                        if self._is_new(at, message, asks):
                            child.close()
                            self._add_fault(at, message, asks)
                            return at + 1
                    case _:  # a solver wrote into our pipe
                        at, ask = place.read()
                        self._died(at, ask, Ending(End.GARBLED))
                        return at + 1
        ending = child.ending
        if ended_badly(ending.how):
            number, ask = place.read()
            self._died(number, ask, ending)
            return number + 1
        if ending.value is None:
            raise RuntimeError(f"the fuzzer itself failed at case {place.read()[0]}: {ending}")
        return int(ending.value)

    def _died(self, number: int, ask: int, ending: Ending) -> None:
        """Take down that a process ended, or had to be ended, in the middle of a case."""
        shape = self.source(number).shape
        self.report.tally.add({"drawn": {shape: 1}, "used": {shape: 1}})
        texts: tuple[str, ...] = ()
        if ask >= 0:
            *_, last = islice(self.participants.asks(self.source(number)), ask + 1)
            texts = (str(last),)
        if self._is_new(number, str(ending), texts):
            self._add_fault(number, f"the process {ending}", texts, died=True)

    def _is_new(self, number: int, message: str, texts: Sequence[str]) -> bool:
        """Whether nothing alike was found before; else that is counted."""
        alike = tuple(sorted({tuple(text.split()[:2]) for text in texts})) or message.split(":")[0]
        if alike not in self.known_faults:
            self.known_faults[alike] = len(self.report.faults)
            return True
        place = self.known_faults[alike]
        fault = self.report.faults[place]
        self.report.faults[place] = replace(fault, also=fault.also + 1)
        return False

    def _add_fault(
        self, number: int, message: str, texts: Sequence[str], *, died: bool = False
    ) -> None:
        case, asks = self.source(number), tuple(texts)
        drawn = tuple(self.participants.draws.questions or ())
        fault = Fault(self.report.seed, number, case.shape, message, asks, questions=drawn)
        self.report.faults.append(fault)
        self.tell()
        if self.shrink > 0:
            smaller = self._smaller(case, fault, died)
            self.report.faults[-1] = replace(smaller, also=self.report.faults[-1].also)

    def _smaller(self, case: Case, fault: Fault, died: bool) -> Fault:
        """Return the fault on a smaller matrix, or of a smaller case if no matrix shows it."""
        solvers = self.participants.solvers
        if fault.asks and not case.task.matrix.conditions:  # DLX text holds none
            matrix = shrunk(case.task, fault.asks, solvers, self.shrink, dies=died)
            if matrix is not None:
                return replace(fault, matrix=matrix)
        if died:
            return fault
        smaller = redrawn(case, fault.asks, solvers, self.source, self.shrink)
        if smaller is None:
            return fault
        number, finding = smaller
        shape = self.source(number).shape
        return replace(
            fault, number=number, shape=shape, message=finding.message, asks=finding.asks
        )


class _Turn:
    """What a child does."""

    def __init__(
        self,
        participants: Participants,
        source: Callable[[int], Case],
        patience: float,
        place: _Place,
        tell: Tell,
    ) -> None:
        self.participants, self.source, self.patience = participants, source, patience
        self.place, self.tell = place, tell
        self.tally, self.next_word = Tally(), time.monotonic() + REPORT_EVERY

    def run(self, number: int, last: int | None, most: int | None, turn: Deadline) -> int:
        """Answer cases, `most` at most; return the number of the first that is not done."""
        answered = 0
        while number != last and answered != most and not turn.passed():
            case = self.source(number)
            if self.participants.takes(case):
                self.answer(case)
                answered += 1
            number += 1
            if time.monotonic() >= self.next_word:
                self.word()
        self.word()
        return number

    def word(self) -> None:
        self.tell(("tally", self.tally.take()))
        self.next_word = time.monotonic() + REPORT_EVERY

    def answer(self, case: Case) -> None:
        """Answer one case, and report what is wrong."""
        self.place.note(case.number, -1)
        self.tally.drawn[case.shape] += 1

        def count_ask(ask: Ask, how: str) -> None:
            self.tally.asked[ask.question, ask.solver, how] += 1

        def noted() -> Iterator[Ask]:
            for number, ask in enumerate(self.participants.asks(case)):
                self.place.note(case.number, number)
                yield ask

        finding, used = examine(case, noted, self.participants.solvers, self.patience, count_ask)
        self.tally.used[case.shape] += used
        if finding is not None:
            self.word()
            self.tell(("finding", (case.number, finding.message, list(finding.asks))))
