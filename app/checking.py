"""What `minuet check` does: a cross-check of each puzzle of a file, and one exit status for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..models.errors import ModelError
from ..solvers import CheckInterrupted, CheckVerdict, Report, crosscheck
from ..solvers.queries import Problem, selection_of
from .questions import interruptible
from .show import print_report

__all__ = ["AGREED", "DISAGREED", "UNCOMPARED", "Compared", "check_each", "exit_status"]

AGREED, DISAGREED, UNCOMPARED = 0, 1, 3
LIMIT = 1000


@dataclass(frozen=True)
class Compared:
    """What is asked of each cross-check, as `crosscheck` takes it; limit None: the usual one."""

    names: Sequence[str] | None
    limit: int | None
    time_limit: float
    replay: Path


def exit_status(report: Report) -> int:
    """Return what a cross-check exits with."""
    if report.verdict is CheckVerdict.DISAGREED:
        return DISAGREED
    return AGREED if report.verdict is CheckVerdict.AGREED else UNCOMPARED


def check_each(problems: Sequence[Problem], compared: Compared) -> int:
    """Print the cross-check of each problem; return the exit status for all of them."""
    statuses = {AGREED}
    for place, problem in enumerate(problems, 1):
        if compared.limit is not None and selection_of(problem)[0].has_costs:
            raise ModelError("--limit: there are costs, so the best is compared: expected no limit")

        def told(stopped: KeyboardInterrupt, problem: Problem = problem) -> str:
            if isinstance(stopped, CheckInterrupted) and stopped.report.outcomes:
                print_report(problem, stopped.report)
            return ""

        with interruptible(told):
            report = crosscheck(
                problem,
                compared.names,
                limit=compared.limit or LIMIT,
                time_limit=compared.time_limit,
                replay=_numbered(compared.replay, place),
            )
        print_report(problem, report)
        statuses.add(exit_status(report))
    return next(status for status in (DISAGREED, UNCOMPARED, AGREED) if status in statuses)


def _numbered(replay: Path, place: int) -> Path:
    """Return a file of its own for each puzzle: the first one has the plain name."""
    return replay if place == 1 else replay.with_name(f"{replay.stem}-{place}{replay.suffix}")
