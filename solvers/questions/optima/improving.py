"""Better answers and better bounds, as they come: the question `improving`.

The search runs in a thread (process/interrupt.py), for a bound rises while a solver searches and
hands nothing over. It asks its deadline now and then whether it is to stop, and there it is looked
at what was proved since. What was found waits in a short queue until it is asked for, so the search
is never far ahead of the one who asks.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import get_ident
from typing import TYPE_CHECKING, Any, Self

from ....models.answer import Answer
from ....models.puzzle import Puzzle
from ....models.telling.json_values import number
from ...contract.batch import Options, closing_stream
from ...contract.deadline import Deadline, Stopped
from ...contract.near import Exact, gap_of, near
from ...contract.result import Interrupted, Result
from ...contract.settings import ExactNumber
from ...contract.solver import Solver
from ...contract.watching.watching import watching
from ...process.interrupt import Run, RunDeadline, streamed
from ..better import better_ones
from ..question import Problem, Question, keeping, known_before
from ..selection import Hint

if TYPE_CHECKING:
    from ...contract.watching.receiver import Listener
    from ...contract.watching.watch import Watch

__all__ = ["Improvement", "Improvements", "improving"]

OFTEN = 0.05  # seconds between two bounds that are told
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
        told: dict[str, Any] = {
            "better": self.better,
            "seconds": round(self.seconds, 6),
            "solver": self.solver,
            "objective": number(self.objective),
            "bound": number(self.bound),
            "gap": self.gap,
        }
        if not answer or self.better != "answer" or self.options is None:
            return told
        if self.answer is None:
            return told | {"answer": {"options": list(self.options)}}
        return told | {"answer": self.answer.to_dict()}


def improving(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    hint: Hint = (),
    gap: ExactNumber | None = None,
    gap_absolute: ExactNumber | None = None,
    progress: Listener = None,
) -> Improvements:
    """Iterate over ever better answers, and ever better bounds; the arguments are those of `solve`.

    An `Improvement` each, with the time, the objective, the bound, the gap and who found it.
    `result()` is what `solve` would return now; `close()` stops the search, as does leaving a
    `with` block. With a seed and one thread the answers are the same each time; which bounds are
    told depends on when one looks. Without costs there is one answer, the first that is found.

    Raises what `solve` does; Interrupted, with the best by then, on Ctrl-C.
    """
    began, enough = time.monotonic(), near(gap, gap_absolute)
    with watching(progress, "solve") as watch:
        try:
            question = Question.put(
                puzzle,
                solver,
                time_limit,
                given,
                threads,
                seed=seed,
                parameters=parameters,
                hint=hint,
                near=enough,
                watch=watch,
            )
        except Stopped:
            late = known_before(puzzle, solver, began, given, hint)
            return Improvements(late, seconds=time.monotonic() - began)
        except KeyboardInterrupt as interrupt:
            raise keeping(interrupt, puzzle, solver, began, given, hint) from None
        return Improvements(question, watch)


class Improvements(Iterator[Improvement]):
    """A lazy iterator over better answers and bounds; see `improving`."""

    def __init__(
        self, question: Question | Result, watch: Watch | None = None, *, seconds: float = 0.0
    ) -> None:
        self._question = question if isinstance(question, Question) else None
        self._late = question if isinstance(question, Result) else None
        self._watch, self._found = watch, 0
        if watch is not None:
            watch.stay_with(self)
        self._best: Options | None = None
        self._bound: int | None = None  # that was told last
        self._told = 0.0
        self._events: Generator[Improvement, None, object] | None = None
        if self._question is not None:
            self._question.tell()
            self._events = streamed(self._search, self._question.query.deadline)
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
            self._end(told=isinstance(error, StopIteration))
            raise
        if self._watch is not None and event.better == "answer":
            self._found += 1
            self._watch.note(found=self._found, best=event.objective)
        return event

    def result(self) -> Result:
        """Return the best answer that is known now, and the bound; OPTIMAL once that is proved."""
        if self._question is None:
            assert self._late is not None  # for the type checker
            return self._late
        best = self._question.known or None if self._best is None else self._best
        return self._question.solved(best)

    def close(self) -> None:
        """Stop the search; nothing further comes."""
        if self._events is not None:
            self._events.close()
        self._end()

    def _end(self, *, told: bool = True) -> None:
        self._events = None
        if self._watch is not None:
            watch, self._watch = self._watch, None
            watch.close(told=told)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # ---- In the thread that searches -------------------------------------------------------

    def _search(self, run: Run[Improvement]) -> None:
        question = self._question
        assert question is not None  # for the type checker
        deadline = _Looking(run, question.query.deadline, self)
        stream = better_ones(question, replace(question.query, deadline=deadline))
        with closing_stream(stream) as found:
            for options in found:
                first, self._best = self._best is None, options
                hinted = first and options == question.known
                self._tell(run, "answer", HINT if hinted else question.answerer.full_name)
        priced = question.has_objective and self._best is not None
        cost = question.matrix.cost(self._best or ()) if priced else None
        if question.progress.complete and cost is not None and self._bound != cost:
            self._tell(run, "bound", question.bounder.full_name)

    def look(self, run: Run[Improvement]) -> None:
        """Tell what was proved since the last look, if it is time."""
        question, now = self._question, time.monotonic()
        if question is None or now < self._told + OFTEN or not question.has_objective:
            return
        bound = question.progress.now().bound
        if bound is not None and (self._bound is None or bound > self._bound):
            self._tell(run, "bound", question.bounder.full_name)

    def _tell(self, run: Run[Improvement], better: str, solver: str) -> None:
        question, best = self._question, self._best
        assert question is not None  # for the type checker
        puzzle, priced = question.puzzle, question.has_objective
        cost = question.matrix.cost(best) if priced and best is not None else None
        bound = question.progress.now().bound if priced else None
        if question.progress.complete and cost is not None:
            bound = cost
        self._told, self._bound = time.monotonic(), bound
        event = Improvement(
            better,
            self._told - question.began,
            solver,
            question.in_words(cost),
            question.in_words(bound),
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
