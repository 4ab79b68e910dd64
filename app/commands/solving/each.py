"""One solution of each puzzle, or the best one; puzzles that share a matrix are answered on it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from ...command import option_error
from ...faults import Faults
from ...inputs import Source
from ...statuses import ANSWERED, UNANSWERED
from ...terminal.bar import bar
from ...terminal.interrupts import writing
from ...terminal.saying import (
    interruptible,
    left_open,
    of_puzzle,
    placed,
    rests_on,
    say_limit,
    tell_rate,
)
from ...terminal.streams import say, show
from .asked import Asked

if TYPE_CHECKING:
    from ....models.formats.instances import Instances
    from ....models.puzzle import Puzzle
    from ....solvers.contract.deadline import Deadline
    from ....solvers.contract.result import Result
    from ....solvers.contract.watching.receiver import Receiver
    from ....solvers.search.selection import Problem
    from ...documents.solution_lines import AnswerTexts

__all__ = ["answer"]


IN_BATCHES = {"solver", "seed", "parameters", "evidence"}  # settings that a batch takes


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


def _answer_each(problems: Sequence[Problem], asked: Asked, faults: Faults) -> bool:
    """Print the answer of each problem; False if one was left open."""
    from ....models.formats.instances import Instances

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
    from .... import solvers

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
    from .... import solvers
    from ....solvers.contract.deadline import Deadline
    from .answers import result_as_text
    from .anytime import followed
    from .certified import require_certifiable
    from .hinted import hint_of

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
            result = followed(problem, place, progress, settings, as_json=asked.as_json)
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
    from .certified import write_certificate

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
    from .anytime import is_near

    if result.status == "FEASIBLE" and result.evidence >= asked.evidence:
        told_bound = f"not proved the best; the bound is {result.bound}"
        if is_near(result, asked):
            say(of_puzzle(f"within a gap of {result.gap:.2%}: {told_bound}", *places))
        else:
            say_limit(told_bound, *places)
    if result.status == "UNKNOWN" and "time_limit" in asked.settings and not left_open(result):
        say_limit("no solution was found", *places)


def _texts(problem: Problem) -> AnswerTexts:
    """Return what makes a document of a result of this puzzle, or of one with its tables."""
    from ...documents.solution_lines import AnswerTexts

    return AnswerTexts(problem)


def _as_text(problem: Problem, result: Result, asked: Asked) -> str:
    """Return the answer, with what it rests on where that is weaker than was asked."""
    from .answers import result_as_text

    text = result_as_text(problem, result)
    weak = asked.evidence != "claimed" and result.evidence < asked.evidence
    return f"{text}\n{rests_on(result)}" if weak else text
