"""`minuet pareto`: the front of two totals of each puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...solvers.contract.goal import Goal
from ...solvers.search.settings import CompoundSettings
from .. import arguments
from ..command import Command
from ..inputs import Source
from ..settings_options import searching
from ..terminal.interrupts import writing
from ..terminal.reports import interruptible, of_puzzle, placed
from ..terminal.streams import print_message, print_text

if TYPE_CHECKING:
    from ...solvers.search.selection import Problem
    from ..answers.each import Request

__all__ = ["command"]


@click.command("pareto", cls=Command)
@searching(Goal.BEST, ("solver", *CompoundSettings.__annotations__))
@arguments.output
@arguments.drawing
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def command(
    source: Source, output: str | None, drawing: str | None, as_json: bool, settings: dict[str, Any]
) -> None:
    """Print the Pareto front of an objective of two levels: totals that none beats in both.

    The time limit is for all points of a puzzle.
    """
    from ..answers.each import Request, answer_several

    request = Request(settings, as_json, "pareto", drawing=drawing)
    answer_several(request, source, output, _print_front)


def _print_front(problem: Problem, places: tuple[int, int], request: Request) -> bool:
    """Print the Pareto front of a puzzle's two totals; False if a limit cut it short."""
    from ... import solvers
    from ...models.spelling import number
    from ..documents import AnswerTexts, dumped, emit

    printed = 0

    def on_interrupt(stopped: KeyboardInterrupt) -> str:
        if request.as_json:
            emit("front", puzzle=places[0], points=printed, complete=False)
        return placed(*places, f"{printed} points so far")

    with interruptible(on_interrupt):
        front = solvers.pareto(problem, **request.settings)
        for point in front:
            with writing():  # what is counted has been printed, and the other way round
                if request.as_json:
                    totals = {"first": number(point.first), "second": number(point.second)}
                    answer = AnswerTexts(problem).of(point.options)
                    line = dumped("point", puzzle=places[0], **totals)
                    print_text(f'{line[:-1]}, "answer": {answer}}}')
                else:
                    head = "" if printed else "first second\n"
                    print_text(f"{head}{point.first!s:>5} {point.second!s:>6}")
                printed += 1
            request.keep(problem, point.options if point.answer is None else point.answer)
    if request.as_json:
        emit("front", puzzle=places[0], points=printed, complete=front.complete)
    elif not printed and front.complete:
        print_text("INFEASIBLE")
    if not front.complete:
        print_message(of_puzzle(f"time limit: {printed} points, not the whole front", *places))
    return front.complete
