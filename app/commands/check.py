"""`minuet check`: a cross-check of each puzzle of a file, and one exit status for all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command
from ..inputs import Faults, Source
from ..settings_options import searching
from ..statuses import ANSWERED, DISAGREED, UNANSWERED
from ..terminal.reports import answers_in, bar, interruptible
from ..terminal.streams import cell, listen, one_line, print_table, print_text

if TYPE_CHECKING:
    from ...solvers.contract import Deadline
    from ...solvers.crosscheck import Report
    from ...solvers.search.selection import Problem

__all__ = ["command"]

LIMIT = 1000
DIGITS = 12  # of a digest: enough to distinguish two


@click.command("check", cls=Command)
@arguments.solver_names
@arguments.whole(
    "--limit",
    "Compare up to this many solutions; beyond, branches. Where there are costs the best is "
    "compared, and there is no limit.  [default: 1000]",
)
@arguments.seconds(
    "--budget",
    "Seconds for each puzzle, everything included.",
    default=60.0,
    show_default=True,
)
@arguments.seconds(
    "--time-limit",
    "Seconds for each solver within the budget.  [default: a fair part of it]",
)
@click.option(
    "--replay",
    type=arguments.NewPath(),
    metavar="FILE",
    default="minuet-disagreement.dlx",
    show_default=True,
    help="Where the smallest matrix goes on which solvers disagree; of a further puzzle of "
    "FILE.EXT it is FILE-2.EXT, and so on.",
)
@arguments.whole(
    "--expect",
    "There should be so many solutions: exit 1 if there are not, 3 if that could not be confirmed.",
    low=0,
)
@searching(None, ("symmetries", "checkpoint", "on"))
@click.option(
    "-o",
    "--output",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Where the report goes instead of standard output; never half of it.",
)
@arguments.reading("primary_only", "keep_going", file=arguments.files)
@arguments.as_json
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the report as Markdown.")
def command(
    source: Source,
    budget: float,
    output: str | None,
    as_json: bool,
    as_markdown: bool,
    settings: dict[str, Any],
    **options: Any,
) -> None:
    """Let every solver answer, compare the answers, and print a table.

    Exit status: 0 where two solvers or more finished and all agree, 1 where they disagree, 3 where
    fewer than two finished. Each solver works in a process of its own: one that crashes or hangs is
    a line in the table. With --symmetries numbers of classes are compared, and two kinds of solvers
    must finish.
    """
    options |= settings | {"solvers": arguments.names_of(options.pop("names"))}
    listen(logging.WARNING)
    faults = Faults(source.keep_going)
    reading, left = source.read_within({"time_limit": budget}, faults)
    options["budget"] = left["time_limit"]
    with answers_in(output):
        if "symmetries" in options:
            from ..answers.classes import check_classes

            del options["replay"]
            options["limit"] = options["limit"] or LIMIT
            status = check_classes(reading.problems, options, faults, as_json=as_json)
        else:
            report = _printer(as_json=as_json, as_markdown=as_markdown)
            statuses = faults.each(
                reading.problems, lambda problem, place: _check(problem, place, options, report)
            )
            worst = (status for status in (DISAGREED, UNANSWERED) if status in statuses)
            status = next(worst, ANSWERED)
    faults.end(status)


def _check(
    problem: Problem, place: int, options: dict[str, Any], print_report: Callable[[Report], None]
) -> int:
    """Print the cross-check of a problem; return the exit status."""
    from ...solvers import Interrupted, crosscheck
    from ...solvers.contract import Deadline
    from ...solvers.crosscheck.report import ReplayUnwritten

    options = dict(options)
    deadline = Deadline(options["budget"])
    # Raise ModelError for numbers of solutions where the best is compared.
    from ...models.errors import ModelError

    for option, number, noun in (
        ("--limit", options["limit"], "limit"),
        ("--expect", options["expect"], "count"),
    ):
        if number is not None and _has_costs(problem, deadline):
            raise ModelError(
                f"{option}: there are costs, so the best is compared: expected no {noun}"
            )
    for name in ("replay", "checkpoint"):
        if name in options:
            options[name] = arguments.numbered(options[name], place)
    options["limit"] = options["limit"] or LIMIT

    def print_partial(stopped: KeyboardInterrupt) -> str:
        if isinstance(stopped, Interrupted):
            print_report(stopped.result)
        return ""

    try:
        with interruptible(print_partial), bar("check") as progress:
            options["budget"] = deadline.left()
            report = crosscheck(problem, progress=progress, **options)
    except ReplayUnwritten as error:
        print_report(error.report)
        raise
    print_report(report)
    from ...solvers.crosscheck import CheckVerdict

    if report.verdict is CheckVerdict.DISAGREED:
        return DISAGREED
    return ANSWERED if report else UNANSWERED


def _printer(*, as_json: bool, as_markdown: bool) -> Callable[[Report], None]:
    """Return what prints a report: a table; an object of JSON on one line; Markdown."""
    if as_json:
        from ..documents import emit

        return lambda report: emit("check", **report.to_dict())
    if as_markdown:
        return lambda report: print_text(report.to_markdown())
    return _print_table


def _has_costs(problem: Problem, deadline: Deadline) -> bool:
    """Whether there are costs, as far as that is known by the deadline."""
    from ...solvers.contract.deadline import Stopped
    from ...solvers.search.selection import selection_of

    try:
        return selection_of(problem, (), deadline)[0].has_costs
    except Stopped:
        return False


def _print_table(report: Report) -> None:
    """Print a cross-check: what was compared, a row a solver, the notes, the verdict."""
    from rich.table import Table
    from rich.text import Text

    from ...solvers.crosscheck.report import digest_of, figure_of

    best = report.question == "best"
    table = Table(title=Text(f"compared: {report.scope}"), title_justify="left")
    figure = "objective" if best else "solutions"
    for heading in ("solver", "kind", "status", figure, "digest", "seconds"):
        table.add_column(heading, justify="right" if heading == "seconds" else "left")
    for outcome in report.outcomes:
        cells = (
            outcome.solver,
            outcome.kind,
            str(outcome.status),
            figure_of(report, outcome),
            (digest_of(outcome, report.question) or "")[:DIGITS],
            f"{outcome.seconds:.2f}",
        )
        table.add_row(*map(cell, cells))
    print_table(table)
    for line in _below(report):
        print_text(line)


def _below(report: Report) -> Iterator[str]:
    """Yield what stands below the table: notes, the verdict, what shows a disagreement."""
    from ...solvers.crosscheck.report import obstacle_line, replaying, verdict_line

    for outcome in report.outcomes:
        if outcome.note and not outcome.wrong:  # faults are printed below
            yield f"{outcome.solver}: {one_line(outcome.note)}"
    if report.obstacle:
        yield obstacle_line(report)
    yield verdict_line(report)
    witness = ""
    for disagreement in report.disagreements:
        yield f"DISAGREEMENT: {one_line(disagreement)}"
        if disagreement.shown and disagreement.shown != witness:
            yield f"witness:\n{disagreement.shown}"
            witness = disagreement.shown
    if report.replay is not None:
        yield f"the matrix is in {report.replay}"
        command = replaying(report)
        if command is not None:
            yield f"again: {command}"
