"""`minuet check`: a cross-check of each puzzle of a file, and one exit status for all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from .. import arguments
from ..faults import Faults
from ..inputs import read_within
from ..statuses import ANSWERED, DISAGREED, UNANSWERED
from ..terminal.bar import bar
from ..terminal.messages import listen
from ..terminal.saying import interruptible
from ..terminal.single_values import Command
from ..terminal.streams import cell, one_line, show, show_table

if TYPE_CHECKING:
    from ...solvers.contract import Deadline
    from ...solvers.crosscheck import Report
    from ...solvers.questions.selection import Problem

__all__ = ["check"]

LIMIT = 1000
DIGITS = 12  # of a digest: enough to tell one from another


@click.command(cls=Command)
@arguments.file
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
@arguments.up_to_symmetry
@arguments.symmetries
@arguments.checkpoint
@arguments.who("Who asks the solvers")
@arguments.form
@arguments.most_choices
@arguments.primary_only
@arguments.keep_going
@click.option(
    "-o",
    "--output",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Where the report goes instead of standard output; never half of it.",
)
@arguments.as_json
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the report as Markdown.")
def check(
    file: str,
    names: str | None,
    limit: int | None,
    budget: float,
    time_limit: float | None,
    replay: str,
    expect: int | None,
    up_to_symmetry: bool,
    symmetries: str | None,
    checkpoint: str | None,
    on: str | None,
    form: str | None,
    most_choices: int | None,
    primary_only: bool,
    keep_going: bool,
    output: str | None,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Let every solver answer, compare the answers, and print a table.

    Exit status: 0 where two solvers or more finished and all agree, 1 where they disagree, 3 where
    fewer than two finished. Each solver works in a process of its own: one that crashes or hangs is
    a line in the table. With --up-to-symmetry numbers of classes are compared, and two kinds of
    solvers must finish.
    """
    from ..terminal.output import answers_in, require_other

    require_other(output, file)
    if as_json and as_markdown:
        raise click.BadParameter(
            "given together with --json, expected one", param_hint="--markdown"
        )
    which = symmetries or ("known" if up_to_symmetry else None)
    if which is not None and as_markdown:
        what = "given together with --up-to-symmetry, expected one"
        raise click.BadParameter(what, param_hint="--markdown")
    if which is not None and checkpoint is not None:
        what = "keeps no classes of solutions, expected no --up-to-symmetry with it"
        raise click.BadParameter(what, param_hint="'--checkpoint'")
    if which is not None and on is not None:
        what = "does not compare classes of solutions, expected no --up-to-symmetry with it"
        raise click.BadParameter(what, param_hint="'--on'")
    listen(logging.WARNING)
    faults = Faults(keep_going)
    reading, left = read_within(
        file, form, most_choices, budget, primary_only=primary_only, faults=faults
    )
    if which is not None:
        classes = {
            "solvers": arguments.names_of(names),
            "limit": limit or LIMIT,
            "budget": left,
            "time_limit": time_limit,
            "expect": expect,
            "symmetries": which,
        }
        from .solving.classes import check_classes

        with answers_in(output):
            status = check_classes(reading.problems, classes, faults, as_json=as_json)
        faults.end(status)
    told = told_by(as_json=as_json, as_markdown=as_markdown)
    solvers = arguments.names_of(names)
    asked = Compared(solvers, limit, left, time_limit, replay, expect, told, checkpoint, on)
    with answers_in(output):
        status = check_each(reading.problems, asked, faults)
    faults.end(status)


@dataclass(frozen=True)
class Compared:
    """What is asked of each cross-check, as `crosscheck` takes it; limit None: the usual one.

    told  prints a report
    """

    names: Sequence[str] | None
    limit: int | None
    budget: float | None
    time_limit: float | None
    replay: str
    expect: int | None
    told: Callable[[Report], None]
    checkpoint: str | None = None
    on: str | None = None


def exit_status(report: Report) -> int:
    """Return what a cross-check exits with."""
    from ...solvers import CheckVerdict

    if report.verdict is CheckVerdict.DISAGREED:
        return DISAGREED
    return ANSWERED if report.verdict is CheckVerdict.AGREED else UNANSWERED


def check_each(problems: Sequence[Problem], compared: Compared, faults: Faults) -> int:
    """Print the cross-check of each problem; return the exit status for all of them."""
    statuses = {
        ANSWERED,
        *faults.each(problems, lambda problem, place: _check(problem, place, compared)),
    }
    return next(status for status in (DISAGREED, UNANSWERED, ANSWERED) if status in statuses)


def _check(problem: Problem, place: int, compared: Compared) -> int:
    """Print the cross-check of a problem; return the exit status."""
    from ...solvers import Interrupted, crosscheck
    from ...solvers.contract import Deadline
    from ...solvers.crosscheck.report.report import ReplayUnwritten

    deadline = Deadline(compared.budget)
    _refuse_numbers(compared, problem, deadline)

    def told(stopped: KeyboardInterrupt) -> str:
        if isinstance(stopped, Interrupted):
            compared.told(stopped.result)
        return ""

    try:
        with interruptible(told), bar("check") as progress:
            report = crosscheck(
                problem,
                compared.names,
                limit=compared.limit or LIMIT,
                budget=deadline.left(),
                time_limit=compared.time_limit,
                replay=arguments.numbered(compared.replay, place),
                expect=compared.expect,
                progress=progress,
                checkpoint=arguments.numbered(compared.checkpoint, place),
                on=compared.on,
            )
    except ReplayUnwritten as error:
        compared.told(error.report)
        raise
    compared.told(report)
    return exit_status(report)


def told_by(*, as_json: bool, as_markdown: bool) -> Callable[[Report], None]:
    """Return what prints a report: a table; an object of JSON on one line; Markdown."""
    if as_json:
        from ..documents.document import emit

        return lambda report: emit("check", **report.to_dict())
    if as_markdown:
        return lambda report: show(report.to_markdown())
    return print_report


def _refuse_numbers(compared: Compared, problem: Problem, deadline: Deadline) -> None:
    """Raise ModelError for numbers of solutions where the best is compared."""
    from ...models.errors import ModelError

    for option, number, what in (
        ("--limit", compared.limit, "limit"),
        ("--expect", compared.expect, "count"),
    ):
        if number is not None and _has_costs(problem, deadline):
            raise ModelError(
                f"{option}: there are costs, so the best is compared: expected no {what}"
            )


def _has_costs(problem: Problem, deadline: Deadline) -> bool:
    """Whether there are costs, as far as that is known by the deadline."""
    from ...solvers.contract.deadline import Stopped
    from ...solvers.questions.selection import selection_of

    try:
        return selection_of(problem, (), deadline)[0].has_costs
    except Stopped:
        return False


def print_report(report: Report) -> None:
    """Print a cross-check: what was compared, a row a solver, the notes, the verdict."""
    from rich.table import Table
    from rich.text import Text

    from ...solvers.crosscheck.report.as_dict import digest_of
    from ...solvers.crosscheck.report.as_text import figure_of

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
    show_table(table)
    for line in _below(report):
        show(line)


def _below(report: Report) -> Iterator[str]:
    """Yield what stands below the table: notes, the verdict, what shows a disagreement."""
    from ...solvers.crosscheck.report.as_dict import replaying
    from ...solvers.crosscheck.report.as_text import obstacle_line, verdict_line

    for outcome in report.outcomes:
        if outcome.note and not outcome.wrong:  # what is wrong is told below
            yield f"{outcome.solver}: {one_line(outcome.note)}"
    if report.obstacle:
        yield obstacle_line(report)
    yield verdict_line(report)
    told = ""
    for one in report.disagreements:
        yield f"DISAGREEMENT: {one_line(one)}"
        if one.shown and one.shown != told:
            yield f"witness:\n{one.shown}"
            told = one.shown
    if report.replay is not None:
        yield f"the matrix is in {report.replay}"
        command = replaying(report)
        if command is not None:
            yield f"again: {command}"
