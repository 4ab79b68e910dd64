"""The search that tasks are parts of, as it travels: once to each worker, which keeps it.

Names and labels stay at home, for an engine sees numbers alone. What is built from a job (the
problem, which holds the matrix as the engines read it) stays with the worker, under the job's key.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, cast

from ....models.matrix.exact_cover import ExactCover
from ...contract.batch import Options
from ...contract.query import Query
from ...contract.solver import version_of
from ...native.engine import ListingEngine, Subtree
from ...native.problem import problem_of
from ...native.solver import NativeSolver
from ...registry import get_solver
from .work import Parcel, fetched

__all__ = ["Job", "Prepared", "prepared"]


@dataclass(frozen=True)
class Job:
    """A search, as a worker needs it.

    key      tells it from other jobs: of the matrix, the selection, the solver, the kind
    version  of minuet
    kind     which of tasks.py's searches: "count", "solutions" or "best"
    most     so many solutions, where the best are asked for
    """

    key: str
    version: str
    kind: str
    solver: str
    matrix: ExactCover
    given: Options
    forbidden: frozenset[int]
    most: int = 0

    @classmethod
    def of(cls, kind: str, solver: str, query: Query, most: int = 0) -> Job:
        """Return the job of a query, put to a native solver."""
        version, selected = version_of("minuet"), (query.given, sorted(query.forbidden))
        told = (kind, solver, version, query.matrix.digest, selected, most)
        key = blake2b(repr(told).encode(), digest_size=12).hexdigest()
        matrix = bare(query.matrix, costs=kind == "best")
        return cls(key, version, kind, solver, matrix, query.given, query.forbidden, most)

    @property
    def query(self) -> Query:
        """The query, without a deadline."""
        return Query(self.matrix, self.given, self.forbidden)


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


class Prepared:
    """A job with what is built from it once."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.solver = cast(NativeSolver, get_solver(job.solver))
        self._query = job.query
        self._problem: Any = problem_of(self._query)

    def engine(self, subtree: Subtree) -> ListingEngine:
        """Build the engine for a part of the tree."""
        return self.solver.part_engine(self._query, self._problem, subtree, _goes_on)


def prepared(source: Job | Parcel) -> Prepared:
    """Return a job ready to be worked at: from the last ones of this worker, or built anew."""
    return fetched(source, Prepared)


def _goes_on() -> None:
    """Let an engine be built, however long that takes."""
