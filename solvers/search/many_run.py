"""A batch at work: a solver's answers to many selections are turned into verified results.

A block of answers stays in its arrays: a result of it reads its solution when it is first asked
for, and what is the same for many results is worked out once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...models.answer import Answer
from ...models.errors import WrongAnswer
from ...models.puzzle import Puzzle
from ..contract.batch import Batch, Options, closing_stream
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Block, Result, Status
from ..contract.solver import Solver
from ..contract.statements import of_batch
from ..contract.verify import Verifier
from .givens import Givens, Sets
from .selection import Problem

if TYPE_CHECKING:
    from ..second_opinion.batch import SecondBatch
    from ..second_opinion.opinion import Confirmation

__all__ = ["ManyRun", "block_of"]

Ints = npt.NDArray[np.int64]


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
                        yield counts[:end], firsts.part(0, end).ascending(), asked.part(0, end)
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
        wrong = self._first_unsolved(counts[:end], firsts.part(0, end), asked.part(0, end))
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
        solver = self._solver.answerer
        known = [self._blank(solver, found) for found in range(self._limit + 1)]
        shared = [blank.shared() for blank in known]
        read = partial(_read, self._puzzle, firsts)
        for place, found in enumerate(counts.tolist()):
            yield Result.unread(shared[found], read, place) if found else known[0]

    def _blank(self, solver: Solver, found: int) -> Result:
        """Return the result of so many solutions without the solution."""
        name, why = solver.full_name, self._solver.reason
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
        from ..second_opinion.opinion import STOPPED

        solver = self._solver.answerer
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
        from .confirmed import opened

        if not confirmation:
            self._open = True
            if result.count:
                result = replace(result, count=1)  # the one that was looked at
        return opened(result, confirmation, self._query.evidence)


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
