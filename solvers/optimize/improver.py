"""The base of the techniques: a search for ever cheaper solutions that rests between two turns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import ClassVar, Protocol

from ...models.errors import SolverError
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Technique

__all__ = ["Improver", "Search"]


class Search(Protocol):
    """One search of a technique, which may continue in its next turn."""

    def goes_on_with(self, query: Query) -> bool:
        """Whether it can continue with this query."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions than the query's hint, until its deadline or the proof."""


class Improver(ABC):
    """One technique of `optimize`, or several that share their code.

    techniques  its techniques by name, and what each is
    features    of matrices that it supports, as `Solver.features`
    name        the full name of the solver, for messages
    """

    techniques: ClassVar[Mapping[str, Technique]]
    features: ClassVar[frozenset[str]] = frozenset({"costs"})

    def __init__(self, technique: str) -> None:
        self.technique, self.name = technique, f"optimize:{technique}"
        self._rests: Search | None = None  # what it was asked last, where it stopped

    @abstractmethod
    def begin(self, query: Query, progress: Progress) -> Search | None:
        """Return a new search; None if the matrix is seen to have no solution.

        Raises Unsupported where it refuses the matrix, Stopped at the deadline.
        """

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, as `Solver.improving`.

        Asked again of the same, it continues where it stopped, if it can.
        """
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            search, self._rests = self._rests, None
            if search is None or not search.goes_on_with(query):
                search = self.begin(query, progress)
            if search is None:
                if query.hint:
                    raise SolverError(
                        f"solver {self.name}: internal error, it denies a known solution"
                    )
                progress.complete = True
                return
            yield from search.solutions(query, progress)
            self._rests = search

    def require_size(self, query: Query) -> None:  # noqa: B027  (most take any size)
        """Raise Unsupported where it is not made for the query."""
