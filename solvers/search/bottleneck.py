"""The bottleneck: the answer whose dearest chosen option is as cheap as can be.

A binary search over the costs that there are (Edmonds and Fulkerson, "Bottleneck extrema", 1970):
with everything dearer than a threshold forbidden there is a solution, whose dearest option is the
next upper bound, or there is none, and the least cost above the threshold is the next lower bound.
What every item's cheapest option costs is a lower bound to begin with.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

import numpy as np
import numpy.typing as npt

from ...models.errors import ModelError
from ...models.puzzle import Puzzle
from ..contract.batch import Options
from ..contract.evidence import of_solution
from ..contract.progress import Progress
from ..contract.result import Interrupted, Result, Status
from ..contract.solver import Solver
from .running import RunningSearch, answered
from .search import Search
from .selection import Problem
from .settings import CompoundSettings

__all__ = ["bottleneck"]

Int64s = npt.NDArray[np.int64]


def bottleneck(
    puzzle: Problem, solver: str | Solver = "auto", **settings: Unpack[CompoundSettings]
) -> Result:
    """Find the answer whose largest cost is least, or whose smallest worth is greatest.

    The costs are those of the puzzle's objective, and of the rows that are chosen of its tables; of
    a bare matrix those of all chosen options. `objective` is the largest of them (None where none
    is chosen), and `bound` what it is at least; at a limit they are what is known by then.

    Raises ModelError for a puzzle without costs, or with preferences or several levels, and else
    what `solve` does.
    """
    search = Search.part_of("bottleneck", puzzle, solver, settings)
    return answered(search, _least, lambda late: late)


def _least(running: RunningSearch) -> Result:
    """Return the answer, or raise Interrupted with it."""
    search = _Bisection(running, _counted(running))
    try:
        running.log_solver()
        search.run()
    except KeyboardInterrupt:
        raise Interrupted(search.result()) from None
    return search.result()


def _counted(running: RunningSearch) -> Int64s:
    """Return the options that count, ascending."""
    puzzle = running.search.problem
    if not running.has_objective:
        raise ModelError("bottleneck: a puzzle without costs, expected an objective")
    if not isinstance(puzzle, Puzzle):
        return np.arange(running.query.matrix.options)
    if puzzle.has_preferences or len(puzzle.objective_levels) != 1:
        problem_kind = "a puzzle with preferences or several levels"
        raise ModelError(f"bottleneck: {problem_kind}, expected one cost of each choice")
    tables = puzzle.objective_tables
    return np.concatenate([table.offset + np.arange(len(table)) for table in tables])


class _Bisection:
    """The search: the best solution so far, and a bound on its largest cost."""

    def __init__(self, running: RunningSearch, counted: Int64s) -> None:
        self._running, self._counted = running, counted
        self._costs = running.query.matrix.costs
        self._distinct: list[int] = np.unique(self._costs[counted]).tolist()
        self._counts = np.zeros(running.query.matrix.options, bool)
        self._counts[counted] = True
        self.best: Options | None = None
        self.bound: int | None = None  # None: nothing is known
        self.done = False

    def run(self) -> None:
        """Search until the largest cost is proved to be the least, or until the deadline."""
        solution, complete = self._first(len(self._distinct))
        if solution is None:
            self.done = complete
            return
        # With so many of the least costs allowed there is a solution; with fewer than `low` none.
        # How many every solution needs: some option of each item must be chosen.
        matrix = self._running.query.matrix
        owner = matrix.owners()
        free = np.where(self._counts, self._costs, np.iinfo(np.int64).min)
        least = np.full(len(matrix.items), np.iinfo(np.int64).max)
        np.minimum.at(least, matrix.members, free[owner])
        least = least[(matrix.low > 0) & (least < np.iinfo(np.int64).max)]
        greatest = int(least.max(initial=np.iinfo(np.int64).min))
        low, high, self.best = (
            int(np.searchsorted(self._distinct, greatest, side="right")),
            self._rank(solution),
            solution,
        )
        while low < high:
            self.bound = self._distinct[low - 1] if low else None
            middle = (low + high) // 2
            solution, complete = self._first(middle)
            if solution is not None:
                high, self.best = self._rank(solution), solution
            elif complete:
                low = middle + 1
            else:
                return
        self.bound, self.done = self._largest(self.best), True

    def _rank(self, options: Options) -> int:
        """Return how many of the least costs a solution needs; 0 if none of its options counts."""
        largest = self._largest(options)
        return 0 if largest is None else self._distinct.index(largest) + 1

    def _first(self, allowed: int) -> tuple[Options | None, bool]:
        """Return a solution with the `allowed` least costs, and whether else there is none."""
        running, query = self._running, self._running.query
        dear = (
            self._counts
            if not allowed
            else (self._counts & (self._costs > self._distinct[allowed - 1]))
        )
        never = query.forbidden.union(np.flatnonzero(dear).tolist())
        if not never.isdisjoint(query.given):
            return None, True
        query, progress = replace(query, forbidden=never), Progress()
        solution = running.first(query, progress)
        running.progress.add_effort(progress)
        return solution, progress.complete

    def _largest(self, options: Options) -> int | None:
        chosen = np.array(options, np.int64)
        costs = self._costs[chosen[self._counts[chosen]]]
        return int(costs.max()) if len(costs) else None

    def result(self) -> Result:
        """Return what is known."""
        running, best = self._running, self.best
        largest = None if best is None else self._largest(best)
        if best is None:
            status = Status.INFEASIBLE if self.done else Status.UNKNOWN
        else:
            status = Status.OPTIMAL if self.done else Status.FEASIBLE
        bound = running.in_words(self.bound)
        evidence = of_solution(
            running.solver.answerer.full_name,
            found=best is not None,
            complete=self.done,
            costs=True,
            bound=bound,
        )
        shown = running.shown(status, best, self.bound, evidence, complete=self.done)
        return replace(shown, objective=running.in_words(largest))
