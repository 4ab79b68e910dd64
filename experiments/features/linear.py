"""Features of the linear relaxation: has it a solution, its bound, how whole it is."""

from __future__ import annotations

from ...models.matrix.exact_cover import ExactCover
from ...solvers.contract.query import Query
from ...solvers.industrial.mip.relaxation import relaxed
from ...solvers.search.selection import Problem
from ...solvers.search.verbs import solve
from .sizes import Numbers

__all__ = ["gap", "relaxation"]


def relaxation(query: Query) -> Numbers:
    """Return the features of the relaxation. Raises what `relaxed` does."""
    found = relaxed(query)
    if not found.feasible:
        return {"lp_feasible": 0.0}
    bound = found.bound if query.matrix.has_costs else None
    return {"lp_feasible": 1.0, "lp_bound": bound, "lp_whole": found.whole}


def gap(problem: Problem, bound: float, seconds: float) -> float:
    """Return how far the best solution that is found in time lies above the bound.

    Raises ValueError where none is found.
    """
    result = solve(problem, time_limit=seconds)
    if result.options is None:
        raise ValueError("no solution was found in time")
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    best = matrix.cost(result.options)
    return max(best - bound, 0.0) / max(abs(best), 1)
