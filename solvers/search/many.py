"""Many selections of one matrix, each answered: a puzzle and many sets of givens.

The matrix is compiled once and prepared once; each set of givens is a selection on it. The engines
take the selections by the block and the answers are verified by the block; so givens are read
ahead, but never further than `ahead` allows. Whatever goes wrong, in the givens or in the solver,
the answers that were due before come first (many_run.py). `is_unique` asks so of one selection.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence, Sized
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from ...models.errors import ModelError, Unreached
from ..contract.deadline import Deadline
from ..contract.result import Block, Result
from ..contract.solver import Solver
from .givens import as_arrays
from .goal import Goal
from .many_run import ManyRun, block_of
from .running import RunningSearch, answered, out_of_time, too_late
from .search import Search
from .selection import Problem
from .settings import ClaimSettings

if TYPE_CHECKING:
    from ..contract.watching.watch import Watch

__all__ = ["Results", "answer", "is_unique"]

AHEAD = 512  # sets of givens that may be read ahead

Streamed = TypeVar("Streamed", bound=Result | Block)


def answer(search: Search) -> Results[Any]:
    """Return the stream of results, one for each set of givens, or as arrays."""
    givens = search.settings.givens
    total = len(givens) if isinstance(givens, Sized) else None

    def late(_: Result) -> Results[Any]:
        return _results(search, _OneByOne(search, Deadline(0)), None)

    return answered(search, _begun, late, what="solve", total=total)


def _begun(run: RunningSearch) -> Results[Any]:
    search, settings, deadline = run.search, run.search.settings, run.query.deadline
    if not run.priced:
        ahead = AHEAD if settings.ahead is None else settings.ahead
        query = replace(run.query, ahead=ahead if as_arrays(settings.givens) is None else None)
        limit = 2 if settings.unique else 1
        work = ManyRun(run.puzzle, query, run.solver, settings.givens, limit)
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

    `complete` says, at the end, that every set was answered. While it is false, that no more comes
    means that the time ran out, that the batch was closed, or that there was an error.
    """

    def __init__(
        self,
        work: ManyRun | _OneByOne,
        stream: Generator[Streamed, None, None],
        watch: Watch | None = None,
    ) -> None:
        # The work does not know this iterator: whoever drops it stops the search.
        self._work = work
        self._stream = stream
        self._watch = watch
        if watch is not None:
            watch.known |= {"unit": "puzzles", "done": 0}
            watch.stay_with(self)

    def __next__(self) -> Streamed:
        if self._watch is None:
            return next(self._stream)
        self._watch.here()
        try:
            result = next(self._stream)
        except BaseException as error:
            watch, self._watch = self._watch, None
            watch.close(told=isinstance(error, StopIteration))
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
    """Tell whether there is exactly one solution; False if there is none, or several.

    Costs play no part. Raises what `solve` raises, and Unreached where the time limit comes first,
    or where no other solver agrees as was asked.
    """
    search = Search.part_of("is_unique", puzzle, solver, settings, ClaimSettings)
    return answered(search, _is_one, too_late("is_unique"), what="is unique")


def _is_one(running: RunningSearch) -> bool:
    query = running.query
    many = ManyRun(running.puzzle, query, running.solver, [()], 2)
    for result in many.results():
        if result.evidence < query.evidence:
            raise many.stopped or Unreached(f"is_unique: {result.evidence}")
        return result.count == 1
    if query.deadline.passed():
        raise out_of_time("is_unique")
    raise Unreached("is_unique: the solver ended without an answer")


class _OneByOne:
    """Solves one after the other, each to its best solution."""

    def __init__(self, search: Search, deadline: Deadline | None) -> None:
        self._search = search.with_goal(Goal.BEST).but(progress=None)
        self._deadline = deadline
        givens = search.settings.givens
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
            result: Result = self._search.but(time_limit=left, given=given).run()
            answered &= result.complete
            yield result
        self.complete = answered

    def blocks(self) -> Generator[Block, None, None]:
        """Yield each result as arrays."""
        for result in self.results():
            yield block_of([result])
