"""`minuet sample`: solutions drawn at random, each as likely as every other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..answers.files import asked_set, found_until
from ..command import Command
from ..inputs import Faults, Source
from ..settings_options import searching
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.reports import bar, interruptible, of_puzzle
from ..terminal.streams import print_answer, print_message, print_text

if TYPE_CHECKING:
    from ...solvers.search.selection import Problem

__all__ = ["command"]


@click.command("sample", cls=Command)
@arguments.whole("-n", "How many solutions.", default=1, show_default=True)
@arguments.seed_of("Of the draws: the same solutions come with it everywhere.", default=0)
@click.option("--distinct", is_flag=True, help="No solution twice.")
@arguments.drawing
@searching(None, ("time_limit", "memory"))
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def command(
    source: Source,
    n: int,
    seed: int,
    distinct: bool,
    drawing: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Draw solutions at random.

    Of all solutions of a puzzle each is exactly as likely as every other.
    """
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(settings, faults)
    last = faults.place(len(reading.problems))
    drawn: list[tuple[Problem, Any]] = []

    def sampled(problem: Problem, place: int) -> bool:
        with interruptible(found_until):
            solutions = asked_set(problem, (place, last), progress, settings)
            if solutions is None:
                return False
            if not solutions:
                if not as_json:
                    print_text("INFEASIBLE")
                return True
            number = min(n, solutions.count) if distinct else n
            chosen = solutions.sample(number, seed, replace=not distinct)
            if number < n:
                print_message(of_puzzle(f"there are but {number} solutions", place, last))
            drawn.extend((problem, solution) for solution in chosen)
            if as_json:
                from ..documents import SolutionLines

                lines = SolutionLines(problem, place)
                for element in chosen:
                    print_text(
                        lines.line(element if isinstance(element, tuple) else element.options)
                    )
            else:
                from ..answers.text import solution_as_text

                for element in chosen:
                    print_answer(solution_as_text(problem, element))
            return True

    with bar("sample", total=len(reading.problems)) as progress:
        answered = all(faults.each(reading.problems, sampled))
    if drawing is not None and drawn:
        from ..pictures import write_pictures

        write_pictures(drawn, drawing)
    faults.end(ANSWERED if answered else UNANSWERED)
