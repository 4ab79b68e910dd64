"""What a solver may offer besides, whose search can wait while others search.

A solver of the contract (solver.py) runs until its deadline, and asked again it begins anew. One
that offers these goes on instead: it works while the iterator is advanced, and rests in between. So
`auto` can let several solvers take turns of milliseconds. Both are optional, and found by their
names alone. For the cheapest solution a solver is asked anew in each turn, but may keep its search
(`Resting`, `ImprovesInTurns`) and go on with that where it is asked the same again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Protocol, TypeGuard, runtime_checkable

from .batch import Options
from .deadline import Stopped
from .progress import Progress
from .query import Query

__all__ = [
    "CountsInSteps",
    "ImprovesInTurns",
    "Resting",
    "SearchesInSteps",
    "counts_in_steps",
    "searches_in_steps",
]


@runtime_checkable
class CountsInSteps(Protocol):
    """What a solver offers whose count can wait while others count."""

    def counting(self, query: Query, progress: Progress) -> Iterator[None]:
        """Count as `Solver.count` does, in steps of some thousandths or hundredths of a second.

        Between two steps nothing runs. Ends early, and not complete, if it cannot go on. Closing
        the iterator stops the count, and lets go of what it held.
        """


@runtime_checkable
class SearchesInSteps(Protocol):
    """What a solver offers whose search for solutions can wait while others search."""

    def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Tell solutions as `Solver.solutions` does, with an empty batch for a step without any.

        Steps take some thousandths or hundredths of a second, and between two of them nothing runs.
        The rest is as above; the solutions are in any order, so a search for the first one may be
        another one than that for all.
        """

    def start_seconds(self, query: Query) -> float:
        """Return a guess of the seconds before the search begins: an import, a formula.

        It costs no more than to look at the matrix once.
        """


class Resting(ABC):
    """A search for ever cheaper solutions, which rests between two turns.

    query       as it was asked last
    best, cost  the best solution that it knows, and what that costs; empty and None: it knows none
    """

    def __init__(self, query: Query) -> None:
        self.query = query
        self.best: Options = ()
        self.cost: int | None = None

    @abstractmethod
    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions than the query's hint, until its deadline or the proof."""

    def goes_on_with(self, query: Query) -> bool:
        """Whether it is the same that is asked."""
        return self.query.asks_the_same(query)

    def take_up(self, query: Query) -> bool:
        """Go on for this query, from its hint if that is cheaper; say if better is known."""
        self.query = query
        cost = query.matrix.cost(query.hint) if query.hint else None
        if cost is not None and (self.cost is None or cost < self.cost):
            self.learn(query.hint, cost)
        return self.cost is not None and self.cost != cost

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        self.best, self.cost = options, cost


class ImprovesInTurns(ABC):
    """The part of a solver that keeps its search for ever cheaper solutions between two turns."""

    _rests: Resting | None = None  # what it was asked last, where it stopped

    @abstractmethod
    def begun(self, query: Query, progress: Progress) -> Resting | None:
        """Return a new search; None, and the progress complete, if there is nothing to search.

        Raises Stopped at the deadline.
        """

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, as `Solver.improving`.

        Asked again of the same, it goes on where it stopped.
        """
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            search, self._rests = self._rests, None
            if search is None or not search.goes_on_with(query):
                search = self.begun(query, progress)
            if search is not None:
                # What was prepared until the deadline may be worse than what a later turn prepares.
                rests = not query.deadline.passed()
                with suppress(Stopped):
                    yield from search.solutions(query, progress)
                self._rests = search if rests and not progress.complete else None


def counts_in_steps(solver: object) -> TypeGuard[CountsInSteps]:
    """Whether it offers a count in steps."""
    return callable(getattr(solver, "counting", None))


def searches_in_steps(solver: object) -> TypeGuard[SearchesInSteps]:
    """Whether it offers a search in steps: what `isinstance` says, in a tenth of the time."""
    found = (getattr(solver, name, None) for name in ("searching", "start_seconds"))
    return all(map(callable, found))
