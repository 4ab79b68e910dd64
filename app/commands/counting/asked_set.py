"""A solution set for a command: made, or a line about why it is not complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...terminal.saying import interruptible, placed
from ...terminal.streams import say, show

if TYPE_CHECKING:
    from ....solvers import SolutionSet
    from ....solvers.contract.watching.receiver import Receiver
    from ....solvers.questions.selection import Problem

__all__ = ["asked_set", "count_into", "found_until"]


def asked_set(
    problem: Problem,
    place: tuple[int, int],
    time_limit: float | None,
    memory: int | None,
    progress: Receiver | None,
) -> SolutionSet | None:
    """Return the solution set of a problem; None, and a line on standard error, at a limit.

    place  which of the problems it is, and how many there are
    """
    from .... import solvers

    try:
        return solvers.solution_set(
            problem, time_limit=time_limit, memory=memory, progress=progress
        )
    except solvers.UnfinishedSet as error:
        say(placed(*place, str(error)))
        return None


def found_until(stopped: KeyboardInterrupt) -> str:
    """Say how many solutions were found when a Ctrl-C came."""
    from ....models.telling.spelling import numeral
    from ....solvers import Interrupted

    found = stopped.result.found if isinstance(stopped, Interrupted) else 0
    return f"at least {numeral(found)} solutions" if found else ""


def count_into(
    problem: Problem,
    place: tuple[int, int],
    time_limit: float | None,
    memory: int | None,
    file: str | None,
    progress: Receiver | None,
    *,
    as_json: bool,
) -> bool:
    """Count the solutions by their set, and keep that in a file; False at a limit."""
    from ....models.telling.spelling import numeral

    with interruptible(found_until):
        found = asked_set(problem, place, time_limit, memory, progress)
        if found is None:
            return False
        assert file is not None
        found.save(file)
    if as_json:
        from ....models.telling.json_values import number
        from ...documents.document import emit

        told = {"count": number(found.count), "file": file, **found.statistics.to_dict()}
        emit("solution_set", puzzle=place[0], **told)
    else:
        show(numeral(found.count))
    return True
