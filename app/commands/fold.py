"""`minuet fold`: all solutions of each puzzle, kept in a file as a folded search tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..answers.files import asked_set, found_until
from ..command import Command
from ..inputs import Faults, Source
from ..settings_options import searching
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.reports import bar, interruptible
from ..terminal.streams import print_text

if TYPE_CHECKING:
    from ...solvers.search.selection import Problem

__all__ = ["command"]


@click.command("fold", cls=Command)
@click.option(
    "-o",
    "--output",
    type=arguments.NewPath(),
    metavar="FILE",
    required=True,
    help="The file of the solution set. Of a further puzzle of FILE.EXT it is FILE-2.EXT, and so "
    "on.",
)
@searching(None, ("time_limit", "memory"))
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def command(source: Source, output: str, as_json: bool, settings: dict[str, Any]) -> None:
    """Write all solutions of each puzzle into a file, folded.

    They are kept as a folded search tree, which sample and marginals read as a FILE. The number of
    solutions is printed.
    """
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(settings, faults)
    last = faults.place(len(reading.problems))
    with bar("fold", total=len(reading.problems)) as progress:

        def folded(problem: Problem, place: int) -> bool:
            with interruptible(found_until):
                solutions = asked_set(problem, (place, last), progress, settings)
                if solutions is None:
                    return False
                path = arguments.numbered(output, place) or output
                solutions.save(path)
            if as_json:
                from ...models.spelling import number
                from ..documents import emit

                count = {"count": number(solutions.count), "file": path}
                emit("solution_set", puzzle=place, **count, **solutions.statistics.to_dict())
            else:
                from ...models.spelling import numeral

                print_text(numeral(solutions.count))
            return True

        answered = all(faults.each(reading.problems, folded))
    faults.end(ANSWERED if answered else UNANSWERED)
