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
from .solver import Deadline, Options, Search, Solver, Stopped
from .verify import Verifier

__all__ = ["RanksSolutions", "best"]


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
) -> Iterator[Answer | Options]:
    """Iterate over the k best solutions, the best first; ties come in any order.

    Answers of a puzzle, option numbers of a bare matrix. What is yielded is proved to be in its
    place; fewer than k come if there are no more, or at the time limit (seconds, compiling
    included). Raises UnknownSolver, Unavailable, Unsupported, WrongAnswer.
    """
    if k < 1:
        raise ModelError(f"the {k} best solutions, expected 1 or more")
    deadline = Deadline(time_limit)
    try:
        matrix, selected, forbidden = selection_of(puzzle, given, deadline)
    except Stopped:
        return iter(())
    chosen = get_solver(solver)
    chosen.require(matrix)
    if not isinstance(chosen, RanksSolutions):
        raise Unsupported(f"solver {chosen.full_name} does not support the k best solutions")
    search = Search(matrix, selected, forbidden, deadline)
    verifier = Verifier(matrix, selected, forbidden)
    stream = chosen.best_solutions(search, k)
    return _answers(puzzle, chosen, verifier, stream)


def _answers(
    puzzle: Problem, solver: Solver, verifier: Verifier, stream: Iterator[Options]
) -> Iterator[Answer | Options]:
    for options in stream:
        verifier.require(options, solver.full_name)
        ordered = tuple(sorted(options))
        yield puzzle.read(ordered) if isinstance(puzzle, Puzzle) else ordered
