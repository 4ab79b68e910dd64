"""The question `solve_many`: one matrix, many sets of givens.

The matrix is compiled once and prepared once; each set of givens is a selection on it. The engines
take the selections by the block and the answers are verified by the block; so givens are read
ahead, but never further than `ahead` allows. Whatever goes wrong, in the givens or in the solver,
the answers that were due before come first (many_question.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence, Sized
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from ...models.errors import ModelError
from ..auto.foregone import unless_foregone
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import Level, asked_level
from ..contract.query import Query
from ..contract.result import Block, Result
from ..contract.settings import checked_ahead, checked_parameters, checked_seed, checked_threads
from ..contract.solver import Solver
from ..contract.watching.watching import watching
from ..registry import get_solver
from .givens import Sets, as_arrays
from .many_question import ManyQuestion, block_of
from .queries import solve
from .selection import Problem, selection_of

if TYPE_CHECKING:
    from ..contract.watching.receiver import Listener
    from ..contract.watching.watch import Watch

__all__ = ["AHEAD", "Results", "solve_many"]

AHEAD = 512  # sets of givens that may be read ahead

Streamed = TypeVar("Streamed", bound=Result | Block)


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
    progress: Listener = ...,
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
    progress: Listener = ...,
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
    progress: Listener = None,
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
                looked at. What is not agreed on is left open, UNKNOWN or FEASIBLE and not complete.
                "certified": a checker must accept a certificate of each
    arrays      whether the results come as `Block`s, each the counts and the solutions of some
                sets in arrays: much quicker where a set takes some microseconds
    progress    who is told how far it is, as for `solve`: `done` are the sets that were answered

    At the end `complete` of what is returned says whether every set was answered, as well as was
    asked. A puzzle with costs is solved to its best solution each time, and nothing is read
    ahead. Raises what `solve` raises; an error in the givens, or of the solver, comes after the
    results that were due before.
    """
    total = len(givens) if isinstance(givens, Sized) else None
    with watching(progress, "solve", total) as watch:
        work = _work(
            puzzle,
            givens,
            solver,
            unique=unique,
            deadline=Deadline(time_limit) if watch is None else watch.deadline(time_limit),
            threads=checked_threads(threads),
            ahead=checked_ahead(ahead),
            seed=checked_seed(seed),
            parameters=parameters,
            evidence=asked_level(evidence),
        )
        if arrays:
            return Results(work, work.blocks(), watch)
        return Results(work, work.results(), watch)


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
    chosen = unless_foregone(get_solver(solver), puzzle)
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

    def __init__(
        self,
        work: ManyQuestion | _Best,
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
