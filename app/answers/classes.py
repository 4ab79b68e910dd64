"""Classes of solutions that turning and mirroring make alike: counted, and the counts compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..inputs import Faults
from ..statuses import ANSWERED, DISAGREED, UNANSWERED
from ..terminal.reports import bar, interruptible, print_limit
from ..terminal.streams import cell, one_line, print_note, print_table, print_text

if TYPE_CHECKING:
    from ...solvers.contract.deadline import Deadline
    from ...solvers.crosscheck.class_counts import ClassReport
    from ...solvers.search.alike import Known
    from ...solvers.search.class_count import ClassCount
    from ...solvers.search.selection import Problem

__all__ = ["check_classes", "count_classes", "print_symmetries"]

MOST_LINES = 20  # most lines about exchangeable parts
SHARE = 0.1  # of a time limit, to put that into words


def count_classes(
    problems: Sequence[Problem], settings: dict[str, Any], faults: Faults, *, as_json: bool
) -> bool:
    """Print the number of classes of each problem; False if one was left open.

    settings  as `count` takes them, `symmetries` among them
    """
    from ...models.spelling import numeral

    last = faults.place(len(problems))

    def count(problem: Problem, place: int) -> bool:
        result = _counted(problem, place, settings, as_json=as_json)
        if as_json:
            _emit("classes", place, result.to_dict())
        elif result.complete:
            print_text(numeral(result.count or 0))
        if result.complete:
            print_note(str(result))
        else:
            print_limit(str(result), place, last)
        return result.complete

    return all(faults.each(problems, count))


def _counted(
    problem: Problem, place: int, settings: dict[str, Any], *, as_json: bool
) -> ClassCount:
    from ... import solvers
    from ...solvers.contract.deadline import Deadline
    from ...solvers.search.alike import symmetries_in_time

    def on_interrupt(stopped: KeyboardInterrupt) -> str:
        if not isinstance(stopped, solvers.Interrupted):
            return ""
        if as_json:
            _emit("classes", place, stopped.result.to_dict())
        return str(stopped.result)

    with interruptible(on_interrupt), bar("count") as progress:
        wanted, deadline = settings["symmetries"], Deadline(settings.get("time_limit"))
        symmetries = symmetries_in_time(problem, deadline, wanted)
        print_symmetries(symmetries, deadline)
        counted = {
            **settings,
            "symmetries": wanted if symmetries is None else symmetries,
            "time_limit": deadline.limit(),
        }
        result: ClassCount = solvers.count(problem, progress=progress, **counted)
        return result


def print_symmetries(symmetries: Known | None, deadline: Deadline) -> None:
    """Say on standard error what may be exchanged, where symmetries were found by themselves.

    It may take a share of the time: after that, it says how many there are.
    """
    from ...models.budget import watched
    from ...models.symmetry.automorphisms import Automorphisms
    from ...solvers.contract.deadline import Stopped

    if isinstance(symmetries, Automorphisms):
        left = deadline.limit()
        share = deadline.within(None if left is None else SHARE * left)
        try:
            with watched(share.check):
                lines = str(symmetries).splitlines()
        except Stopped:
            lines = [symmetries.in_short]
        more = [f"  and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
        for line in (*lines[:MOST_LINES], *more):
            print_note(line)


def _emit(kind: str, place: int, fields: dict[str, Any]) -> None:
    from ..documents import emit

    emit(kind, puzzle=place, **fields)


def check_classes(
    problems: Sequence[Problem], settings: dict[str, Any], faults: Faults, *, as_json: bool
) -> int:
    """Compare the numbers of classes that solvers count; return the exit status.

    asked  as `crosscheck` takes it
    """
    from ...solvers import Interrupted, crosscheck

    def check(problem: Problem, place: int) -> int:
        def show(report: ClassReport) -> None:
            if as_json:
                _emit("class_check", place, report.to_dict())
            else:
                _print(report)

        def interrupted(stopped: KeyboardInterrupt) -> str:
            if isinstance(stopped, Interrupted) and (as_json or stopped.result.outcomes):
                show(stopped.result)
            return ""

        with interruptible(interrupted), bar("check") as progress:
            report = crosscheck(problem, **settings, progress=progress)
        show(report)
        return DISAGREED if report.disagreements else ANSWERED if report else UNANSWERED

    statuses = {ANSWERED, *faults.each(problems, check)}
    return next(status for status in (DISAGREED, UNANSWERED, ANSWERED) if status in statuses)


def _print(report: ClassReport) -> None:
    """Print a row a solver, the notes, and the verdict."""
    from rich.table import Table
    from rich.text import Text

    from ...models.spelling import numeral

    title = f"compared: classes of solutions under {report.symmetries} symmetries"
    table = Table(title=Text(title), title_justify="left")
    for heading in ("solver", "kind", "classes", "listed", "solutions", "seconds"):
        table.add_column(heading, justify="left" if heading in ("solver", "kind") else "right")
    for outcome in report.outcomes:
        numbers = (outcome.classes, outcome.listed, outcome.total)
        figures = ["" if number is None else numeral(number) for number in numbers]
        table.add_row(
            *map(cell, (outcome.solver, outcome.kind, *figures, f"{outcome.seconds:.2f}"))
        )
    print_table(table)
    for outcome in report.outcomes:
        if outcome.note:
            print_text(f"{outcome.solver}: {one_line(outcome.note)}")
    finished = ", ".join(outcome.solver for outcome in report.finished)
    print_text(f"{report.verdict}: {finished}" if finished else str(report.verdict))
    if len(report.finished) > 1 and len({outcome.kind for outcome in report.finished}) == 1:
        print_text("they are of one kind: two kinds or more must agree")
    for line in report.disagreements:
        print_text(f"DISAGREEMENT: {line}")
