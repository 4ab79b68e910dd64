"""The question `solve_many`: one matrix, many sets of givens.

The matrix is compiled once and prepared once; each set of givens is a selection on it. The engines
take the selections by the block and the answers are verified by the block; so givens are read
ahead, but never further than `ahead` allows. Whatever goes wrong, in the givens or in the solver,
the answers that were due before come first. A block stays in its arrays: a result of it reads its
solution when it is first asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ...models.answer import Answer
from ...models.errors import ModelError, WrongAnswer
from ...models.puzzle import Puzzle
from ..auto.auto import answerer, reason
from ..contract.batch import Batch, Options, closing_stream
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import Level, asked_level
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Block, Result, Status
from ..contract.settings import checked_ahead, checked_parameters, checked_seed, checked_threads
from ..contract.solver import Solver
from ..contract.statements import of_batch
from ..contract.verify import Verifier
from ..registry import get_solver
from ..second_opinion.batch import SecondBatch
from ..second_opinion.opinion import STOPPED, Confirmation
from .confirm import opened
from .givens import Givens, Sets, as_arrays
from .queries import solve
from .question import Problem, selection_of

__all__ = ["AHEAD", "ManyQuestion", "Results", "solve_many"]

AHEAD = 512  # sets of givens that may be read ahead

Ints = npt.NDArray[np.int64]
Streamed = TypeVar("Streamed", Result, Block)


@overload
def solve_many(
    puzzle: Problem,
    givens: Sets,
    solver: str | Solver = ...,
    *,
    unique: bool = ...,
    time_limit: float | None = ...,
    threads: int = ...,
    ahead: int = ...,
    seed: int | None = ...,
    parameters: Mapping[str, Any] | None = ...,
    evidence: str = ...,
    arrays: Literal[False] = ...,
) -> Results[Result]: ...
@overload
def solve_many(
    puzzle: Problem,
    givens: Sets,
    solver: str | Solver = ...,
    *,
    unique: bool = ...,
    time_limit: float | None = ...,
    threads: int = ...,
    ahead: int = ...,
    seed: int | None = ...,
    parameters: Mapping[str, Any] | None = ...,
    evidence: str = ...,
    arrays: Literal[True],
) -> Results[Block]: ...
def solve_many(
    puzzle: Problem,
    givens: Sets,
    solver: str | Solver = "auto",
    *,
    unique: bool = False,
    time_limit: float | None = None,
    threads: int = 1,
    ahead: int = AHEAD,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    evidence: str = "claimed",
    arrays: bool = False,
) -> Results[Result] | Results[Block]:
    """Solve the puzzle with each set of givens, in order; lazily.

    givens      option numbers, on top of the puzzle's own givens; many sets may come as an array
                int[sets, givens of each], or as a `Batch`
    unique      also look for a second solution: `count` is then 0, 1 or 2 (2: or more), and
                `complete` says that there are no others
    time_limit  seconds for all together; the results end when it comes
    threads     how many threads answer, each another set
    ahead       how many sets of givens, at most, are read before the result of an earlier one is
                handed on. The first result comes before the second set is read, then the steps
                grow; 0: each result comes before the next set is read, which is slower. Givens
                that come as an array are all there already
    seed        as in `solve`, and so are parameters
    evidence    "agreed": a solver of another kind must say the same where the answer cannot be
                looked at. What is not agreed on is left open, UNKNOWN or FEASIBLE and not complete
    arrays      whether the results come as `Block`s, each the counts and the solutions of some
                sets in arrays: much quicker where a set takes some microseconds

    At the end `complete` of what is returned says whether every set was answered, as well as was
    asked. A puzzle with costs is solved to its best solution each time, and nothing is read
    ahead. Raises what `solve` raises; an error in the givens, or of the solver, comes after the
    results that were due before.
    """
    work = _work(
        puzzle,
        givens,
        solver,
        unique=unique,
        deadline=Deadline(time_limit),
        threads=checked_threads(threads),
        ahead=checked_ahead(ahead),
        seed=checked_seed(seed),
        parameters=parameters,
        evidence=asked_level(evidence),
    )
    return Results(work, work.blocks()) if arrays else Results(work, work.results())


def _work(
    puzzle: Problem,
    givens: Sets,
    solver: str | Solver,
    *,
    unique: bool,
    deadline: Deadline,
    threads: int,
    ahead: int,
    seed: int | None,
    parameters: Mapping[str, Any] | None,
    evidence: Level,
) -> ManyQuestion | _Best:
    """Return what answers a batch."""
    chosen = get_solver(solver)
    settings: dict[str, Any] = {
        "threads": threads,
        "seed": seed,
        "parameters": checked_parameters(chosen, parameters),
    }
    one = partial(solve, puzzle, solver, evidence=evidence, **settings)
    try:
        matrix, selected, forbidden = selection_of(puzzle, (), deadline)
    except Stopped:  # the deadline has passed: none will be answered
        return _Best(one, givens, deadline)
    if matrix.has_costs and unique:
        raise ModelError("unique: a puzzle with costs asks for its best solution")
    chosen.require(matrix)
    if matrix.has_costs:
        return _Best(one, givens, None if deadline.left() == math.inf else deadline)
    query = Query(
        matrix,
        selected,
        forbidden,
        deadline,
        ahead=ahead if as_arrays(givens) is None else None,
        evidence=evidence,
        **settings,
    )
    return ManyQuestion(puzzle, query, chosen, givens, 2 if unique else 1)


class Results(Iterator[Streamed]):
    """The results of a batch, lazily, one for each set of givens, or as arrays of many.

    `complete` says, at the end, that every set was answered. While it is false, that no more comes
    means that the time ran out, that the batch was closed, or that there was an error.
    """

    def __init__(self, work: ManyQuestion | _Best, stream: Generator[Streamed, None, None]) -> None:
        # The work does not know this iterator: whoever drops it stops the search.
        self._work, self._stream = work, stream

    def __next__(self) -> Streamed:
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
        givens: Sets,
        deadline: Deadline | None,
    ) -> None:
        self._solve, self._deadline = solve, deadline
        arrays = as_arrays(givens)
        self._givens: Iterable[Sequence[int]] = givens if arrays is None else arrays
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

    def blocks(self) -> Generator[Block, None, None]:
        """Yield each result as arrays."""
        for result in self.results():
            yield block_of([result])


class ManyQuestion:
    """Turns a solver's answers into verified results."""

    def __init__(
        self, puzzle: Problem, query: Query, solver: Solver, givens: Sets, limit: int
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
        self._givens = Givens(query.matrix, givens)
        self.complete = False  # every set was answered
        self.stopped: KeyboardInterrupt | None = None  # while a second solver was asked

    def results(self) -> Generator[Result, None, None]:
        """Yield a verified result for each set of givens."""
        with closing_stream(self._verified()) as stream:
            for counts, firsts, asked in stream:
                if self._second is None:
                    yield from self._results(counts, firsts)
                else:
                    yield from self._agreed(self._second, self._results(counts, firsts), asked)

    def blocks(self) -> Generator[Block, None, None]:
        """Yield the same as arrays."""
        with closing_stream(self._verified()) as stream:
            for counts, firsts, asked in stream:
                if self._second is None:
                    yield Block(counts, counts < self._limit, firsts)
                    continue
                results: list[Result] = []
                try:
                    results += self._agreed(self._second, self._results(counts, firsts), asked)
                finally:
                    yield block_of(results)

    def _verified(self) -> Generator[tuple[Ints, Batch, Batch], None, None]:
        """Yield counts, first solutions, and the givens that these hold, block by block."""
        waiting = self._givens.unanswered
        blocks = self._solver.blocks(self._query, Progress(), self._givens, self._limit)
        try:
            with closing_stream(blocks) as stream:
                for counts, firsts in stream:
                    asked = waiting.answered(len(counts))
                    wrong = self._first_wrong(counts, firsts, asked)
                    end = len(counts) if wrong is None else wrong[0]
                    if end:
                        yield counts[:end], _ascending(firsts[:end]), asked[:end]
                    if wrong is not None:
                        raise WrongAnswer(f"solver {self._solver.full_name}: {wrong[1]}")
        finally:
            if self._second is not None:
                self._second.close()
        if self._givens.error is not None and not waiting:
            raise self._givens.error
        self.complete = self._givens.read_all and not waiting and not self._open

    def _first_wrong(self, counts: Ints, firsts: Batch, asked: Batch) -> tuple[int, str] | None:
        """Return the place of the first answer that cannot be, and what is wrong with it."""
        if len(firsts) != len(counts):
            return 0, f"{len(counts)} counts of solutions, and {len(firsts)} solutions"
        shows = np.diff(firsts.starts) > 0
        cannot_be = (counts < 0) | (counts > self._limit) | ((counts == 0) & shows)
        cannot_be[len(asked) :] = True
        end = int(cannot_be.argmax()) if cannot_be.any() else len(counts)
        wrong = self._first_unsolved(counts[:end], firsts[:end], asked[:end])
        if wrong is not None or end == len(counts):
            return wrong
        if end >= len(asked):
            return end, "more answers than sets of givens"
        shown = "one" if shows[end] else "none"
        return end, f"{counts[end]} solutions of up to {self._limit}, and {shown} is shown"

    def _first_unsolved(self, counts: Ints, firsts: Batch, asked: Batch) -> tuple[int, str] | None:
        """Return the place of the first that is not a solution, and what is wrong with it."""
        if counts.all():
            return self._verifier.first_wrong(firsts, asked)
        solved = np.flatnonzero(counts)
        wrong = self._verifier.first_wrong(firsts.some(solved), asked.some(solved))
        return None if wrong is None else (int(solved[wrong[0]]), wrong[1])

    def _results(self, counts: Ints, firsts: Batch) -> Iterator[Result]:
        """Yield answers as results; what is the same for many is worked out once."""
        solver = answerer(self._solver)
        known = [self._blank(solver, found) for found in range(self._limit + 1)]
        shared = [blank.shared() for blank in known]
        read = partial(_read, self._puzzle, firsts)
        for place, found in enumerate(counts.tolist()):
            yield Result.unread(shared[found], read, place) if found else known[0]

    def _blank(self, solver: Solver, found: int) -> Result:
        """Return the result of so many solutions without the solution."""
        name, why = solver.full_name, reason(self._solver)
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
        return blank

    def _agreed(
        self, second: SecondBatch, results: Iterable[Result], asked: Batch
    ) -> Iterator[Result]:
        """Yield each result, as far as a second solver agrees.

        After a Ctrl-C those of the block still come, left open.
        """
        solver = answerer(self._solver)
        for result, selection in zip(results, asked, strict=True):
            confirmation, options = STOPPED, result.options
            if options is not None and self._limit == 1:  # it was looked at
                yield result
                continue
            if self.stopped is None:
                answer = (0 if options is None else result.count or 1), options
                try:
                    confirmation = second.confirmation(solver, selection, answer)
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


def block_of(results: Sequence[Result]) -> Block:
    """Return results as arrays."""
    solved = [result.options is not None for result in results]
    counts = [result.count or int(has) for result, has in zip(results, solved, strict=True)]
    return Block(
        np.array(counts, np.int64),
        np.array([result.complete for result in results], bool),
        Batch.of([result.options or () for result in results]),
    )


def _read(puzzle: Puzzle | None, firsts: Batch, place: int) -> tuple[Options, Answer | None]:
    """Return a solution of a block, as options and in the puzzle's words."""
    options = firsts[place]
    return options, None if puzzle is None else puzzle.read(options)


def _ascending(solutions: Batch) -> Batch:
    """Return the solutions with their options in ascending order, which they mostly have."""
    steps = np.diff(solutions.options)
    inside = np.ones(len(steps), bool)
    bounds = solutions.starts[1:-1]
    inside[bounds[(bounds > 0) & (bounds <= len(steps))] - 1] = False
    return solutions.ascending() if (steps[inside] < 0).any() else solutions
