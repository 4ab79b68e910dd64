"""Ways to the best: `--progress`, `--json-lines`, `--gap` and `--bottleneck` of `minuet solve`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ...terminal.streams import say, show
from .asked import Asked, Begun

if TYPE_CHECKING:
    from ....solvers.contract.result import Result
    from ....solvers.contract.watching.receiver import Receiver
    from ....solvers.questions.optima.improving import Improvement
    from ....solvers.questions.selection import Problem

__all__ = ["followed", "is_near", "least_largest"]


def followed(
    problem: Problem, place: int, asked: Asked, progress: Receiver | None, begun: Begun
) -> Result:
    """Tell what gets better, as documents or as lines; return the result.

    On a terminal the bar shows it, so there are no lines.
    """
    from .... import solvers
    from ....solvers import Interrupted
    from ...documents.document import dumped

    settings = {name: value for name, value in asked.settings.items() if name != "evidence"}
    with solvers.improving(
        problem,
        asked.solver,
        time_limit=begun.left,
        threads=asked.threads,
        hint=begun.hint,
        progress=progress,
        **asked.near,
        **settings,
    ) as stream:
        try:
            for better in stream:
                if asked.json_lines:
                    show(dumped("improvement", puzzle=place, **better.to_dict()))
                if asked.live and progress is None and sys.stderr is not None:
                    say(_line(better))
            return stream.result()
        except Interrupted:
            raise
        except KeyboardInterrupt:  # it struck here, while something was being told
            stream.close()
            raise Interrupted(stream.result()) from None


def least_largest(problem: Problem, asked: Asked) -> Result:
    """Return the answer whose largest cost is least."""
    from .... import solvers

    return solvers.bottleneck(
        problem,
        asked.solver,
        time_limit=asked.time_limit,
        threads=asked.threads,
        seed=asked.seed,
        parameters=asked.parameters,
    )


def _line(better: Improvement) -> str:
    told = {"objective": better.objective, "bound": better.bound}
    words = [f"{name} {value}" for name, value in told.items() if value is not None]
    if better.gap is not None:
        words.append(f"gap {better.gap:.2%}")
    return ", ".join([f"{better.seconds:.2f} s", *(words or ["a solution"]), better.solver])


def is_near(result: Result, asked: Asked) -> bool:
    """Whether the search ended because the answer is as near to the best as was asked."""
    from ....solvers.contract.near import near

    enough = near(asked.gap, asked.gap_absolute)
    return enough is not None and enough.holds(result.objective, result.bound)
