"""All solutions, written to a file as they are found, with a checkpoint beside it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ....models.answer import Answer
from ....models.errors import ModelError, Unsupported
from ....models.puzzle import Puzzle
from ...contract.batch import Options
from ...contract.result import Interrupted, Result
from ..running import RunningSearch
from ..workers.workers_at import workers_at

__all__ = ["Target", "written"]

CHECKPOINT = "_checkpoint"  # in a folder of shards, unless it is to be elsewhere


@dataclass(frozen=True)
class Target:
    """Where solutions go, and how."""

    output: str | os.PathLike[str]
    kept: str | os.PathLike[str] | None
    text: Callable[[Any], str] | None
    form: str
    shards: bool = False

    @property
    def checkpoint(self) -> str | os.PathLike[str]:
        """The file of the checkpoint. Raises ModelError where there is none."""
        if self.kept is not None:
            return self.kept
        if not self.shards:
            raise ModelError("write: no checkpoint, expected a file that says what is left")
        return os.path.join(self.output, CHECKPOINT)  # noqa: PTH118


def written(running: RunningSearch, target: Target) -> Result:
    """Return how many solutions were written, or raise Interrupted with that.

    Raises Unsupported where there are costs, and for what is wanted beside all solutions.
    """
    from .listing import Listing

    puzzle, settings = running.puzzle, running.search.settings
    if running.has_objective:
        raise Unsupported("the best solutions in order keep no checkpoint, expected no costs")
    if running.query.needs_agreement or settings.symmetries is not None:
        name = "symmetries" if settings.symmetries is not None else "evidence"
        raise Unsupported(f"{name}: solutions are written as one solver finds them, expected none")
    shown = _plain if target.text is None else target.text

    def line(options: Options) -> str:
        return shown(puzzle.read(options) if isinstance(puzzle, Puzzle) else options)

    query, found = running.query, running.progress
    solver, verifier = running.solver, running.verifier
    try:
        with workers_at(running.search.settings.on, query.deadline) as pool:
            running.tell()
            listing = Listing(
                solver, query, found, verifier, line, target.form, pool, shards=target.shards
            )
            number = listing.write(target.output, target.checkpoint, running.title)
    except KeyboardInterrupt:
        raise Interrupted(running.counted(found.found)) from None
    return running.counted(number)


def _plain(solution: Answer | Options) -> str:
    return f"{' '.join(map(str, solution)) if isinstance(solution, tuple) else solution}\n"
