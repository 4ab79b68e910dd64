"""A solution set for a command: made, or a line about why it is not complete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..terminal.reports import placed
from ..terminal.streams import print_message

if TYPE_CHECKING:
    from ...solvers import SolutionSet
    from ...solvers.contract.watching.receiver import Receiver
    from ...solvers.search.selection import Problem

__all__ = ["asked_set", "found_until"]


def asked_set(
    problem: Problem,
    place: tuple[int, int],
    progress: Receiver | None,
    settings: Mapping[str, Any],
) -> SolutionSet | None:
    """Return the solution set of a problem; None, and a line on standard error, at a limit.

    place     which of the problems it is, and how many there are
    settings  as `solution_set` takes them
    """
    from ... import solvers
    from ...models.errors import Unreached

    try:
        return solvers.solution_set(problem, progress=progress, **settings)
    except Unreached as error:
        print_message(placed(*place, str(error)))
        return None


def found_until(stopped: KeyboardInterrupt) -> str:
    """Say how many solutions were found when a Ctrl-C came."""
    from ...models.telling.spelling import numeral
    from ...solvers import Interrupted

    found = stopped.result.found if isinstance(stopped, Interrupted) else 0
    return f"at least {numeral(found)} solutions" if found else ""
