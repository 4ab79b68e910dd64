"""Several answers of a puzzle: those that none beats in both of two totals, or those that differ.

Both search again and again, each time beside what is known by then; so every answer is printed as
it comes, and the limit of time is for all of a puzzle together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from ...faults import Faults
from ...inputs import Source
from ...statuses import ANSWERED, UNANSWERED
from ...terminal.bar import bar
from ...terminal.interrupts import writing
from ...terminal.saying import interruptible, of_puzzle, placed
from ...terminal.streams import remark, say, show
from .asked import Asked

if TYPE_CHECKING:
    from fractions import Fraction

    from ....models.answer import Answer
    from ....solvers.contract.batch import Options
    from ....solvers.search.selection import Problem
    from ...documents.solution_lines import SolutionLines

__all__ = ["answer_several", "print_diverse", "print_front"]

Print = Callable[[Any, tuple[int, int], Asked], bool]


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


def print_front(problem: Problem, places: tuple[int, int], asked: Asked) -> bool:
    """Print the Pareto front of a puzzle's two totals; False if a limit cut it short."""
    from .... import solvers
    from ....models.telling.json_values import number
    from ...documents.document import emit
    from ...documents.solution_lines import AnswerTexts

    printed = 0

    def told(stopped: KeyboardInterrupt) -> str:
        if asked.as_json:
            emit("front", puzzle=places[0], points=printed, complete=False)
        return placed(*places, f"{printed} points so far")

    with interruptible(told):
        front = solvers.pareto(problem, **asked.settings)
        for point in front:
            with writing():  # what is counted has been printed, and the other way round
                if asked.as_json:
                    totals = {"first": number(point.first), "second": number(point.second)}
                    answer = AnswerTexts(problem).of(point.options)
                    show(_point(places[0], totals, answer))
                else:
                    head = "" if printed else "first second\n"
                    show(f"{head}{point.first!s:>5} {point.second!s:>6}")
                printed += 1
            asked.keep(problem, point.options if point.answer is None else point.answer)
    if asked.as_json:
        emit("front", puzzle=places[0], points=printed, complete=front.complete)
    elif not printed and front.complete:
        show("INFEASIBLE")
    if not front.complete:
        say(of_puzzle(f"time limit: {printed} points, not the whole front", *places))
    return front.complete


def _point(place: int, totals: Mapping[str, object], answer: str) -> str:
    from ...documents.document import dumped

    line = dumped("point", puzzle=place, **totals)
    return f'{line[:-1]}, "answer": {answer}}}'


def print_diverse(
    problem: Problem, places: tuple[int, int], asked: Asked, *, n: int, within: Fraction | None
) -> bool:
    """Print n answers of a puzzle that differ; False if a limit cut them short."""
    from .... import solvers
    from ....models.matrix.exact_cover import ExactCover
    from ...documents.solution_lines import SolutionLines

    ranked = problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective
    lines = SolutionLines(problem, places[0])
    printed = 0

    def told(stopped: KeyboardInterrupt) -> str:
        if asked.as_json:
            _sum_up(places[0], asked, printed, known=False)
        return placed(*places, f"{printed} solutions so far")

    with interruptible(told):
        stream = solvers.diverse(problem, n, within=within, **asked.settings)
        for solution in stream:
            with writing():
                show(_shown(problem, solution, lines if asked.as_json else None, ranked=ranked))
                printed += 1
            asked.keep(problem, solution)
    if asked.as_json:
        _sum_up(places[0], asked, printed, known=stream.complete)
    elif not printed and stream.complete:
        show("INFEASIBLE")
    if stream.complete and 0 < printed < n:
        remark(of_puzzle(f"there are no more than these {printed}", *places))
    if printed < n and not stream.complete:
        say(of_puzzle(f"time limit: {printed} of {n} solutions", *places))
    return printed == n or stream.complete


def _shown(
    problem: Problem, solution: Answer | Options, lines: SolutionLines | None, *, ranked: bool
) -> str:
    from .answers import objective_of, solution_as_text

    if lines is None:
        return solution_as_text(problem, solution, ranked=ranked)
    told: dict[str, object] = {"objective": objective_of(problem, solution)} if ranked else {}
    if isinstance(solution, tuple):
        return lines.line(solution, **told)
    if len(solution.objectives) > 1:
        told["objectives"] = solution.objectives
    return lines.line(solution.options, **told, **solution.told_broken)


def _sum_up(place: int, asked: Asked, printed: int, *, known: bool) -> None:
    """Print the document behind the solutions."""
    from ....solvers.contract.result import Result, Status
    from ...documents.document import emit

    status = Status.FEASIBLE if printed else Status.INFEASIBLE if known else Status.UNKNOWN
    result = Result(status, asked.solver, "", complete=known, count=printed)
    emit("solutions", puzzle=place, **result.to_dict())
