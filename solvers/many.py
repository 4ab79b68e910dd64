"""The question `solve_many`: one matrix, many sets of givens.

The matrix is compiled once and prepared once; each set of givens is a selection on it. The engines
take the selections by the chunk and the answers are verified by the chunk; so givens are read
ahead, but never further than `ahead` allows. Whatever goes wrong, in the givens or in the solver,
the answers that were due before come first.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from operator import index

from ..models.errors import ModelError, WrongAnswer
from ..models.puzzle import Puzzle
from .auto import Auto
from .queries import Problem, checked_options, selection_of, solve
from .registry import get_solver
from .result import Result, Statistics
from .solver import Deadline, Options, Search, Solver, Status, Stopped
from .verify import Verifier

__all__ = ["AHEAD", "Batch", "Results", "solve_many"]

CHUNK = 128  # results verified at once: their table should stay near
AHEAD = 512  # sets of givens that may be read ahead

Answered = tuple[int, Options | None]


def solve_many(
    puzzle: Problem,
    givens: Iterable[Sequence[int]],
    solver: str | Solver = "auto",
    *,
    unique: bool = False,
    time_limit: float | None = None,
    ahead: int = AHEAD,
) -> Results:
    """Solve the puzzle with each set of givens, in order; lazily.

    givens      option numbers, on top of the puzzle's own givens
    unique      also look for a second solution: `count` is then 0, 1 or 2 (2: or more), and
                `complete` says that there are no others
    time_limit  seconds for all together; the results end when it comes
    ahead       how many sets of givens, at most, are read before the result of an earlier one is
                handed on. The first result comes before the second set is read, then the steps
                grow; 0: each result comes before the next set is read, which is slower

    At the end `complete` of what is returned says whether every set was answered. A puzzle with
    costs is solved to its best solution each time, and nothing is read ahead. Raises what `solve`
    raises; an error in the givens, or of the solver, comes after the results that were due before.
    """
    if index(ahead) < 0:
        raise ModelError(f"ahead: {ahead} sets of givens, expected 0 or more")
    deadline = Deadline(time_limit)
    try:
        matrix, selected, forbidden = selection_of(puzzle, (), deadline)
    except Stopped:  # the deadline has passed: none will be answered
        return Results(_Best(puzzle, givens, solver, deadline))
    if matrix.has_costs and unique:
        raise ModelError("unique: a puzzle with costs asks for its best solution")
    chosen = get_solver(solver)
    chosen.require(matrix)
    if matrix.has_costs:
        best = _Best(puzzle, givens, solver, None if time_limit is None else deadline)
        return Results(best)
    # What waits to be verified and what the solver took are ahead, each by half at most.
    search = Search(matrix, selected, forbidden, deadline, ahead=ahead // 2)
    return Results(Batch(puzzle, search, chosen, givens, 2 if unique else 1))


class Results(Iterator[Result]):
    """The results of a batch, lazily, one for each set of givens.

    `complete` says, at the end, that every set was answered. While it is false, that no more comes
    means that the time ran out, that the batch was closed, or that there was an error.
    """

    def __init__(self, work: Batch | _Best) -> None:
        # The work does not know this iterator: whoever drops it stops the search.
        self._work, self._stream = work, work.results()

    def __next__(self) -> Result:
        return next(self._stream)

    @property
    def complete(self) -> bool:
        """Whether every set of givens was answered."""
        return self._work.complete

    def close(self) -> None:
        """Stop the search; no further results come."""
        self._stream.close()


class _Best:
    """Solves one after the other, each to its best solution."""

    def __init__(
        self,
        puzzle: Problem,
        givens: Iterable[Sequence[int]],
        solver: str | Solver,
        deadline: Deadline | None,
    ) -> None:
        self._puzzle, self._givens, self._solver = puzzle, givens, solver
        self._deadline = deadline
        self.complete = False

    def results(self) -> Generator[Result, None, None]:
        """Yield a result for each set of givens."""
        answered = True
        for given in self._givens:
            if self._deadline is not None and self._deadline.passed():
                return
            left = None if self._deadline is None else self._deadline.left()
            result = solve(self._puzzle, self._solver, time_limit=left, given=given)
            answered &= result.complete
            yield result
        self.complete = answered


class Batch:
    """Turns a solver's answers into verified results."""

    def __init__(
        self,
        puzzle: Problem,
        search: Search,
        solver: Solver,
        givens: Iterable[Sequence[int]],
        limit: int,
    ) -> None:
        self._puzzle = puzzle if isinstance(puzzle, Puzzle) else None
        self._search, self._solver, self._limit = search, solver, limit
        self._verifier = Verifier(search.matrix, search.given, search.forbidden)
        self._givens = givens
        self._asked: list[Options] = []  # read, and not yet answered
        self._read_all = False
        self._error: BaseException | None = None
        self.complete = False  # every set was answered

    def _selections(self) -> Iterator[Options]:
        """Yield the givens; at an error they end, and it is kept for when its turn comes."""
        try:
            for given in self._givens:
                self._asked.append(checked_options(self._search.matrix, given))
                yield self._asked[-1]
        except Exception as error:
            self._error = error
        else:
            self._read_all = True

    def results(self) -> Generator[Result, None, None]:
        """Yield a verified result for each set of givens."""
        answers = iter(self._solver.many(self._search, self._selections(), self._limit))
        size, most = 1, min(CHUNK, (self._search.ahead or 0) + 1)
        try:
            while chunk := self._chunk(answers, size):
                mine, self._asked[: len(chunk)] = self._asked[: len(chunk)], []
                wrong = self._first_wrong(chunk, mine)
                yield from self._as_results(chunk[: None if wrong is None else wrong[0]])
                if wrong is not None:
                    raise WrongAnswer(f"solver {self._solver.full_name}: {wrong[1]}")
                size = min(4 * size, most)
        finally:
            close = getattr(answers, "close", None)
            if close is not None:
                close()
        if self._error is not None and not self._asked:
            raise self._error
        self.complete = self._read_all and not self._asked

    def _chunk(self, answers: Iterator[Answered], size: int) -> list[Answered]:
        """Take up to so many answers; an error behind them is kept for when its turn comes."""
        chunk: list[Answered] = []
        if self._error is not None and not self._asked:
            return chunk
        try:
            for answer in islice(answers, size):
                chunk.append(answer)  # noqa: PERF402  what came before an error is kept
        except (Exception, KeyboardInterrupt) as error:
            self._error = error
            del self._asked[len(chunk) :]
        return chunk

    def _first_wrong(
        self, chunk: Sequence[Answered], mine: Sequence[Options]
    ) -> tuple[int, str] | None:
        """Return the place of the first answer that cannot be, and what is wrong with it."""
        for place, (found, options) in enumerate(chunk):
            if place >= len(mine):
                return place, "more answers than sets of givens"
            if not 0 <= found <= self._limit or (found > 0) != (options is not None):
                shown = "none" if options is None else "one"
                return place, f"{found} solutions of up to {self._limit}, and {shown} is shown"
        solved = [place for place, (found, _) in enumerate(chunk) if found]
        wrong = self._verifier.first_wrong(
            [chunk[place][1] or () for place in solved], [mine[place] for place in solved]
        )
        return None if wrong is None else (solved[wrong[0]], wrong[1])

    def _as_results(self, chunk: Sequence[Answered]) -> Iterator[Result]:
        """Yield a result for each answer; what is the same for all is asked for once."""
        if not chunk:
            return
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
