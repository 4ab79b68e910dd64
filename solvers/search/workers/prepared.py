"""A search as it travels to workers, once to each, and what a worker builds from it.

Names and labels stay at home, for an engine sees numbers alone. What is built from a search (the
problem, which holds the matrix as the engines read it) stays with the worker, under the load's key.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, cast

from ....models.matrix.exact_cover import ExactCover
from ...contract.goal import Goal
from ...contract.query import Query
from ...contract.solver import version_of
from ...native.engine import ListingEngine, Subtree
from ...native.problem import problem_of
from ...native.solver import NativeSolver
from ...registry import get_solver
from ..running import query_of
from ..search import Search
from ..settings import Settings
from .work import Load

__all__ = ["PreparedSearch", "load_of"]


def load_of(goal: Goal, solver: str, query: Query, k: int = 1) -> Load:
    """Return the load whose content is the search of a query by a native solver.

    goal  COUNT, ALL or RANKED; `k`: so many solutions, where the best are wanted

    The key is of the matrix, the goal, the settings, and the version of minuet.
    """
    settings = Settings(solver=solver, given=query.given, forbidden=sorted(query.forbidden), k=k)
    search = Search(bare(query.matrix, costs=goal is Goal.RANKED), goal, settings)
    told = (goal, settings, version_of("minuet"), query.matrix.digest)
    key = blake2b(repr(told).encode(), digest_size=12).hexdigest()
    return Load(key, search, PreparedSearch)


def bare(matrix: ExactCover, *, costs: bool) -> ExactCover:
    """Return a matrix without what people call its items and options, and perhaps its costs."""
    return ExactCover.trusted(
        primary=matrix.primary,
        items=range(len(matrix.items)),
        starts=matrix.starts,
        members=matrix.members,
        colors=matrix.colors,
        costs=matrix.costs if costs else matrix.costs * 0,
        low=matrix.low,
        high=matrix.high,
        labels=range(matrix.options),
        color_names=(),
    )


class PreparedSearch:
    """A search with what is built from it once: its query, without a deadline, and the problem."""

    def __init__(self, search: Search) -> None:
        self.search, self.query = search, query_of(search)
        self.solver = cast(NativeSolver, get_solver(search.settings.solver))
        self._problem: Any = problem_of(self.query)

    def engine(self, subtree: Subtree) -> ListingEngine:
        """Build the engine for a part of the tree."""
        return self.solver.part_engine(self.query, self._problem, subtree, _goes_on)


def _goes_on() -> None:
    """Let an engine be built, however long that takes."""
