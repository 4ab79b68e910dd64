"""What `auto` answers where a puzzle says itself that it has no answer: nothing, at once.

Pieces that have too few cells for their board never cover it; a search would try for years. No
solver is asked then, and the result says why. Who names a solver gets its search, and a cross-check
or a second opinion asks solvers as ever: what is agreed on is found by searching.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

import numpy as np

from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.batch import Batch, Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.selections import Counted, Selections
from ..contract.solver import Solver, version_of
from .auto import Auto

__all__ = ["Foregone", "unless_foregone"]

MOST = 1024  # selections of a block

log = logging.getLogger("minuet")


def unless_foregone(solver: Solver, puzzle: Puzzle | ExactCover) -> Solver:
    """Return the solver; in place of `auto`, one that answers at once where that can be told."""
    if not isinstance(solver, Auto) or not isinstance(puzzle, Puzzle):
        return solver
    obstacle = puzzle.obstacle
    return solver if obstacle is None else Foregone(obstacle.reason)


class Foregone(Auto):
    """Knows beforehand that there is no solution, and why."""

    kind = "counting"

    def __init__(self, why: str) -> None:
        super().__init__()
        self._why = why

    def version(self) -> str:
        """Return minuet's own version: nobody else is asked."""
        return super().version() or version_of("minuet")

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return no solution."""
        self._end(progress)
        return None

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield no solutions."""
        self._end(progress)
        yield from ()

    def count(self, query: Query, progress: Progress) -> int:
        """Return 0."""
        self._end(progress)
        return 0

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield no solutions."""
        self._end(progress)
        yield from ()

    def blocks(
        self, query: Query, progress: Progress, selections: Selections, limit: int
    ) -> Iterator[Counted]:
        """Find no solutions, whatever else is given."""
        self._end(progress)
        while not query.deadline.passed() and (block := selections.take(MOST)):
            yield np.zeros(len(block), np.int64), Batch.of([[]] * len(block))

    def _end(self, progress: Progress) -> None:
        """Say why there is no need to search."""
        self.reason = self._why
        log.info("%s (%s)", self.full_name, self._why)
        progress.complete = True
