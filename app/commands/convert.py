"""`minuet convert`: the puzzles of a file in another format, or their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command, option_error
from ..inputs import Source, name_of
from ..settings_options import searching
from ..statuses import UNANSWERED
from ..terminal.reports import answers_in, bar, interruptible
from ..terminal.streams import print_message, print_text, printable, write

if TYPE_CHECKING:
    from ...models.formats.reading import Reading
    from ...solvers.contract.result import Result

__all__ = ["command"]


@click.command("convert", cls=Command)
@click.option(
    "--to",
    "target",
    metavar="FORMAT",
    shell_complete=arguments.completing("forms"),
    help="A name that `minuet formats` lists.",
)
@click.option(
    "-o",
    "--output",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Where the text goes, whole or not at all; its end tells the format, where --to does not.",
)
@click.option("--solution", is_flag=True, help="Solve each puzzle, and write its answer.")
@searching(None, ("solver", "time_limit"))
@arguments.reading("primary_only")
@arguments.as_json
def command(
    source: Source,
    target: str | None,
    output: str | None,
    solution: bool,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Write the puzzles of a file, or their answers, in another format.

    Their answers with --solution. What the format cannot hold is an error, and nothing is written
    then.
    """
    wanted = _format(target, output)
    reading, settings = source.read_within(settings)
    name = name_of(source.file)
    with answers_in(output), interruptible():
        answers = _answers(reading, settings, name) if solution else None
        from ...models.errors import ModelError
        from ...models.formats.writing import write_pieces

        try:
            pieces = write_pieces(reading.problems, wanted, solutions=answers)
        except ModelError as error:
            raise ModelError(f"{name}: {error}") from error
        if as_json:
            from ..documents import emit

            text = "".join(pieces)
            emit("converted", format=wanted, puzzles=len(reading.problems), text=text)
        else:
            # Print a text as it comes, and end its last line where it does not.
            last = ""
            for piece in pieces:
                write(printable(last))
                last = piece
            print_text(last.removesuffix("\n"))


def _format(target: str | None, output: str | None) -> str:
    """Return the format that is wanted. Raises ModelError if none is named, or it is not known."""
    from ...models.formats import FORMATS
    from ...models.formats.registry import format_of
    from ...models.formats.writing import form_of_file

    if target is not None:
        return format_of(target).name
    detected = None if output is None else form_of_file(output)
    if detected is not None:
        return detected
    names = [name for name, form in FORMATS.items() if form.write is not None]
    expected = f"{', '.join(names[:5])}, {len(names) - 5} others (minuet formats lists them)"
    where = "no format is named" if output in (None, "-") else f"{output} tells no format"
    raise option_error("--to", f"{where}, expected one of {expected}")


def _answers(reading: Reading, settings: Mapping[str, Any], file: str) -> Sequence[Sequence[int]]:
    """Return the options of an answer of each puzzle, the best one where there are costs.

    Raises ModelError for a puzzle without one, and click's Exit where a limit came first.
    """
    from ...models.errors import ModelError

    answers = []
    for place, result in enumerate(_results(reading, settings), 1):
        where = f"{file}: puzzle {place}" if len(reading.problems) > 1 else file
        if result.status == "INFEASIBLE":
            raise ModelError(f"{where} has no solution, expected one to write")
        if result.options is None:
            print_message(f"{where}: time limit: no solution was found, and nothing is written")
            raise click.exceptions.Exit(UNANSWERED)
        if result.status == "FEASIBLE":
            print_message(f"{where}: time limit: not proved the best; the bound is {result.bound}")
        answers.append(result.options)
    return answers


def _results(reading: Reading, settings: Mapping[str, Any]) -> Sequence[Result]:
    from ... import solvers
    from ...models.formats.instances import Instances

    problems = reading.problems
    with bar("convert", total=len(problems)) as progress:
        if "time_limit" not in settings and isinstance(problems, Instances):
            givens = (puzzle.given_options for puzzle in problems)
            return list(solvers.solve_many(problems.blank, givens, progress=progress, **settings))
        return [solvers.solve(problem, progress=progress, **settings) for problem in problems]
