"""What `minuet check` does: a cross-check of each puzzle of a file, and one exit status for all."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..models.errors import ModelError
from ..solvers import CheckInterrupted, CheckVerdict, Report, crosscheck
from ..solvers.contract.deadline import Deadline, Stopped
from ..solvers.crosscheck.report.report import ReplayUnwritten
from ..solvers.questions.queries import Problem, selection_of
from .questions import interruptible
from .show import print_report
from .terminal import show

__all__ = ["AGREED", "DISAGREED", "UNCOMPARED", "Compared", "check_each", "exit_status", "told_by"]

AGREED, DISAGREED, UNCOMPARED = 0, 1, 3
LIMIT = 1000


@dataclass(frozen=True)
class Compared:
    """What is asked of each cross-check, as `crosscheck` takes it; limit None: the usual one.

    told  prints a report
    """

    names: Sequence[str] | None
    limit: int | None
    budget: float | None
    time_limit: float | None
    replay: Path
    expect: int | None = None
    told: Callable[[Report], None] = print_report


def exit_status(report: Report) -> int:
    """Return what a cross-check exits with."""
    if report.verdict is CheckVerdict.DISAGREED:
        return DISAGREED
    return AGREED if report.verdict is CheckVerdict.AGREED else UNCOMPARED


def check_each(problems: Sequence[Problem], compared: Compared) -> int:
    """Print the cross-check of each problem; return the exit status for all of them."""
    statuses = {AGREED}
    for place, problem in enumerate(problems, 1):
        deadline = Deadline(compared.budget)
        _refuse_numbers(compared, problem, deadline)

        def told(stopped: KeyboardInterrupt) -> str:
            if isinstance(stopped, CheckInterrupted) and stopped.report.outcomes:
                compared.told(stopped.report)
            return ""

        try:
            with interruptible(told):
                report = crosscheck(
                    problem,
                    compared.names,
                    limit=compared.limit or LIMIT,
                    budget=deadline.left(),
                    time_limit=compared.time_limit,
                    replay=_numbered(compared.replay, place),
                    expect=compared.expect,
                )
        except ReplayUnwritten as error:
            compared.told(error.report)
            raise
        compared.told(report)
        statuses.add(exit_status(report))
    return next(status for status in (DISAGREED, UNCOMPARED, AGREED) if status in statuses)


def told_by(*, as_json: bool, as_markdown: bool) -> Callable[[Report], None]:
    """Return what prints a report: a table; an object of JSON on one line; Markdown."""
    if as_json:
        return lambda report: show(json.dumps(report.to_dict(), sort_keys=True))
    if as_markdown:
        return lambda report: show(report.to_markdown())
    return print_report


def _refuse_numbers(compared: Compared, problem: Problem, deadline: Deadline) -> None:
    """Raise ModelError for numbers of solutions where the best is compared."""
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
    try:
        return selection_of(problem, (), deadline)[0].has_costs
    except Stopped:
        return False


def _numbered(replay: Path, place: int) -> Path:
    """Return a file of its own for each puzzle: the first one has the plain name."""
    return replay if place == 1 else replay.with_name(f"{replay.stem}-{place}{replay.suffix}")
