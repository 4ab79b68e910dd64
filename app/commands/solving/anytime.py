"""How an answer gets better: what `minuet improve` shows of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...terminal.streams import say, show
from .asked import Asked

if TYPE_CHECKING:
    from ....solvers.contract.result import Result
    from ....solvers.contract.watching.receiver import Receiver
    from ....solvers.search.optima.improving import Improvement
    from ....solvers.search.selection import Problem

__all__ = ["followed", "is_near"]


def followed(
    problem: Problem,
    place: int,
    progress: Receiver | None,
    settings: Mapping[str, Any],
    *,
    as_json: bool,
) -> Result:
    """Tell what gets better, as documents or as lines; return the result.

    settings  as `improving` takes them

    On a terminal the bar shows it, so there are no lines.
    """
    from .... import solvers
    from ....solvers import Interrupted
    from ...documents.document import dumped

    with solvers.improving(problem, progress=progress, **settings) as stream:
        try:
            for better in stream:
                if as_json:
                    show(dumped("improvement", puzzle=place, **better.to_dict()))
                elif progress is None and sys.stderr is not None:
                    say(_line(better))
            return stream.result()
        except Interrupted:
            raise
        except KeyboardInterrupt:  # it struck here, while something was being told
            stream.close()
            raise Interrupted(stream.result()) from None


def _line(better: Improvement) -> str:
    told = {"objective": better.objective, "bound": better.bound}
    words = [f"{name} {value}" for name, value in told.items() if value is not None]
    if better.gap is not None:
        words.append(f"gap {better.gap:.2%}")
    return ", ".join([f"{better.seconds:.2f} s", *(words or ["a solution"]), better.solver])


def is_near(result: Result, asked: Asked) -> bool:
    """Whether the search ended because the answer is as near to the best as was asked."""
    from ....solvers.contract.near import near

    enough = near(asked.settings.get("gap"), asked.settings.get("gap_absolute"))
    return enough is not None and enough.holds(result.objective, result.bound)
