"""The second opinion on a batch: another kind of solver answers the same selections.

It is kept for the whole batch, as the first one is, and is handed a selection at a time, so that
nothing is read ahead for it. Where it takes too long for one, or does not answer, that selection is
asked about as a single question, of everybody in turn (recount.py).
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace

from ...models.errors import SolverError, WrongAnswer
from ..contract.batch import Options
from ..contract.claims import Claims
from ..contract.deadline import Budget
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from ..contract.verify import Verifier
from ..turns.plan import Plan
from ..turns.scheduler import Scheduler
from .opinion import Confirmation, Second
from .recount import another, no_other

__all__ = ["SecondBatch"]

PATIENCE = 2.0  # seconds for an answer, before others are asked
FAILURES = 3  # so often it may fail before another one is kept

log = logging.getLogger("minuet")

Answer = tuple[int, Options | None]


class SecondBatch:
    """Answers what a first solver answered, a selection at a time, or says why no solver does."""

    def __init__(self, query: Query, limit: int) -> None:
        self._query, self._limit = query, limit
        self._verifier = Verifier(query.matrix, query.given, query.forbidden)
        # Who is kept, and who is next, by the kind of the first solver.
        self._now: dict[str, _Kept | None] = {}
        self._next: dict[str, Iterator[_Kept]] = {}

    def confirmation(self, first: Solver, selection: Options, answer: Answer) -> Confirmation:
        """Return what another kind of solver says of an answer.

        Raises WrongAnswer, which names both, if it says something else.
        """
        if self._query.evidence.needs_certificate:
            return self._single(first, selection, answer)
        kind = first.kind_in(self._query)
        if kind not in self._now:
            self._next[kind] = self._candidates(first)
            self._now[kind] = next(self._next[kind], None)
        kept = self._now[kind]
        theirs = None if kept is None else kept.answer(selection)
        if kept is not None and theirs is not None:
            solver = kept.solver
            number, options = theirs
            if not 0 <= number <= self._limit or (number > 0) != (options is not None):
                raise WrongAnswer(
                    f"solver {solver.full_name}: {number} solutions, shown: {options}"
                )
            if options is not None:
                problem = self._verifier.problem(options, selection)
                if problem is not None:
                    raise WrongAnswer(f"solver {solver.full_name}: {problem}")
            claims = Claims()
            for source, count in ((first, answer[0]), (solver, number)):
                (claims.counted if count < self._limit else claims.found)(source.full_name, count)
            alone = number == answer[0] == 1 < self._limit
            if alone and set(options or ()) != set(answer[1] or ()):
                raise WrongAnswer(
                    f"solvers {first.full_name} and {solver.full_name} contradict each other: each "
                    "says that there is no other solution than its own"
                )
            return Confirmation(kept.solver)
        if kept is not None and kept.failures >= FAILURES:
            self._now[kind] = next(self._next[kind], None)
        return self._single(first, selection, answer)

    def _single(self, first: Solver, selection: Options, answer: Answer) -> Confirmation:
        """Return what anybody says of an answer."""
        number, options = answer
        second = Second(self._query.with_given(selection), Progress(), first)
        if options is None:
            return no_other(second, ())
        solutions = [tuple(sorted(options))]
        return another(second, solutions) if number > 1 else no_other(second, solutions)

    def close(self) -> None:
        """Stop the solvers that are kept."""
        for kept in self._now.values():
            if kept is not None:
                kept.close()

    def _candidates(self, first: Solver) -> Iterator[_Kept]:
        """Yield those who may be kept for the batch, of another kind than the first solver."""
        second = Second(self._query, Progress(), first)
        stages = tuple(second.others(second.opinions.many))
        with suppress(SolverError):  # no solver is left
            for solver, _ in Scheduler(self._query, Plan(stages)).turns() if stages else ():
                yield _Kept(solver, self._query, self._limit)


class _Kept:
    """A solver that is kept for a batch."""

    def __init__(self, solver: Solver, query: Query, limit: int) -> None:
        self.solver, self.failures = solver, 0
        self._query, self._limit = query, limit
        self._budget = Budget(query.deadline, PATIENCE)
        self._waiting: deque[Options] = deque()
        self._answers: Iterator[Answer] | None = None

    def answer(self, selection: Options) -> Answer | None:
        """Return its answer to a selection; None: not in time, or it broke down."""
        self._budget.renew()
        if self._answers is None:
            query = replace(self._query, deadline=self._budget, ahead=0, parameters={})
            self._answers = iter(self.solver.many(query, Progress(), self._read(), self._limit))
        self._waiting.append(selection)
        result = None
        try:
            result = next(self._answers, None)
        except WrongAnswer:
            raise
        except Exception as error:
            log.warning("solver %s: %s: %s", self.solver.full_name, type(error).__name__, error)
            self.failures = FAILURES
        if result is None:
            self.failures += 1
            self.close()
        return result

    def _read(self) -> Generator[Options, None, None]:
        while self._waiting:
            yield self._waiting.popleft()

    def close(self) -> None:
        """Stop it; it begins anew with the next selection."""
        answers, self._answers = self._answers, None
        self._waiting.clear()
        if answers is not None and hasattr(answers, "close"):
            answers.close()
