"""The answers of each puzzle of a source: one, or several, printed and drawn.

Puzzles that share a matrix are answered on it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NoReturn

from ..command import option_error
from ..inputs import Faults, Source
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.interrupts import writing
from ..terminal.reports import (
    answers_in,
    bar,
    disputed_evidence,
    evidence_line,
    interruptible,
    of_puzzle,
    placed,
    print_limit,
    print_rate,
)
from ..terminal.streams import print_answer, print_message, print_text

if TYPE_CHECKING:
    from ...models.answer import Answer
    from ...models.formats.instances import Instances
    from ...models.puzzle import Puzzle
    from ...solvers.contract.batch import Options
    from ...solvers.contract.deadline import Deadline
    from ...solvers.contract.result import Result
    from ...solvers.contract.watching import Receiver
    from ...solvers.search.improving import Improvement
    from ...solvers.search.selection import Problem
    from ..documents import AnswerTexts
    from ..pictures import Drawn

    Print = Callable[[Problem, tuple[int, int], "Request"], bool]

__all__ = ["Request", "answer", "answer_several"]


MOST_DRAWN = 100  # answers on one contact sheet
IN_BATCHES = {"solver", "seed", "parameters", "evidence"}  # settings that a batch takes


@dataclass(frozen=True)
class Request:
    """What a command asks of each puzzle, and which files it reads and writes.

    settings     as the verb takes them
    as_json      whether JSON is printed
    verb         solve, improving, bottleneck, pareto or diverse
    certificate  the file into which a certificate of the answer is written
    hint         the file with an answer at which the search begins
    drawing      the file into which answers are drawn
    drawn        the answers to be drawn
    """

    settings: Mapping[str, Any]
    as_json: bool
    verb: str = "solve"
    certificate: str | None = None
    hint: str | None = None
    drawing: str | None = None
    drawn: list[Drawn] = field(default_factory=list)

    def keep(self, problem: Problem, answer: Answer | Options | None) -> None:
        """Keep an answer to be drawn, if there is one and there are fewer than MOST_DRAWN."""
        if self.drawing is not None and answer is not None and len(self.drawn) < MOST_DRAWN:
            self.drawn.append((problem, answer))

    @property
    def evidence(self) -> str:
        """The level of evidence that is asked for."""
        return str(self.settings.get("evidence", "claimed"))

    @property
    def solver(self) -> str:
        """The solver's name."""
        return str(self.settings.get("solver", "auto"))

    def unknown(self) -> Result:
        """Return the result of a search that no solver has begun."""
        from ...solvers.contract.result import Result, Status

        return Result(Status.UNKNOWN, self.solver, "")

    @contextmanager
    def answers(self, output: str | None) -> Iterator[None]:
        """A block in which answers go into a file, and at whose end they are drawn into another."""
        try:
            with answers_in(output):
                yield
        finally:
            if self.drawing is not None and self.drawn:
                from ..pictures import write_pictures

                write_pictures(self.drawn, self.drawing)
            elif self.drawing is not None:
                print_message(f"{self.drawing}: nothing to draw")


def answer(request: Request, source: Source, output: str | None) -> NoReturn:
    """Print the answer of each puzzle of a source, and exit.

    output  the file into which answers go
    """
    if request.hint == source.file == "-":
        raise option_error("--hint", "standard input has the puzzle, expected a file")
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(request.settings, faults)
    request, number = replace(request, settings=settings), len(reading.problems)
    if request.hint is not None and number != 1:
        raise option_error("--hint", f"goes with one puzzle, but there are {number}")
    with request.answers(output):
        answered = _answer_each(reading.problems, request, faults)
    faults.end(ANSWERED if answered else UNANSWERED)


def answer_several(
    request: Request, source: Source, output: str | None, print_of: Print
) -> NoReturn:
    """Print several answers of each puzzle of a source, and exit.

    print_of  prints those of one, given its place and that of the last; False if a limit cut them
              short
    """
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(request.settings, faults)
    request, last = replace(request, settings=settings), faults.place(len(reading.problems))
    with (
        request.answers(output),
        bar(request.verb, total=len(reading.problems)),
    ):

        def printed(problem: Problem, place: int) -> bool:
            return print_of(problem, (place, last), request)

        answered = all(faults.each(reading.problems, printed))
    faults.end(ANSWERED if answered else UNANSWERED)


def _answer_each(problems: Sequence[Problem], request: Request, faults: Faults) -> bool:
    """Print the answer of each problem; False if one was left open."""
    from ...models.formats.instances import Instances

    # One matrix serves all instances, where nothing is asked for that the batch cannot do. A lone
    # document reports what the search cost, which a batch does not.
    plain = request.verb == "solve" and request.settings.keys() <= IN_BATCHES
    plain = (
        plain and request.drawing is None and request.certificate is None and request.hint is None
    )
    plain = plain and not (request.as_json and len(problems) == 1)
    if plain and isinstance(problems, Instances):
        return _solve_batch(problems, request, faults)
    last = faults.place(len(problems))
    live = request.verb == "improving" and not request.as_json
    with bar("solve", total=len(problems), at_once=live) as progress:

        def solved(problem: Problem, place: int) -> bool:
            return _solve(problem, (place, last), request, progress)

        return all(faults.each(problems, solved))


def _solve_batch(puzzles: Instances[Puzzle, Any], request: Request, faults: Faults) -> bool:
    """Print the answers of puzzles that share one matrix; False if some were left open."""
    from ... import solvers

    givens = (puzzle.given_options for puzzle in puzzles)
    began, answered = time.perf_counter(), 0

    def interrupted(stopped: KeyboardInterrupt) -> str:
        return f"{answered} of {len(puzzles)} puzzles answered" if len(puzzles) > 1 else ""

    with interruptible(interrupted), bar("solve", total=len(puzzles)) as progress:
        results = solvers.solve_many(puzzles.blank, givens, progress=progress, **request.settings)
        line_of = _texts(puzzles.blank).result if request.as_json else None
        for result in results:
            place = faults.place(answered + 1)
            text = (
                _as_text(puzzles.blank, result, request)
                if line_of is None
                else line_of(place, result, measured=False)
            )
            with writing():  # what is counted has been printed, and the other way round
                print_answer(text, flush=False)
                answered += 1
    if not results.complete:
        print_message("the solver left puzzles open")
    elif len(puzzles) > 1:
        print_rate(len(puzzles), time.perf_counter() - began)
    return results.complete


def _solve(
    problem: Problem, places: tuple[int, int], request: Request, progress: Receiver | None
) -> bool:
    from ... import solvers
    from ...solvers.contract.deadline import Deadline
    from .files import require_certifiable
    from .hints import hint_of
    from .text import result_as_text

    place, last = places
    settings = dict(request.settings)
    deadline = Deadline(settings.get("time_limit"))

    def on_interrupt(stopped: KeyboardInterrupt) -> str:
        result = getattr(stopped, "result", None)
        if request.as_json:
            print_text(_texts(problem).result(place, result or request.unknown()))
        elif result is not None and result.options is not None:
            print_answer(result_as_text(problem, result))
        opened = "" if result is None or request.as_json else disputed_evidence(result)
        return placed(place, last, opened)

    with interruptible(on_interrupt):
        if request.certificate is not None:
            require_certifiable(problem, request.certificate)
        hint = hint_of(problem, request.hint)
        if hint:  # it was read on the puzzle's time
            settings |= {"hint": hint, "time_limit": deadline.limit()}
        if request.verb == "improving":
            result = _follow(problem, place, progress, settings, as_json=request.as_json)
        elif request.verb == "bottleneck":
            result = solvers.bottleneck(problem, **settings)
        else:
            result = solvers.solve(problem, progress=progress, **settings)
    request.keep(problem, result.options if result.answer is None else result.answer)
    return _shown(problem, result, request, places, deadline)


def _shown(
    problem: Problem, result: Result, request: Request, places: tuple[int, int], deadline: Deadline
) -> bool:
    """Print a result and write its certificate, within the limit; False if anything is left open.

    deadline  of the answer and its certificate together
    """
    from .files import write_certificate

    closed = result.status in ("OPTIMAL", "INFEASIBLE") and result.evidence >= request.evidence
    written = None
    if not request.as_json:
        print_answer(_as_text(problem, result, request))
    with interruptible():
        try:
            if request.certificate is not None and closed:
                written = write_certificate(
                    problem, result, request.certificate, places, deadline.limit()
                )
        finally:  # results are printed even if the certificate fails
            if request.as_json:
                print_text(_texts(problem).result(places[0], result, certificate=written))
    if request.certificate is not None and closed:
        return written is not None
    # Say which limit came before an answer, or before the best one was proved.
    if result.status == "FEASIBLE" and result.evidence >= request.evidence:
        bound_text = f"not proved the best; the bound is {result.bound}"
        # Whether the search ended because the answer is as near to the best as requested.
        from ...solvers.contract.numbers import near

        enough = near(request.settings.get("gap"), request.settings.get("gap_absolute"))
        if enough is not None and enough.holds(result.objective, result.bound):
            print_message(of_puzzle(f"within a gap of {result.gap:.2%}: {bound_text}", *places))
        else:
            print_limit(bound_text, *places)
    if (
        result.status == "UNKNOWN"
        and "time_limit" in request.settings
        and not disputed_evidence(result)
    ):
        print_limit("no solution was found", *places)
    return result.status != "UNKNOWN" and result.evidence >= request.evidence


def _texts(problem: Problem) -> AnswerTexts:
    """Return what makes a document of a result of this puzzle, or of one with its tables."""
    from ..documents import AnswerTexts

    return AnswerTexts(problem)


def _as_text(problem: Problem, result: Result, request: Request) -> str:
    """Return the answer, and its evidence where that is weaker than the request."""
    from .text import result_as_text

    text = result_as_text(problem, result)
    weak = request.evidence != "claimed" and result.evidence < request.evidence
    return f"{text}\n{evidence_line(result)}" if weak else text


def _follow(
    problem: Problem,
    place: int,
    progress: Receiver | None,
    settings: Mapping[str, Any],
    *,
    as_json: bool,
) -> Result:
    """Tell what gets better, as documents or as lines; return the result.

    settings  as `improving` takes them

    On a terminal the bar shows it, so there are no lines.
    """
    from ... import solvers
    from ...solvers import Interrupted
    from ..documents import dumped

    with solvers.improving(problem, progress=progress, **settings) as stream:
        try:
            for better in stream:
                if as_json:
                    print_text(dumped("improvement", puzzle=place, **better.to_dict()))
                elif progress is None and sys.stderr is not None:
                    print_message(_line(better))
            return stream.result()
        except Interrupted:
            raise
        except KeyboardInterrupt:  # it struck here, during output
            stream.close()
            raise Interrupted(stream.result()) from None


def _line(better: Improvement) -> str:
    fields = {"objective": better.objective, "bound": better.bound}
    words = [f"{name} {value}" for name, value in fields.items() if value is not None]
    if better.gap is not None:
        words.append(f"gap {better.gap:.2%}")
    return ", ".join([f"{better.seconds:.2f} s", *(words or ["a solution"]), better.solver])
