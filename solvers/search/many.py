"""Many selections of one matrix, each answered: a puzzle and many sets of givens.

The matrix is compiled once and prepared once; each set of givens is a selection on it. Engines take
the selections by the block, and the answers are verified by the block. So givens are read ahead,
but never further than `ahead` allows. If something goes wrong, in the givens or in the solver, the
answers that were due before come first.

A block of answers stays in its arrays: a result reads its solution when it is first asked for, and
what is the same for many results is computed once.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence, Sized
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import numpy as np
import numpy.typing as npt

from ...models.answer import Answer
from ...models.errors import ModelError, Unreached, WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.batch import Batch, Options, Unanswered, closing_stream
from ..contract.deadline import Deadline
from ..contract.evidence import of_batch
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Block, Result, Status
from ..contract.solver import Solver
from ..contract.verify import Verifier
from .running import RunningSearch, answered, out_of_time, too_late
from .search import Search
from .selection import Problem, Sets, checked_options
from .settings import ClaimSettings

if TYPE_CHECKING:
    from ..contract.watching import Watch
    from ..second_opinion.batch import SecondBatch

__all__ = ["Givens", "ManyRun", "Results", "answer", "is_unique"]

AHEAD = 512  # sets of givens that may be read ahead

Ints = npt.NDArray[np.int64]
Streamed = TypeVar("Streamed", bound=Result | Block)


def answer(search: Search) -> Results[Any]:
    """Return the stream of results, one for each set of givens, or as arrays."""
    givens = search.settings.givens
    total = len(givens) if isinstance(givens, Sized) else None

    def late(_: Result) -> Results[Any]:
        return _results(search, _OneByOne(search, Deadline(0)), None)

    return answered(search, _begun, late, title="solve", total=total)


def _begun(run: RunningSearch) -> Results[Any]:
    search, settings, deadline = run.search, run.search.settings, run.query.deadline
    if not run.priced:
        ahead = AHEAD if settings.ahead is None else settings.ahead
        query = replace(run.query, ahead=ahead if _as_arrays(settings.givens) is None else None)
        limit = 2 if settings.unique else 1
        work = ManyRun(run.search.problem, query, run.solver, settings.givens, limit)
        return _results(search, work, run.watch)
    if settings.unique:
        raise ModelError("unique: a puzzle with costs asks for its best solution")
    endless = deadline.left() == math.inf
    return _results(search, _OneByOne(search, None if endless else deadline), run.watch)


def _results(search: Search, work: ManyRun | _OneByOne, watch: Watch | None) -> Results[Any]:
    if search.settings.arrays:
        return Results(work, work.blocks(), watch)
    return Results(work, work.results(), watch)


class Results(Iterator[Streamed]):
    """The results of a batch, lazily, one for each set of givens, or as arrays of many.

    At the end `complete` is true if every set has its answer. It is false if the time ran out, the
    batch was closed, or there was an error.
    """

    def __init__(
        self,
        work: ManyRun | _OneByOne,
        stream: Generator[Streamed, None, None],
        watch: Watch | None = None,
    ) -> None:
        # The work has no reference to this iterator: dropping that stops the search.
        self._work = work
        self._stream = stream
        self._watch = watch
        if watch is not None:
            watch.values |= {"unit": "puzzles", "done": 0}
            watch.stay_with(self)

    def __next__(self) -> Streamed:
        if self._watch is None:
            return next(self._stream)
        self._watch.here()
        try:
            result = next(self._stream)
        except BaseException as error:
            watch, self._watch = self._watch, None
            watch.close(report=isinstance(error, StopIteration))
            raise
        self._watch.count_in(len(result) if isinstance(result, Block) else 1)
        return result

    @property
    def complete(self) -> bool:
        """Whether every set of givens was answered."""
        return self._work.complete

    def close(self) -> None:
        """Stop the search; no further results come."""
        self._stream.close()
        if self._watch is not None:
            watch, self._watch = self._watch, None
            watch.close()


def is_unique(
    puzzle: Problem, solver: str | Solver = "auto", **settings: Unpack[ClaimSettings]
) -> bool:
    """Return whether there is exactly one solution; False if there is none, or several.

    Costs play no part. Raises what `solve` raises, and Unreached if the time limit comes first, or
    if the answer lacks the evidence of the settings.
    """
    search = Search.part_of("is_unique", puzzle, solver, settings, ClaimSettings)
    return answered(search, _is_one, too_late("is_unique"), title="is unique")


def _is_one(running: RunningSearch) -> bool:
    query = running.query
    many = ManyRun(running.search.problem, query, running.solver, [()], 2)
    for result in many.results():
        if result.evidence < query.evidence:
            raise many.stopped or Unreached(f"is_unique: {result.evidence}")
        return result.count == 1
    if query.deadline.passed():
        raise out_of_time("is_unique")
    raise Unreached("is_unique: the solver ended without an answer")


class _OneByOne:
    """A batch of a puzzle with costs: it solves set after set, each to its best solution."""

    def __init__(self, search: Search, deadline: Deadline | None) -> None:
        self._search = search.with_goal(Goal.BEST).but(progress=None)
        self._deadline = deadline
        givens = search.settings.givens
        arrays = _as_arrays(givens)
        self._givens: Iterable[Sequence[int]] = givens if arrays is None else arrays
        self.complete = False

    def results(self) -> Generator[Result, None, None]:
        """Yield a result for each set of givens."""
        answered = True
        for given in self._givens:
            if self._deadline is not None and self._deadline.passed():
                return
            left = None if self._deadline is None else self._deadline.left()
            result: Result = self._search.but(time_limit=left, given=given).run()
            answered &= result.complete
            yield result
        self.complete = answered

    def blocks(self) -> Generator[Block, None, None]:
        """Yield each result as arrays."""
        for result in self.results():
            yield _block_of([result])


class ManyRun:
    """Turns a solver's answers into verified results."""

    def __init__(
        self, puzzle: Problem, query: Query, solver: Solver, givens: Sets, limit: int
    ) -> None:
        """Begin a batch; up to `limit` solutions of each set of givens are looked for."""
        self._puzzle = puzzle if isinstance(puzzle, Puzzle) else None
        self._second: SecondBatch | None = None
        if query.needs_agreement:
            from ..second_opinion.batch import SecondBatch

            self._second = SecondBatch(replace(query, parameters={}), limit)
        self._open = False  # there is an answer that no second solver confirms
        self._known: dict[tuple[str, str, int], Result] = {}
        self._query, self._solver, self._limit = query, solver, limit
        self._verifier = Verifier(query.matrix, query.given, query.forbidden)
        self._givens = Givens(query.matrix, givens)
        self.complete = False  # every set was answered
        self.stopped: KeyboardInterrupt | None = None  # while a second solver was asked

    def results(self) -> Generator[Result, None, None]:
        """Yield a verified result for each set of givens."""
        with closing_stream(self._verified()) as stream:
            for counts, firsts, givens in stream:
                if self._second is None:
                    yield from self._results(counts, firsts)
                else:
                    yield from self._agreed(self._second, self._results(counts, firsts), givens)

    def blocks(self) -> Generator[Block, None, None]:
        """Yield the same as arrays."""
        with closing_stream(self._verified()) as stream:
            for counts, firsts, givens in stream:
                if self._second is None:
                    yield Block(counts, counts < self._limit, firsts)
                    continue
                results: list[Result] = []
                try:
                    results += self._agreed(self._second, self._results(counts, firsts), givens)
                finally:
                    yield _block_of(results)

    def _verified(self) -> Generator[tuple[Ints, Batch, Batch], None, None]:
        """Yield counts, first solutions, and the givens that these hold, block by block."""
        waiting = self._givens.unanswered
        blocks = self._solver.blocks(self._query, Progress(), self._givens, self._limit)
        try:
            with closing_stream(blocks) as stream:
                for counts, firsts in stream:
                    givens = waiting.answered(len(counts))
                    wrong = self._first_wrong(counts, firsts, givens)
                    end = len(counts) if wrong is None else wrong[0]
                    if end:
                        yield counts[:end], firsts.part(0, end).ascending(), givens.part(0, end)
                    if wrong is not None:
                        raise WrongAnswer(f"solver {self._solver.full_name}: {wrong[1]}")
        finally:
            if self._second is not None:
                self._second.close()
        if self._givens.error is not None and not waiting:
            raise self._givens.error
        self.complete = self._givens.read_all and not waiting and not self._open

    def _first_wrong(self, counts: Ints, firsts: Batch, givens: Batch) -> tuple[int, str] | None:
        """Return the place of the first impossible answer, and what is wrong with it."""
        if len(firsts) != len(counts):
            return 0, f"{len(counts)} counts of solutions, and {len(firsts)} solutions"
        shows = np.diff(firsts.starts) > 0
        cannot_be = (counts < 0) | (counts > self._limit) | ((counts == 0) & shows)
        cannot_be[len(givens) :] = True
        end = int(cannot_be.argmax()) if cannot_be.any() else len(counts)
        wrong = self._first_unsolved(counts[:end], firsts.part(0, end), givens.part(0, end))
        if wrong is not None or end == len(counts):
            return wrong
        if end >= len(givens):
            return end, "more answers than sets of givens"
        shown = "one" if shows[end] else "none"
        return end, f"{counts[end]} solutions of up to {self._limit}, and {shown} is shown"

    def _first_unsolved(self, counts: Ints, firsts: Batch, givens: Batch) -> tuple[int, str] | None:
        """Return the place of the first that is not a solution, and what is wrong with it."""
        if counts.all():
            return self._verifier.first_wrong(firsts, givens)
        solved = np.flatnonzero(counts)
        wrong = self._verifier.first_wrong(firsts.some(solved), givens.some(solved))
        return None if wrong is None else (int(solved[wrong[0]]), wrong[1])

    def _results(self, counts: Ints, firsts: Batch) -> Iterator[Result]:
        """Yield answers as results; what is the same for many is computed once."""
        solver = self._solver.answerer
        blanks = [self._blank(solver, count) for count in range(self._limit + 1)]
        shared = [blank.shared() for blank in blanks]
        read = partial(_read, self._puzzle, firsts)
        for place, count in enumerate(counts.tolist()):
            yield Result.unread(shared[count], read, place) if count else blanks[0]

    def _blank(self, solver: Solver, count: int) -> Result:
        """Return the result of so many solutions without the solution."""
        name, why = solver.full_name, self._solver.reason
        blank = self._known.get((name, why, count))
        if blank is None:
            blank = self._known[name, why, count] = Result(
                Status.OPTIMAL if count else Status.INFEASIBLE,
                name,
                solver.version(),
                why,
                count=count if self._limit > 1 else None,
                complete=count < self._limit,
                evidence=of_batch(name, count, limit=self._limit),
                seed=self._query.seed,
                parameters=self._query.parameters,
            )
        return blank

    def _agreed(
        self, second: SecondBatch, results: Iterable[Result], givens: Batch
    ) -> Iterator[Result]:
        """Yield each result, as far as a second solver confirms it.

        After a Ctrl-C the results of the block still come, left open.
        """
        from ..second_opinion.opinion import STOPPED
        from .confirmed import opened

        solver = self._solver.answerer
        for result, selection in zip(results, givens, strict=True):
            confirmation, options = STOPPED, result.options
            if options is not None and self._limit == 1:  # it was verified
                yield result
                continue
            if self.stopped is None:
                answer = (0 if options is None else result.count or 1), options
                try:
                    confirmation = second.confirmation(solver, selection, answer)
                except KeyboardInterrupt as error:
                    self.stopped = error
            if not confirmation:
                self._open = True
                if result.count:
                    result = replace(result, count=1)  # the solution that was verified
            yield opened(result, confirmation, self._query.evidence)
        if self.stopped is not None:
            raise self.stopped


def _block_of(results: Sequence[Result]) -> Block:
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


def _as_arrays(givens: Sets) -> Batch | None:
    """Return givens that are arrays as a batch; None if they come one by one."""
    if isinstance(givens, Batch):
        return givens
    if (
        isinstance(givens, np.ndarray)
        and givens.ndim == 2
        and givens.dtype.kind in "iu"
        and np.can_cast(givens.dtype, np.int64)
    ):
        sets, size = givens.shape
        return Batch(np.arange(sets + 1, dtype=np.int64) * size, givens.ravel())
    return None


class Givens:
    """The sets of givens as a solver takes them (see `Selections`), each block checked.

    An error in them ends them, and is kept until the results that were due before are handed on.
    """

    def __init__(self, matrix: ExactCover, givens: Sets) -> None:
        self._matrix = matrix
        self._arrays = _as_arrays(givens)
        self._stream: Iterator[Sequence[int]] = (
            iter(()) if self._arrays is not None else iter(givens)
        )
        self._place = 0  # in the arrays
        self.unanswered = Unanswered()
        self.error: Exception | None = None
        self.read_all = False

    def take(self, most: int) -> Batch:
        """Return the next sets, each checked."""
        batch = Batch.of(())
        if self.error is None and not self.read_all:
            if self._arrays is None:
                batch = self._next(most)
            else:
                batch = self._arrays.part(self._place, self._place + most)
                self._place += len(batch)
                if not self._are_options(batch):
                    batch = self._checked(batch)
            self.unanswered.add(batch)
            self.read_all = not len(batch) and self.error is None
        return batch

    def _next(self, most: int) -> Batch:
        sets: list[Sequence[int]] = []
        try:
            sets.extend(islice(self._stream, most))
        except Exception as error:
            self.error = error
        try:
            batch = Batch.of(sets)
        except (TypeError, OverflowError):
            return self._checked(sets)
        return batch if self._are_options(batch) else self._checked(sets)

    def _are_options(self, batch: Batch) -> bool:
        options = batch.options
        return not options.size or bool(options.min() >= 0 and options.max() < self._matrix.options)

    def _checked(self, sets: Iterable[Iterable[int]]) -> Batch:
        """Return the sets before the first that is wrong, and keep the error."""
        sound: list[Options] = []
        try:
            sound.extend(checked_options(self._matrix, given) for given in sets)
        except Exception as error:
            self.error = error
        return Batch.of(sound)
