"""Better answers and better bounds, as they come.

The search runs in a thread (process/interrupt.py), for a bound rises while a solver searches and
hands nothing over. It asks its deadline now and then whether it is to stop, and there it is looked
at what was proved since. What was found waits in a short queue until it is asked for, so the search
is never far ahead of the one who asks.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from threading import get_ident
from typing import Any, Self

from ...models.answer import Answer
from ...models.puzzle import Puzzle
from ...models.spelling import number
from ..contract.batch import Options, closing_stream
from ..contract.deadline import Deadline
from ..contract.numbers import Exact, gap_of
from ..contract.result import Interrupted, Result
from ..process.interrupt import Run, RunDeadline, streamed
from .running import RunningSearch, answered
from .search import Search
from .single import better_solutions

__all__ = ["Improvement", "Improvements", "answer"]

OFTEN = 0.05  # seconds between two bounds that are reported
HINT = "hint"


@dataclass(frozen=True)
class Improvement:
    """A better answer, or a better bound on what the best one may be.

    better     "answer" or "bound": what is new
    seconds    since the question was put
    solver     who found it; "hint" for what came with the question
    objective  of the best answer so far; None before there is one, and without costs
    bound      no answer is better than this; None if nothing is known
    gap        the distance of the two, relative to the objective; None if one is not known
    options    the best solution so far as option numbers, ascending; None before there is one
    answer     the same in the puzzle's words; None for a bare matrix
    """

    better: str
    seconds: float
    solver: str
    objective: Exact | None
    bound: Exact | None
    options: Options | None
    answer: Answer | None

    @property
    def gap(self) -> float | None:
        """How far the best answer may be from this one, relative to its objective."""
        return gap_of(self.objective, self.bound)

    def to_dict(self, *, answer: bool = True) -> dict[str, Any]:
        """Return it as JSON can hold it; the answer only where that is new."""
        document: dict[str, Any] = {
            "better": self.better,
            "seconds": round(self.seconds, 6),
            "solver": self.solver,
            "objective": number(self.objective),
            "bound": number(self.bound),
            "gap": self.gap,
        }
        if not answer or self.better != "answer" or self.options is None:
            return document
        if self.answer is None:
            return document | {"answer": {"options": list(self.options)}}
        return document | {"answer": self.answer.to_dict()}


def answer(search: Search) -> Improvements:
    """Return the stream of better answers and bounds."""
    began = time.monotonic()

    def late(result: Result) -> Improvements:
        return Improvements(result, seconds=time.monotonic() - began)

    return answered(search, Improvements, late, title="solve")


class Improvements(Iterator[Improvement]):
    """A lazy iterator over better answers and bounds; see `improving`."""

    def __init__(self, running: RunningSearch | Result, *, seconds: float = 0.0) -> None:
        self._running = running if isinstance(running, RunningSearch) else None
        self._late = running if isinstance(running, Result) else None
        self._watch = None if self._running is None else self._running.watch
        self._found = 0
        if self._watch is not None:
            self._watch.stay_with(self)
        self._best: Options | None = None
        self._bound: int | None = None  # the last one reported
        self._reported = 0.0
        self._events: Generator[Improvement, None, object] | None = None
        if self._running is not None:
            self._running.log_solver()
            self._events = streamed(self._search, self._running.query.deadline)
        elif self._late is not None and self._late.options is not None:
            self._events = _hinted(self._late, seconds)

    def __next__(self) -> Improvement:
        if self._events is None:
            raise StopIteration
        if self._watch is not None:
            self._watch.here()
        try:
            event = next(self._events)
        except KeyboardInterrupt:
            self.close()
            raise Interrupted(self.result()) from None
        except BaseException as error:
            self._end(report=isinstance(error, StopIteration))
            raise
        if self._watch is not None and event.better == "answer":
            self._found += 1
            self._watch.note(found=self._found, best=event.objective)
        return event

    def result(self) -> Result:
        """Return the best answer that is known now, and the bound; OPTIMAL once that is proved."""
        if self._running is None:
            assert self._late is not None  # for the type checker
            return self._late
        best = self._running.known or None if self._best is None else self._best
        return self._running.solved(best)

    def close(self) -> None:
        """Stop the search; nothing further comes."""
        if self._events is not None:
            self._events.close()
        self._end()

    def _end(self, *, report: bool = True) -> None:
        self._events = None
        if self._watch is not None:
            watch, self._watch = self._watch, None
            watch.close(report=report)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # ---- In the thread that searches -------------------------------------------------------

    def _search(self, run: Run[Improvement]) -> None:
        running = self._running
        assert running is not None  # for the type checker
        deadline = _Looking(run, running.query.deadline, self)
        stream = better_solutions(running, replace(running.query, deadline=deadline))
        with closing_stream(stream) as solutions:
            for options in solutions:
                first, self._best = self._best is None, options
                hinted = first and options == running.known
                self._tell(run, "answer", HINT if hinted else running.solver.answerer.full_name)
        priced = running.has_objective and self._best is not None
        cost = running.query.matrix.cost(self._best or ()) if priced else None
        if running.progress.complete and cost is not None and self._bound != cost:
            self._tell(run, "bound", running.solver.bounder.full_name)

    def look(self, run: Run[Improvement]) -> None:
        """Tell what was proved since the last look, if it is time."""
        running, now = self._running, time.monotonic()
        if running is None or now < self._reported + OFTEN or not running.has_objective:
            return
        bound = running.progress.now().bound
        if bound is not None and (self._bound is None or bound > self._bound):
            self._tell(run, "bound", running.solver.bounder.full_name)

    def _tell(self, run: Run[Improvement], better: str, solver: str) -> None:
        running, best = self._running, self._best
        assert running is not None  # for the type checker
        puzzle, priced = running.search.problem, running.has_objective
        cost = running.query.matrix.cost(best) if priced and best is not None else None
        bound = running.progress.now().bound if priced else None
        if running.progress.complete and cost is not None:
            bound = cost
        self._reported, self._bound = time.monotonic(), bound
        event = Improvement(
            better,
            self._reported - running.began,
            solver,
            running.in_words(cost),
            running.in_words(bound),
            best,
            puzzle.read(best) if isinstance(puzzle, Puzzle) and best is not None else None,
        )
        run.emit(event)


def _hinted(late: Result, seconds: float) -> Generator[Improvement, None, None]:
    """Yield the hint, which is all that was known when the time was over."""
    yield Improvement("answer", seconds, HINT, late.objective, None, late.options, late.answer)


class _Looking(RunDeadline):
    """The deadline of the search, at which it is looked at what was proved."""

    def __init__(self, run: Run[Improvement], whole: Deadline, stream: Improvements) -> None:
        super().__init__(run, whole)
        self._stream, self._thread = stream, get_ident()

    def left(self) -> float:
        """Seconds until the deadline, after a look."""
        if get_ident() == self._thread and not self._run.stopping:
            self._stream.look(self._run)
        return super().left()
