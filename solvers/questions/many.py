"""The question `solve_many`: one matrix, many sets of givens.

The matrix is compiled once and prepared once; each set of givens is a selection on it. The engines
take the selections by the chunk and the answers are verified by the chunk; so givens are read
ahead, but never further than `ahead` allows. Whatever goes wrong, in the givens or in the solver,
the answers that were due before come first.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from ...models.errors import ModelError, WrongAnswer
from ...models.puzzle import Puzzle
from ..auto.auto import answerer, reason
from ..contract.batch import Options
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import asked_level
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Result, Status
from ..contract.settings import checked_ahead, checked_parameters, checked_seed
from ..contract.solver import Solver
from ..contract.statements import of_batch
from ..contract.verify import Verifier
from ..registry import get_solver
from ..second_opinion.batch import SecondBatch
from ..second_opinion.opinion import STOPPED, Confirmation
from .confirm import opened
from .queries import solve
from .question import Problem, checked_options, selection_of

__all__ = ["AHEAD", "ManyQuestion", "Results", "solve_many"]

CHUNK = 128  # results verified at once: their table should stay near
AHEAD = 512  # sets of givens that may be read ahead

Answer = tuple[int, Options | None]
Answered = tuple[int, Options | None, Solver]  # with who answered


def solve_many(
    puzzle: Problem,
    givens: Iterable[Sequence[int]],
    solver: str | Solver = "auto",
    *,
    unique: bool = False,
    time_limit: float | None = None,
    ahead: int = AHEAD,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    evidence: str = "claimed",
) -> Results:
    """Solve the puzzle with each set of givens, in order; lazily.

    givens      option numbers, on top of the puzzle's own givens
    unique      also look for a second solution: `count` is then 0, 1 or 2 (2: or more), and
                `complete` says that there are no others
    time_limit  seconds for all together; the results end when it comes
    ahead       how many sets of givens, at most, are read before the result of an earlier one is
                handed on. The first result comes before the second set is read, then the steps
                grow; 0: each result comes before the next set is read, which is slower
    seed        as in `solve`, and so are parameters
    evidence    "agreed": a solver of another kind must say the same where the answer cannot be
                looked at. What is not agreed on is left open, UNKNOWN or FEASIBLE and not complete

    At the end `complete` of what is returned says whether every set was answered, as well as was
    asked. A puzzle with costs is solved to its best solution each time, and nothing is read
    ahead. Raises what `solve` raises; an error in the givens, or of the solver, comes after the
    results that were due before.
    """
    ahead = checked_ahead(ahead)
    wanted = asked_level(evidence)
    chosen = get_solver(solver)
    settings: dict[str, Any] = {
        "seed": checked_seed(seed),
        "parameters": checked_parameters(chosen, parameters),
    }
    deadline = Deadline(time_limit)
    one = partial(solve, puzzle, solver, evidence=evidence, **settings)
    try:
        matrix, selected, forbidden = selection_of(puzzle, (), deadline)
    except Stopped:  # the deadline has passed: none will be answered
        return Results(_Best(one, givens, deadline))
    if matrix.has_costs and unique:
        raise ModelError("unique: a puzzle with costs asks for its best solution")
    chosen.require(matrix)
    if matrix.has_costs:
        return Results(_Best(one, givens, None if time_limit is None else deadline))
    # What waits to be verified and what the solver took are ahead, each by half at most.
    query = Query(
        matrix, selected, forbidden, deadline, ahead=ahead // 2, evidence=wanted, **settings
    )
    return Results(ManyQuestion(puzzle, query, chosen, givens, 2 if unique else 1))


class Results(Iterator[Result]):
    """The results of a batch, lazily, one for each set of givens.

    `complete` says, at the end, that every set was answered. While it is false, that no more comes
    means that the time ran out, that the batch was closed, or that there was an error.
    """

    def __init__(self, work: ManyQuestion | _Best) -> None:
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
        solve: Callable[..., Result],
        givens: Iterable[Sequence[int]],
        deadline: Deadline | None,
    ) -> None:
        self._solve, self._givens, self._deadline = solve, givens, deadline
        self.complete = False

    def results(self) -> Generator[Result, None, None]:
        """Yield a result for each set of givens."""
        answered = True
        for given in self._givens:
            if self._deadline is not None and self._deadline.passed():
                return
            left = None if self._deadline is None else self._deadline.left()
            result = self._solve(time_limit=left, given=given)
            answered &= result.complete
            yield result
        self.complete = answered


class ManyQuestion:
    """Turns a solver's answers into verified results."""

    def __init__(
        self,
        puzzle: Problem,
        query: Query,
        solver: Solver,
        givens: Iterable[Sequence[int]],
        limit: int,
    ) -> None:
        """Begin a batch; up to `limit` solutions of each set of givens are looked for."""
        self._puzzle = puzzle if isinstance(puzzle, Puzzle) else None
        self._second = None
        if query.needs_agreement:
            self._second = SecondBatch(replace(query, parameters={}), limit)
        self._open = False  # there is an answer on which nobody agreed
        self._known: dict[tuple[str, str, int], Result] = {}
        self._query, self._solver, self._limit = query, solver, limit
        self._verifier = Verifier(query.matrix, query.given, query.forbidden)
        self._givens = givens
        self._asked: list[Options] = []  # read, and not yet answered
        self._read_all = False
        self._error: BaseException | None = None
        self.complete = False  # every set was answered
        self.stopped: KeyboardInterrupt | None = None  # while a second solver was asked

    def _selections(self) -> Iterator[Options]:
        """Yield the givens; at an error they end, and it is kept for when its turn comes."""
        try:
            for given in self._givens:
                self._asked.append(checked_options(self._query.matrix, given))
                yield self._asked[-1]
        except Exception as error:
            self._error = error
        else:
            self._read_all = True

    def results(self) -> Generator[Result, None, None]:
        """Yield a verified result for each set of givens."""
        answers = iter(self._solver.many(self._query, Progress(), self._selections(), self._limit))
        size, most = 1, min(CHUNK, (self._query.ahead or 0) + 1)
        try:
            while chunk := self._chunk(answers, size):
                mine, self._asked[: len(chunk)] = self._asked[: len(chunk)], []
                wrong = self._first_wrong(chunk, mine)
                sound = chunk[: None if wrong is None else wrong[0]]
                yield from (
                    map(self._result, sound)
                    if self._second is None
                    else self._agreed(self._second, sound, mine)
                )
                if wrong is not None:
                    raise WrongAnswer(f"solver {self._solver.full_name}: {wrong[1]}")
                size = min(4 * size, most)
        finally:
            for stream in (answers, self._second):
                close = getattr(stream, "close", None)
                if close is not None:
                    close()
        if self._error is not None and not self._asked:
            raise self._error
        self.complete = self._read_all and not self._asked and not self._open

    def _chunk(self, answers: Iterator[Answer], size: int) -> list[Answered]:
        """Take up to so many answers; an error behind them is kept for when its turn comes."""
        chunk: list[Answered] = []
        if self._error is not None and not self._asked:
            return chunk
        try:
            for found, options in islice(answers, size):
                chunk.append((found, options, answerer(self._solver)))
        except (Exception, KeyboardInterrupt) as error:
            self._error = error
            del self._asked[len(chunk) :]
        return chunk

    def _first_wrong(
        self, chunk: Sequence[Answered], mine: Sequence[Options]
    ) -> tuple[int, str] | None:
        """Return the place of the first answer that cannot be, and what is wrong with it."""
        for place, (found, options, _) in enumerate(chunk):
            if place >= len(mine):
                return place, "more answers than sets of givens"
            if not 0 <= found <= self._limit or (found > 0) != (options is not None):
                shown = "none" if options is None else "one"
                return place, f"{found} solutions of up to {self._limit}, and {shown} is shown"
        solved = [place for place, (found, _, _) in enumerate(chunk) if found]
        wrong = self._verifier.first_wrong(
            [chunk[place][1] or () for place in solved], [mine[place] for place in solved]
        )
        return None if wrong is None else (solved[wrong[0]], wrong[1])

    def _result(self, answered: Answered) -> Result:
        """Return an answer as a result; what is the same for many is worked out once."""
        found, options, solver = answered
        name = solver.full_name
        why = reason(self._solver)
        blank = self._known.get((name, why, found))
        if blank is None:
            blank = self._known[name, why, found] = Result(
                Status.OPTIMAL if found else Status.INFEASIBLE,
                name,
                solver.version(),
                why,
                count=found if self._limit > 1 else None,
                complete=found < self._limit,
                evidence=of_batch(name, found, limit=self._limit),
                seed=self._query.seed,
                parameters=self._query.parameters,
            )
        if options is None:
            return blank
        answer = self._puzzle.read(options) if self._puzzle else None
        return replace(blank, answer=answer, options=tuple(sorted(options)))

    def _agreed(
        self, second: SecondBatch, chunk: Sequence[Answered], mine: Sequence[Options]
    ) -> Iterator[Result]:
        """Yield a result for each answer, as far as a second solver agrees.

        After a Ctrl-C those of the chunk still come, left open.
        """
        for answered, selection in zip(chunk, mine, strict=False):
            found, options, solver = answered
            result, confirmation = self._result(answered), STOPPED
            if found and self._limit == 1:  # it was looked at
                yield result
                continue
            if self.stopped is None:
                try:
                    confirmation = second.confirmation(solver, selection, (found, options))
                except KeyboardInterrupt as error:
                    self.stopped = error
            yield self._settled(result, confirmation)
        if self.stopped is not None:
            raise self.stopped

    def _settled(self, result: Result, confirmation: Confirmation) -> Result:
        if not confirmation:
            self._open = True
            if result.count:
                result = replace(result, count=1)  # the one that was looked at
        return opened(result, confirmation)
