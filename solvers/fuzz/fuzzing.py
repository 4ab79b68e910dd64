"""The loop: cases one after the other in a child process, until the time is over.

The child notes in memory that it shares with us what it is about to ask, so that a crash or a hang
is known by its case and its question; then a new child goes on behind it. What is found is shrunk
at once. Those findings that name the same question and the same solvers are one fault.
"""

from __future__ import annotations

import mmap
import struct
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice

from ..isolation import Ending, Isolated, Tell
from ..solver import Deadline, Solver
from .answering import answer, compared, prepare
from .asking import Ask
from .cases import Case, draw
from .faces import Faces
from .report import Fault, FuzzInterrupted, FuzzReport, Tally
from .shrinking import ended_badly, shrunk

__all__ = ["fuzz"]

PATIENCE = 0.2  # seconds for an answer
TURN = 15.0  # seconds until a child is replaced
GRACE = 12.0  # seconds that an answer may be late before the child is killed
TOLD = 0.3  # seconds between two messages
SHRINKING = 30.0  # seconds

Heard = Callable[[FuzzReport], object]


def fuzz(
    solvers: Sequence[str | Solver] | None = None,
    *,
    seconds: float = 60.0,
    seed: int = 0,
    case: int | None = None,
    first: int = 0,
    most: int = 10,
    shrink: float = SHRINKING,
    heard: Heard | None = None,
) -> FuzzReport:
    """Draw cases, let the solvers answer them, and compare what they say; see docs/testing.md.

    solvers  names, or solvers; each answers every question that it can. None: all that there are,
             the slow ones now and then
    seconds  how long cases are drawn; shrinking what is found comes on top
    seed     of the cases
    case     the number of the only case to be answered; None: all from `first` on
    most     how many faults may be found before it ends
    shrink   seconds that each fault may be shrunk
    heard    is called now and then with the report as it stands

    Raises UnknownSolver; FuzzInterrupted on Ctrl-C, which keeps what was done.
    """
    run = _Fuzzing(Faces(solvers), seed, seconds, most, shrink, heard or (lambda report: None))
    try:
        run.work(first if case is None else case, None if case is None else 1)
    except KeyboardInterrupt:
        raise FuzzInterrupted(run.finished()) from None
    return run.finished()


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


class _Fuzzing:
    """One run."""

    def __init__(
        self, faces: Faces, seed: int, seconds: float, most: int, shrink: float, heard: Heard
    ) -> None:
        self.faces, self.seed, self.most, self.shrink = faces, seed, most, shrink
        self.heard, self.began, self.deadline = heard, time.monotonic(), Deadline(seconds)
        self.report = FuzzReport(seed, tuple(faces.solvers))
        self.known: dict[tuple[object, ...], int] = {}

    def work(self, number: int, cases: int | None) -> None:
        """Answer cases from a number on, so many or until the time is over."""
        with closing(_Place()) as place:
            while cases is None or cases > 0:
                before = number
                number = self._turn(number, cases, place)
                if cases is not None:
                    cases -= number - before
                if self.deadline.passed() or len(self.report.faults) >= self.most:
                    return

    def finished(self) -> FuzzReport:
        """Return the report."""
        self.report.seconds = time.monotonic() - self.began
        return self.report

    def _turn(self, number: int, cases: int | None, place: _Place) -> int:
        """Let a child work for a while; return the number of the first case that is not done."""
        turn = self.deadline.within(TURN if cases is None else None)

        def work(tell: Tell) -> int:
            return _Turn(self.faces, self.seed, place, tell).run(number, cases, turn)

        place.note(number, -1)
        grace = GRACE if cases is None else 10 * GRACE
        with Isolated(work, turn, grace=grace) as child:
            for kind, told in child:
                if kind == "tally":
                    self.report.tally.add(told)
                    self.heard(self.finished())
                elif self._is_new(*told):
                    child.close()
                    self._found(*told, None)
                    return int(told[0]) + 1
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
        asks = list(islice(self.faces.asks(draw(self.seed, number)), max(ask + 1, 0)))
        texts = (str(asks[-1]),) if asks and ask >= 0 else ()
        if self._is_new(number, str(ending), texts):
            self._found(number, f"the process {ending}", texts, ending)

    def _is_new(self, number: int, what: str, texts: Sequence[str]) -> bool:
        """Whether nothing alike was found before; else that is counted."""
        alike = tuple(sorted({tuple(text.split()[:2]) for text in texts}))
        if alike not in self.known:
            self.known[alike] = len(self.report.faults)
            return True
        place = self.known[alike]
        fault = self.report.faults[place]
        self.report.faults[place] = replace(fault, also=fault.also + 1)
        return False

    def _found(self, number: int, what: str, texts: Sequence[str], ending: Ending | None) -> None:
        case, asks = draw(self.seed, number), tuple(texts)
        fault = Fault(self.seed, number, case.shape, what, asks)
        self.report.faults.append(fault)
        self.heard(self.finished())
        if asks and self.shrink > 0:
            solvers, dies = self.faces.solvers, ending is not None
            matrix = shrunk(case.task, asks, solvers, self.shrink, dies=dies)
            self.report.faults[-1] = replace(fault, matrix=matrix)


class _Turn:
    """What a child does."""

    def __init__(self, faces: Faces, seed: int, place: _Place, tell: Tell) -> None:
        self.faces, self.seed, self.place, self.tell = faces, seed, place, tell
        self.tally, self.next_word = Tally(), time.monotonic() + TOLD

    def run(self, number: int, cases: int | None, turn: Deadline) -> int:
        """Answer cases; return the number of the first that is not done."""
        last = None if cases is None else number + cases
        while number != last and not turn.passed():
            self.answer(draw(self.seed, number))
            number += 1
            if time.monotonic() >= self.next_word:
                self.word()
        self.word()
        return number

    def word(self) -> None:
        self.tell(("tally", self.tally.take()))
        self.next_word = time.monotonic() + TOLD

    def answer(self, case: Case) -> None:
        """Answer one case, and tell what is wrong."""
        self.place.note(case.number, -1)
        context = prepare(case.task, PATIENCE)
        self.tally.drawn[case.shape] += 1

        def asked(ask: Ask, how: str) -> None:
            self.tally.asked[ask.question, ask.solver, how] += 1

        def noted():  # type: ignore[no-untyped-def]
            for number, ask in enumerate(self.faces.asks(case)):
                self.place.note(case.number, number)
                yield ask

        finding = answer(context, noted(), self.faces.solvers, asked)
        self.tally.used[case.shape] += compared(context)
        if finding is not None:
            self.word()
            self.tell(("finding", (case.number, finding.what, list(finding.asks))))
