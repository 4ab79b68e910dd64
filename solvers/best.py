"""The question `best`: the k cheapest solutions, in order.

It is answered by solvers that can enumerate by cost: those with a method `best_solutions`, as
`dlx` has. Everything else is as in queries.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from ..models.answer import Answer
from ..models.errors import ModelError, Unsupported
from ..models.puzzle import Puzzle
from .queries import Problem, selection_of
from .registry import get_solver
from .result import Result
from .solver import Deadline, Options, Search, Solver, Status
from .verify import Verifier

__all__ = ["Ranked", "RanksSolutions", "best"]


@runtime_checkable
class RanksSolutions(Protocol):
    """What a solver offers that can answer `best`."""

    def best_solutions(self, search: Search, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order."""


def best(
    puzzle: Problem,
    k: int,
    solver: str | Solver = "dlx",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
) -> Ranked:
    """Iterate over the k best solutions, the best first; ties come in any order.

    Answers of a puzzle, option numbers of a bare matrix. What is yielded is proved to be in its
    place; fewer than k come if there are no more, or at the time limit (seconds, compiling
    included); `result()` tells which. Raises UnknownSolver, Unavailable, Unsupported, WrongAnswer.
    """
    if k < 1:
        raise ModelError(f"the {k} best solutions, expected 1 or more")
    deadline = Deadline(time_limit)
    matrix, selected, forbidden = selection_of(puzzle, given)
    chosen = get_solver(solver)
    chosen.require(matrix)
    if not isinstance(chosen, RanksSolutions):
        raise Unsupported(f"solver {chosen.full_name} does not support the k best solutions")
    search = Search(matrix, selected, forbidden, deadline)
    return Ranked(puzzle, k, chosen, search, chosen.best_solutions(search, k))


class Ranked(Iterator[Answer | Options]):
    """A lazy iterator over solutions from the best one on; as `Solutions` in queries.py."""

    def __init__(
        self, puzzle: Problem, k: int, solver: Solver, search: Search, stream: Iterator[Options]
    ) -> None:
        self._puzzle, self._k, self._solver = puzzle, k, solver
        self._search, self._stream = search, stream
        self._verifier = Verifier(search.matrix, search.given, search.forbidden)
        self._found = 0

    def __next__(self) -> Answer | Options:
        options = next(self._stream)
        self._verifier.require(options, self._solver.full_name)
        ordered = tuple(sorted(options))
        self._found += 1
        return self._puzzle.read(ordered) if isinstance(self._puzzle, Puzzle) else ordered

    def result(self) -> Result:
        """Return the status and the count so far; `complete`: there are no more than these."""
        complete = self._search.complete and self._found < self._k
        if self._found:
            status = Status.OPTIMAL if complete else Status.FEASIBLE
        else:
            status = Status.INFEASIBLE if complete else Status.UNKNOWN
        name, version = self._solver.full_name, self._solver.version()
        return Result(status, name, version, count=self._found, complete=complete)

    def close(self) -> None:
        """Stop the search; no further solutions come."""
        if hasattr(self._stream, "close"):
            self._stream.close()

    def __enter__(self) -> Ranked:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
