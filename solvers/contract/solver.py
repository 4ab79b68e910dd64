"""The contract between minuet and a solver.

A solver answers one `Search`: a matrix, a selection on it (options that must be chosen, options
that must not), a deadline. It yields solutions as tuples of option numbers and writes what it
learns (was the search exhausted, nodes, the proved bound) into the search, so that a limit or an
interrupt keeps it. Everything above (choosing a solver, verifying, reading answers back) is the
same for all and stands in question.py.

To add a solver, subclass `Solver` and give `solutions` and `version`; override `first`, `count`,
`improving` and `many` where it can do better. It joins from another package through the entry-point
group `minuet.solvers`.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from itertools import islice
from numbers import Real
from typing import Any, ClassVar

from ...models.errors import ModelError, Unsupported, WrongAnswer
from ...models.matrix.exact_cover import ExactCover

__all__ = [
    "EFFORT",
    "Budget",
    "Deadline",
    "Options",
    "Search",
    "Solver",
    "Status",
    "Stopped",
    "closing_stream",
    "version_of",
]

Options = tuple[int, ...]

FOREVER = 1e9  # seconds: some thirty years


class Status(StrEnum):
    """OR-Tools' words for how far an answer goes.

    OPTIMAL     the best solution is known to be the best; or, without costs, the question is
                answered: a solution is known, all solutions were found or counted
    FEASIBLE    solutions are known, but the search was cut short
    INFEASIBLE  there is no solution
    UNKNOWN     the search was cut short before any solution; or agreement was asked for and not had
    """

    OPTIMAL = "OPTIMAL"
    FEASIBLE = "FEASIBLE"
    INFEASIBLE = "INFEASIBLE"
    UNKNOWN = "UNKNOWN"


class Stopped(Exception):
    """Raised amid long work that is to end: the deadline has come, or nobody waits for it any more.

    A solver catches it and leaves its search incomplete; it says nothing about solutions.
    """


class Deadline:
    """A moment after which a search stops; `Deadline(None)` never comes.

    Nor does one that is FOREVER away or more, so `left` is infinite or a number that any library's
    clock can hold. Raises ModelError for what is no number.
    """

    def __init__(self, seconds: float | None = None) -> None:
        if seconds is None:
            self._end = math.inf
            return
        if not isinstance(seconds, Real) or seconds != seconds:
            raise ModelError("a time limit that is not a number, expected seconds")
        self._end = math.inf if seconds >= FOREVER else time.monotonic() + max(seconds, 0.0)

    def left(self) -> float:
        """Seconds until the deadline, at least 0; `math.inf` if there is none."""
        return max(self._end - time.monotonic(), 0.0)

    def longest(self) -> float:
        """Seconds until the latest moment to which the deadline may still be put off."""
        return self.left()

    def within(self, seconds: float | None) -> Budget:
        """Return the deadline that comes first: this one, or one in so many seconds."""
        return Budget(self, seconds)

    def passed(self) -> bool:
        """Whether the deadline has come."""
        return time.monotonic() >= self._end

    def check(self) -> None:
        """Raise Stopped if the deadline has come; what is long and no search calls it often."""
        if self.passed():
            raise Stopped


class Budget(Deadline):
    """A share of the time until another deadline; it can be renewed, and lifted for good."""

    def __init__(self, whole: Deadline, seconds: float | None) -> None:
        super().__init__(seconds)
        self._whole, self._seconds = whole, seconds

    def left(self) -> float:
        """Seconds until the budget is spent or the whole time is over, at least 0."""
        return min(super().left(), self._whole.left())

    def longest(self) -> float:
        """Seconds until the whole time is over, for the budget may yet be lifted."""
        return self._whole.longest()

    def passed(self) -> bool:
        """Whether the budget is spent, or the whole time over."""
        return super().passed() or self._whole.passed()

    def renew(self) -> None:
        """Begin the budget anew."""
        if self._seconds is not None:
            self._end = time.monotonic() + self._seconds

    def lift(self) -> None:
        """Let the whole time be the only limit from now on."""
        self._end, self._seconds = math.inf, None


EFFORT = (
    "nodes",
    "updates",
    "conflicts",
    "decisions",
    "propagations",
    "encode_seconds",
    "load_seconds",
)
LEARNED = frozenset({"complete", "bound", "found", "ready", "progress", *EFFORT})


@dataclass
class Search:
    """What is asked of a solver and, written by it as it runs, what was found out."""

    matrix: ExactCover
    given: Options = ()
    forbidden: frozenset[int] = frozenset()
    deadline: Deadline = field(default_factory=Deadline)
    threads: int = 1  # how many may work at it; a solver that knows no threads works alone
    memory: int | None = None  # bytes for a memo, where a solver keeps one; None: its own choice
    ahead: int | None = None  # how many selections `many` may read ahead; None: its own choice
    seed: int | None = None  # of a solver that draws at random; None: its own
    hint: Options = ()  # options that a good solution may hold, where a solver heeds hints
    excluded: tuple[Options, ...] = ()  # solutions not to be told, ascending (see `excludes`)
    parameters: Mapping[str, Any] = field(default_factory=dict)  # of the solver's own library

    complete: bool = False  # everything was searched: no further (or better) solution exists
    bound: int | None = None  # no solution costs less than this
    found: int = 0  # solutions counted so far, for an interrupt; what `count` returns counts
    ready: int = 0  # how many of the next solutions come at once, where a solver has them at hand
    progress: float = 0.0  # the part of the tree that is done, 0 to 1, as a solver estimates it
    nodes: int = 0  # branch points begun, where the solver counts them
    updates: int = 0  # links taken out, where the solver counts them
    conflicts: int = 0  # of clause learning
    decisions: int = 0
    propagations: int = 0
    encode_seconds: float = 0.0  # for turning the matrix into the solver's own language
    load_seconds: float = 0.0  # for handing that to the solver

    def anew(self, **changes: Any) -> Search:
        """Return the same question, with `changes`, of which nothing is found out yet."""
        names = {one.name for one in fields(self)} - LEARNED
        asked = {name: getattr(self, name) for name in names}
        return Search(**(asked | changes))

    def add_effort(self, *parts: Search) -> None:
        """Count in what was spent on parts of the search."""
        for name in EFFORT:
            spent = sum(getattr(part, name) for part in parts)
            setattr(self, name, getattr(self, name) + spent)


@contextmanager
def closing_stream(stream: Iterable[Options]) -> Iterator[Iterator[Options]]:
    """Iterate over solutions; stop the search at the end of the block, if it can be stopped."""
    iterator = iter(stream)
    try:
        yield iterator
    finally:
        close = getattr(iterator, "close", None)
        if close is not None:
            close()


@cache
def version_of(package: str) -> str:
    """Return the version of an installed distribution; read once, for batches ask often."""
    from importlib.metadata import version

    return version(package)


class Solver(ABC):
    """One way to answer a matrix.

    name            as the user writes it; by default the class's name in small letters
    features        what it honours among "colors", "multiplicities" and "costs"
    summary         what it is, in one line; by default the first line of the class's docstring
    most_solutions  how many solutions it enumerates in sensible time; None: any number
    kind            whose word it is: two solvers of one kind share code by which both could be
                    wrong, so that they agree is no evidence; by default the name
    excludes        whether it honours `Search.excluded`: is there another solution than these?
    takes_parameters  whether it reads `Search.parameters`, and raises ModelError for what it
                    does not know

    `variant` is what stands behind the colon in a name such as `sat:glucose4`. The constructor
    raises UnknownSolver for a variant it does not know, and imports no solver library.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    features: ClassVar[frozenset[str]] = frozenset({"colors", "multiplicities", "costs"})
    most_solutions: ClassVar[int | None] = None
    kind: str = ""
    excludes: ClassVar[bool] = False
    takes_parameters: ClassVar[bool] = False

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if not hasattr(cls, "name"):
            cls.name = cls.__name__.lower()
        if not hasattr(cls, "summary"):
            cls.summary = next(iter((cls.__doc__ or "").strip().splitlines()), "")
        if not cls.kind:
            cls.kind = cls.name

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
        second. Preparing for the search counts too: it calls `search.deadline.check` often.
        """

    def first(self, search: Search) -> Options | None:
        """Return a solution; None if there is none (`search.complete`) or not in time."""
        with closing_stream(self.solutions(search)) as stream:
            return next(stream, None)

    def count(self, search: Search) -> int:
        """Return the number of solutions; exact if `search.complete` is set.

        What is returned is the answer; `search.found` is kept up to date for an interrupt.
        """
        with closing_stream(self.solutions(search)) as stream:
            for _ in stream:
                search.found += 1
        return search.found

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before.

        With `search.complete` set at the end the last one is the cheapest (none: infeasible).
        Keeps `search.bound` up to date where the solver knows one. Raises Unsupported if the
        solver knows no costs.

        By default all solutions are enumerated, and what is cheaper than all before is kept.
        """
        if "costs" not in self.features:
            raise Unsupported(f"solver {self.full_name} does not support costs")
        least: int | None = None
        with closing_stream(self.solutions(search)) as stream:
            for options in stream:
                cost = search.matrix.cost(options)
                if least is None or cost < least:
                    least = cost
                    yield options
        if search.complete and least is not None:
            search.bound = least

    def several(self, search: Search, limit: int) -> list[Options]:
        """Return up to `limit` solutions. Raises WrongAnswer if one of them comes twice."""
        return self.distinct(self.solutions(search), limit)

    def distinct(self, solutions: Iterable[Options], limit: int) -> list[Options]:
        """Return the first `limit` of its solutions, and stop the search.

        Raises WrongAnswer if one of them comes twice.
        """
        with closing_stream(solutions) as stream:
            found = list(islice(stream, limit))
        if len(set(map(frozenset, found))) < len(found):
            raise WrongAnswer(f"solver {self.full_name}: a solution comes twice")
        return found

    def many(
        self, search: Search, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections of one matrix, in order: (solutions found, the first of them).

        Each selection is given on top of `search.given`; up to `limit` solutions of each are looked
        for. A solver may read ahead as many selections as `search.ahead` allows. At the deadline of
        `search` the answers end; a selection without an answer is one that is left open.
        """
        for selection in selections:
            one = search.anew(given=tuple(dict.fromkeys((*search.given, *selection))))
            found = self.several(one, limit)
            search.add_effort(one)
            if len(found) < limit and not one.complete:
                return
            yield len(found), found[0] if found else None

    def require(self, matrix: ExactCover) -> None:
        """Raise Unsupported, naming the feature, if the matrix needs what the solver lacks."""
        needed = {"colors": matrix.has_colors, "multiplicities": matrix.has_multiplicities}
        for feature, present in needed.items():
            if present and feature not in self.features:
                raise Unsupported(f"solver {self.full_name} does not support {feature}")

    def kind_in(self, search: Search, *, costs: bool = False) -> str:
        """Return whose word an answer to this search is; `kind`, unless the solver asks others.

        costs  whether the cheapest solution is asked for
        """
        return self.kind

    def require_size(self, search: Search) -> None:  # noqa: B027  (most take any size)
        """Raise Unsupported if the search is too large for the solver, or not what it is made for.

        `auto` asks before it chooses; what is asked costs no more than to look at the matrix once.
        """
