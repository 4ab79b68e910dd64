"""The question `best`: the k cheapest solutions, in order.

It is answered by solvers that can enumerate by cost: those with a method `best_solutions`, as
`dlx` has. Everything else is as in queries.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from ..models.answer import Answer
from ..models.errors import Unsupported
from ..models.puzzle import Puzzle
from .limits import whole_number
from .queries import Problem, selection_of
from .registry import get_solver
from .solver import Deadline, Options, Search, Solver
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
    included). Raises ModelError unless k is a whole number from 1; UnknownSolver, Unavailable,
    Unsupported, WrongAnswer.
    """
    k = whole_number("the {} best solutions", k, 1)
    deadline = Deadline(time_limit)
    matrix, selected, forbidden = selection_of(puzzle, given)
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
