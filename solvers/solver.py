"""The contract between minuet and a solver.

A solver answers one `Search`: a matrix, a selection on it (options that must be chosen, options
that must not), a deadline. It yields solutions as tuples of option numbers and writes what it
learns (was the search exhausted, nodes, the proved bound) into the search, so that a limit or an
interrupt keeps it. Everything above (choosing a solver, verifying, reading answers back) is the
same for all and stands in queries.py.

To add a solver, subclass `Solver` and give `solutions`; override `count` and `improving` where it
can do better. It joins from another package through the entry-point group `minuet.solvers`.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from itertools import islice
from typing import ClassVar

from ..models.errors import ModelError, Unsupported
from ..models.exact_cover import ExactCover

__all__ = ["Deadline", "Options", "Search", "Solver", "Status", "version_of"]

Options = tuple[int, ...]

FOREVER = 1e9  # seconds, some 30 years: a later deadline never comes, and fits no library's clock


class Status(StrEnum):
    """OR-Tools' words for how far an answer goes.

    OPTIMAL     the best solution is known to be the best; or, without costs, the question is
                answered: a solution is known, all solutions were found or counted
    FEASIBLE    solutions are known, but the search was cut short
    INFEASIBLE  there is no solution
    UNKNOWN     the search was cut short before any solution
    """

    OPTIMAL = "OPTIMAL"
    FEASIBLE = "FEASIBLE"
    INFEASIBLE = "INFEASIBLE"
    UNKNOWN = "UNKNOWN"


class Deadline:
    """A moment after which a search stops; `Deadline(None)` never comes."""

    def __init__(self, seconds: float | None = None) -> None:
        if seconds is not None and math.isnan(seconds):
            raise ModelError("a time limit that is not a number, expected seconds")
        if seconds is None or seconds > FOREVER:
            self._end = math.inf
        else:
            self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds until the deadline, at least 0; `math.inf` if there is none."""
        return max(self._end - time.monotonic(), 0.0)

    def within(self, seconds: float | None) -> Deadline:
        """Return the deadline that comes first: this one, or one in so many seconds."""
        sooner = Deadline(seconds)
        sooner._end = min(sooner._end, self._end)
        return sooner

    def passed(self) -> bool:
        """Whether the deadline has come."""
        return time.monotonic() >= self._end


@dataclass
class Search:
    """What is asked of a solver and, written by it as it runs, what was found out."""

    matrix: ExactCover
    given: Options = ()
    forbidden: frozenset[int] = frozenset()
    deadline: Deadline = field(default_factory=Deadline)
    threads: int = 1  # how many may work at it; a solver that knows no threads works alone
    memory: int | None = None  # bytes for a memo, where a solver keeps one; None: its own choice

    complete: bool = False  # everything was searched: no further (or better) solution exists
    bound: int | None = None  # no solution costs less than this
    found: int = 0  # solutions found so far, kept by `count`
    ready: int = 0  # how many of the next solutions come at once, where a solver has them at hand
    progress: float = 0.0  # the part of the tree that is done, 0 to 1, as a solver estimates it
    nodes: int = 0  # branch points begun, where the solver counts them
    updates: int = 0  # links taken out, where the solver counts them


@cache
def version_of(package: str) -> str:
    """Return the version of an installed distribution; read once, for batches ask often."""
    from importlib.metadata import version

    return version(package)


class Solver(ABC):
    """One way to answer a matrix.

    name      as the user writes it
    features  what it honours among "colors", "multiplicities" and "costs"
    summary   what it is, in one line

    `variant` is what stands behind the colon in a name such as `sat:glucose4`. The constructor
    raises UnknownSolver for a variant it does not know, and imports no solver library.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    features: ClassVar[frozenset[str]] = frozenset({"colors", "multiplicities", "costs"})

    def __init__(self, variant: str = "") -> None:
        self.variant = variant

    @property
    def full_name(self) -> str:
        """The name with the variant, as in `sat:glucose4`."""
        return f"{self.name}:{self.variant}" if self.variant else self.name

    @abstractmethod
    def version(self) -> str:
        """Return the version of what answers. Raises Unavailable if it cannot be imported."""

    @abstractmethod
    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution once, lazily; costs play no part.

        Ends with `search.complete` set when there is no more, without it at the deadline.
        Closing the iterator stops the search. KeyboardInterrupt passes through in well under a
        second.
        """

    def first(self, search: Search) -> Options | None:
        """Return a solution; None if there is none (`search.complete`) or not in time."""
        return next(self.solutions(search), None)

    def count(self, search: Search) -> int:
        """Return the number of solutions; exact if `search.complete` is set.

        Keeps `search.found` up to date, for an interrupt.
        """
        for _ in self.solutions(search):
            search.found += 1
        return search.found

    @abstractmethod
    def improving(self, search: Search) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before.

        With `search.complete` set at the end the last one is the cheapest (none: infeasible).
        Keeps `search.bound` up to date where the solver knows one. Raises Unsupported if the
        solver knows no costs.
        """

    def many(
        self, search: Search, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections of one matrix, in order: (solutions found, the first of them).

        Each selection is given on top of `search.given`; up to `limit` solutions of each are looked
        for. At the deadline of `search` the answers end.
        """
        for selection in selections:
            one = replace(search, given=(*search.given, *selection))
            found = list(islice(self.solutions(one), limit))
            search.nodes += one.nodes
            if len(found) < limit and not one.complete:
                return
            yield len(found), found[0] if found else None

    def require(self, matrix: ExactCover) -> None:
        """Raise Unsupported, naming the feature, if the matrix needs what the solver lacks."""
        needed = {"colors": matrix.has_colors, "multiplicities": matrix.has_multiplicities}
        for feature, present in needed.items():
            if present and feature not in self.features:
                raise Unsupported(f"solver {self.full_name} does not support {feature}")
