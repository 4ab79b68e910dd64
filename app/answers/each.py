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
from ..faults import Faults
from ..inputs import Source
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.bar import bar
from ..terminal.interrupts import writing
from ..terminal.output import answers_in
from ..terminal.saying import (
    interruptible,
    left_open,
    of_puzzle,
    placed,
    rests_on,
    say_limit,
    tell_rate,
)
from ..terminal.streams import say, show

if TYPE_CHECKING:
    from ...models.answer import Answer
    from ...models.formats.instances import Instances
    from ...models.puzzle import Puzzle
    from ...solvers.contract.batch import Options
    from ...solvers.contract.deadline import Deadline
    from ...solvers.contract.result import Result
    from ...solvers.contract.watching.receiver import Receiver
    from ...solvers.search.optima.improving import Improvement
    from ...solvers.search.selection import Problem
    from ..documents.solution_lines import AnswerTexts
    from ..pictures import Drawn

    Print = Callable[[Problem, tuple[int, int], "Asked"], bool]

__all__ = ["Asked", "answer", "answer_several"]


MOST_DRAWN = 100  # answers on one contact sheet
IN_BATCHES = {"solver", "seed", "parameters", "evidence"}  # settings that a batch takes


@dataclass(frozen=True)
class Asked:
    """What is asked of each puzzle.

    settings     as the verb takes them
    as_json      whether JSON is printed
    verb         solve, improving, bottleneck, pareto or diverse; what it takes besides is in
                 the settings
    certificate  the file into which a certificate of the answer goes
    hint         the file that holds an answer to begin at
    drawing      the file into which answers are drawn
    drawn        the answers that are to be drawn
    """

    settings: Mapping[str, Any]
    as_json: bool
    verb: str = "solve"
    certificate: str | None = None
    hint: str | None = None
    drawing: str | None = None
    drawn: list[Drawn] = field(default_factory=list)

    def keep(self, problem: Problem, answer: Answer | Options | None) -> None:
        """Keep an answer that is to be drawn, if it is one and there are not very many yet."""
        if self.drawing is not None and answer is not None and len(self.drawn) < MOST_DRAWN:
            self.drawn.append((problem, answer))

    @property
    def evidence(self) -> str:
        """What the answers are to rest on."""
        return str(self.settings.get("evidence", "claimed"))

    @property
    def solver(self) -> str:
        """The solver's name."""
        return str(self.settings.get("solver", "auto"))

    def unknown(self) -> Result:
        """Return what is known of a question before a solver was asked."""
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
                say(f"{self.drawing}: nothing to draw")


def answer(asked: Asked, source: Source, output: str | None) -> NoReturn:
    """Print the answer of each puzzle of a source, and exit.

    output  the file into which answers go
    """
    if asked.hint == source.file == "-":
        raise option_error("--hint", "standard input has the puzzle, expected a file")
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(asked.settings, faults)
    asked, number = replace(asked, settings=settings), len(reading.problems)
    if asked.hint is not None and number != 1:
        raise option_error("--hint", f"goes with one puzzle, but there are {number}")
    with asked.answers(output):
        answered = _answer_each(reading.problems, asked, faults)
    faults.end(ANSWERED if answered else UNANSWERED)


def answer_several(asked: Asked, source: Source, output: str | None, print_of: Print) -> NoReturn:
    """Print several answers of each puzzle of a source, and exit.

    print_of  prints those of one, given its place and that of the last; False if a limit cut them
              short
    """
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(asked.settings, faults)
    asked, last = replace(asked, settings=settings), faults.place(len(reading.problems))
    with (
        asked.answers(output),
        bar(asked.verb, total=len(reading.problems)),
    ):

        def printed(problem: Problem, place: int) -> bool:
            return print_of(problem, (place, last), asked)

        answered = all(faults.each(reading.problems, printed))
    faults.end(ANSWERED if answered else UNANSWERED)


def _answer_each(problems: Sequence[Problem], asked: Asked, faults: Faults) -> bool:
    """Print the answer of each problem; False if one was left open."""
    from ...models.formats.instances import Instances

    # One matrix serves all instances, where nothing is asked for that the batch cannot do. A lone
    # document tells what the search cost, which a batch does not.
    plain = asked.verb == "solve" and asked.settings.keys() <= IN_BATCHES
    plain = plain and asked.drawing is None and asked.certificate is None and asked.hint is None
    plain = plain and not (asked.as_json and len(problems) == 1)
    if plain and isinstance(problems, Instances):
        return _solve_batch(problems, asked, faults)
    last = faults.place(len(problems))
    live = asked.verb == "improving" and not asked.as_json
    with bar("solve", total=len(problems), at_once=live) as progress:

        def solved(problem: Problem, place: int) -> bool:
            return _solve(problem, (place, last), asked, progress)

        return all(faults.each(problems, solved))


def _solve_batch(puzzles: Instances[Puzzle, Any], asked: Asked, faults: Faults) -> bool:
    """Print the answers of puzzles that share one matrix; False if some were left open."""
    from ... import solvers

    givens = (puzzle.given_options for puzzle in puzzles)
    began, answered = time.perf_counter(), 0

    def interrupted(stopped: KeyboardInterrupt) -> str:
        return f"{answered} of {len(puzzles)} puzzles answered" if len(puzzles) > 1 else ""

    with interruptible(interrupted), bar("solve", total=len(puzzles)) as progress:
        results = solvers.solve_many(puzzles.blank, givens, progress=progress, **asked.settings)
        told = _texts(puzzles.blank).result if asked.as_json else None
        for result in results:
            place = faults.place(answered + 1)
            text = (
                _as_text(puzzles.blank, result, asked)
                if told is None
                else told(place, result, measured=False)
            )
            with writing():  # what is counted has been printed, and the other way round
                show(text, flush=False)
                answered += 1
    if not results.complete:
        say("the solver left puzzles open")
    elif len(puzzles) > 1:
        tell_rate(len(puzzles), time.perf_counter() - began)
    return results.complete


def _solve(
    problem: Problem, places: tuple[int, int], asked: Asked, progress: Receiver | None
) -> bool:
    from ... import solvers
    from ...solvers.contract.deadline import Deadline
    from .certificates import require_certifiable
    from .hints import hint_of
    from .text import result_as_text

    place, last = places
    settings = dict(asked.settings)
    deadline = Deadline(settings.get("time_limit"))

    def told(stopped: KeyboardInterrupt) -> str:
        result = getattr(stopped, "result", None)
        if asked.as_json:
            show(_texts(problem).result(place, result or asked.unknown()))
        elif result is not None and result.options is not None:
            show(result_as_text(problem, result))
        opened = "" if result is None or asked.as_json else left_open(result)
        return placed(place, last, opened)

    with interruptible(told):
        if asked.certificate is not None:
            require_certifiable(problem)
        hint = hint_of(problem, asked.hint)
        if hint:  # it was read on the puzzle's time
            settings |= {"hint": hint, "time_limit": deadline.limit()}
        if asked.verb == "improving":
            result = _follow(problem, place, progress, settings, as_json=asked.as_json)
        elif asked.verb == "bottleneck":
            result = solvers.bottleneck(problem, **settings)
        else:
            result = solvers.solve(problem, progress=progress, **settings)
    asked.keep(problem, result.options if result.answer is None else result.answer)
    return _shown(problem, result, asked, places, deadline)


def _shown(
    problem: Problem, result: Result, asked: Asked, places: tuple[int, int], deadline: Deadline
) -> bool:
    """Print a result and write its certificate, within the limit; False if anything is left open.

    deadline  of the answer and its certificate together
    """
    from .certificates import write_certificate

    closed = result.status in ("OPTIMAL", "INFEASIBLE") and result.evidence >= asked.evidence
    written = None
    if not asked.as_json:
        show(_as_text(problem, result, asked))
    with interruptible():
        try:
            if asked.certificate is not None and closed:
                written = write_certificate(
                    problem, result, asked.certificate, places, deadline.limit()
                )
        finally:  # what was found is told, whatever becomes of the certificate
            if asked.as_json:
                show(_texts(problem).result(places[0], result, certificate=written))
    if asked.certificate is not None and closed:
        return written is not None
    _say_what_is_open(result, asked, places)
    return result.status != "UNKNOWN" and result.evidence >= asked.evidence


def _say_what_is_open(result: Result, asked: Asked, places: tuple[int, int]) -> None:
    """Say which limit came before an answer, or before the best one was proved."""
    if result.status == "FEASIBLE" and result.evidence >= asked.evidence:
        told_bound = f"not proved the best; the bound is {result.bound}"
        if _is_near(result, asked):
            say(of_puzzle(f"within a gap of {result.gap:.2%}: {told_bound}", *places))
        else:
            say_limit(told_bound, *places)
    if result.status == "UNKNOWN" and "time_limit" in asked.settings and not left_open(result):
        say_limit("no solution was found", *places)


def _texts(problem: Problem) -> AnswerTexts:
    """Return what makes a document of a result of this puzzle, or of one with its tables."""
    from ..documents.solution_lines import AnswerTexts

    return AnswerTexts(problem)


def _as_text(problem: Problem, result: Result, asked: Asked) -> str:
    """Return the answer, with what it rests on where that is weaker than was asked."""
    from .text import result_as_text

    text = result_as_text(problem, result)
    weak = asked.evidence != "claimed" and result.evidence < asked.evidence
    return f"{text}\n{rests_on(result)}" if weak else text


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
    from ..documents.document import dumped

    with solvers.improving(problem, progress=progress, **settings) as stream:
        try:
            for better in stream:
                if as_json:
                    show(dumped("improvement", puzzle=place, **better.to_dict()))
                elif progress is None and sys.stderr is not None:
                    say(_line(better))
            return stream.result()
        except Interrupted:
            raise
        except KeyboardInterrupt:  # it struck here, while something was being told
            stream.close()
            raise Interrupted(stream.result()) from None


def _line(better: Improvement) -> str:
    told = {"objective": better.objective, "bound": better.bound}
    words = [f"{name} {value}" for name, value in told.items() if value is not None]
    if better.gap is not None:
        words.append(f"gap {better.gap:.2%}")
    return ", ".join([f"{better.seconds:.2f} s", *(words or ["a solution"]), better.solver])


def _is_near(result: Result, asked: Asked) -> bool:
    """Whether the search ended because the answer is as near to the best as was asked."""
    from ...solvers.contract.near import near

    enough = near(asked.settings.get("gap"), asked.settings.get("gap_absolute"))
    return enough is not None and enough.holds(result.objective, result.bound)
