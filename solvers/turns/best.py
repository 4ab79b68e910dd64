"""A turn in the search for the best solution.

The runs share the best solution of all (contract/claims/incumbent.py): each turn begins there. The
turns are counted in processor time and are not saved up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from ..contract.claims.incumbent import Incumbent
from ..contract.deadline import WorkBudget
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from .scheduler import Run

__all__ = ["BestRun"]


class BestRun(Run):
    """Improves on the best solution of all runs, which the incumbent compares.

    lanes  threads that search side by side, this one included
    """

    def __init__(
        self, query: Query, solver: Solver, reason: str, incumbent: Incumbent, lanes: int = 1
    ) -> None:
        super().__init__(query, solver, reason)
        self._incumbent, self._lanes = incumbent, lanes

    @property
    def done(self) -> bool:
        """Whether the best solution is known."""
        return self._incumbent.settled

    def play(self, seconds: float) -> Iterator[int]:
        """Search from the best solution of all runs; yield the costs of its solutions."""
        limit = None if seconds == math.inf else seconds
        budget = WorkBudget(self._query.deadline, limit, self._lanes)
        best = self._incumbent.best
        query = replace(self._query, deadline=budget, hint=() if best is None else best.options)
        solutions = self.solver.improving(query, self.part)
        yield from self._incumbent.offered(self.solver.full_name, solutions, self.part)

    def finish(self, progress: Progress) -> None:
        """Write the least cost, which is also the bound."""
        best = self._incumbent.best
        progress.complete, progress.bound = True, None if best is None else best.cost
