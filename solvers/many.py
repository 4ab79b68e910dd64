"""The question `solve_many`: one matrix, many sets of givens.

The matrix is compiled once and prepared once; each set of givens is a selection on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ..models.errors import ModelError
from ..models.exact_cover import ExactCover
from ..models.puzzle import Puzzle
from .auto import Auto
from .queries import Problem, checked_options, selection_of, solve
from .registry import get_solver
from .result import Result, Statistics
from .solver import Deadline, Options, Search, Solver, Status, Stopped
from .verify import Verifier

__all__ = ["solve_many"]

CHUNK = 128  # results verified at once: their table should stay near


def solve_many(
    puzzle: Problem,
    givens: Iterable[Sequence[int]],
    solver: str | Solver = "auto",
    *,
    unique: bool = False,
    time_limit: float | None = None,
) -> Iterator[Result]:
    """Solve the puzzle with each set of givens, in order; lazily.

    givens      option numbers, on top of the puzzle's own givens
    unique      also look for a second solution: `count` is then 0, 1 or 2 (2: or more), and
                `complete` says that there are no others
    time_limit  seconds for all together; the results end when it comes

    A puzzle with costs is solved to its best solution each time. Raises what `solve` raises.
    """
    deadline = Deadline(time_limit)
    try:
        matrix, selected, forbidden = selection_of(puzzle, (), deadline)
    except Stopped:
        return
    if matrix.has_costs and unique:
        raise ModelError("unique: a puzzle with costs asks for its best solution")
    if matrix.has_costs:
        for given in givens:
            if deadline.passed():
                return
            left = None if time_limit is None else deadline.left()
            yield solve(puzzle, solver, time_limit=left, given=given)
        return
    chosen = get_solver(solver)
    chosen.require(matrix)
    search = Search(matrix, selected, forbidden, deadline)
    batch = _Batch(puzzle, matrix, chosen, 2 if unique else 1)
    yield from batch.results(search, givens)


class _Batch:
    """Turns a solver's answers into verified results."""

    def __init__(self, puzzle: Problem, matrix: ExactCover, solver: Solver, limit: int) -> None:
        self._puzzle = puzzle if isinstance(puzzle, Puzzle) else None
        self._matrix, self._solver, self._limit = matrix, solver, limit

    def results(self, search: Search, givens: Iterable[Sequence[int]]) -> Iterator[Result]:
        asked: list[Options] = []

        def selections() -> Iterator[Options]:
            for given in givens:
                asked.append(checked_options(search.matrix, given))
                yield asked[-1]

        answers = self._solver.many(search, selections(), self._limit)
        verifier = Verifier(self._matrix, search.given, search.forbidden)
        size = 1
        while chunk := list(islice(answers, size)):
            mine, asked[: len(chunk)] = asked[: len(chunk)], []
            solved = [place for place, (found, _) in enumerate(chunk) if found]
            verifier.require_many(
                [chunk[place][1] or () for place in solved],
                self._solver.full_name,
                [mine[place] for place in solved],
            )
            yield from self._results(chunk)
            size = min(4 * size, CHUNK)

    def _results(self, chunk: list[tuple[int, Options | None]]) -> Iterator[Result]:
        """Yield a result for each answer; what is the same for all is asked for once."""
        name, version = self._solver.full_name, self._solver.version()
        reason = self._solver.reason if isinstance(self._solver, Auto) else ""
        puzzle, counted, statistics = self._puzzle, self._limit > 1, Statistics()
        for found, options in chunk:
            yield Result(
                Status.OPTIMAL if found else Status.INFEASIBLE,
                name,
                version,
                reason,
                puzzle.read(options) if puzzle and options is not None else None,
                None if options is None else tuple(sorted(options)),
                count=found if counted else None,
                complete=found < self._limit,
                statistics=statistics,
            )
