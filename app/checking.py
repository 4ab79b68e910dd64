"""What `minuet check` does: a cross-check of each puzzle of a file, and one exit status for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..models.errors import ModelError
from ..solvers import CheckInterrupted, CheckVerdict, Report, crosscheck
from ..solvers.queries import Problem, selection_of
from ..solvers.solver import Deadline, Stopped
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
    budget: float | None
    time_limit: float | None
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
        deadline = Deadline(compared.budget)
        if compared.limit is not None and _has_costs(problem, deadline):
            raise ModelError("--limit: there are costs, so the best is compared: expected no limit")

        def told(stopped: KeyboardInterrupt, problem: Problem = problem) -> str:
            if isinstance(stopped, CheckInterrupted) and stopped.report.outcomes:
                print_report(stopped.report)
            return ""

        with interruptible(told):
            report = crosscheck(
                problem,
                compared.names,
                limit=compared.limit or LIMIT,
                budget=deadline.left(),
                time_limit=compared.time_limit,
                replay=_numbered(compared.replay, place),
            )
        print_report(report)
        statuses.add(exit_status(report))
    return next(status for status in (DISAGREED, UNCOMPARED, AGREED) if status in statuses)


def _has_costs(problem: Problem, deadline: Deadline) -> bool:
    """Whether there are costs, as far as that is known by the deadline."""
    try:
        return selection_of(problem, (), deadline)[0].has_costs
    except Stopped:
        return False


def _numbered(replay: Path, place: int) -> Path:
    """Return a file of its own for each puzzle: the first one has the plain name."""
    return replay if place == 1 else replay.with_name(f"{replay.stem}-{place}{replay.suffix}")
