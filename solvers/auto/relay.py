"""A batch on its way from one solver to another: no selection is lost, none is answered twice.

A batch engine reads selections ahead of its answers. Where it refuses the matrix, or an answer
takes too long, those that it read and did not answer still wait, for it or for somebody else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from ..contract.batch import Options
from ..contract.deadline import Budget, Deadline
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver

__all__ = ["Relay"]


class Relay:
    """The selections that wait for an answer, in order."""

    def __init__(self, query: Query, progress: Progress, selections: Iterable[Options]) -> None:
        self._query, self._progress = query, progress
        self._source = iter(selections)
        self._waiting: deque[Options] = deque()  # read, and not answered

    def waits(self) -> bool:
        """Whether there is a selection without an answer; reads one if none was read."""
        if not self._waiting:
            self._waiting.extend(islice(self._source, 1))
        return bool(self._waiting)

    def next(self) -> Options:
        """Return the first selection that waits."""
        return self._waiting[0]

    def answered(self) -> None:
        """Note that the first selection that waits was answered."""
        self._waiting.popleft()

    def answers(
        self, solver: Solver, limit: int, patience: float, whole: float | None
    ) -> Iterator[tuple[int, Options | None]]:
        """Yield the solver's answers until it ends, or takes longer than `patience` for one.

        After `whole` seconds, if it is not None, no further answers are taken from it.
        """
        end = Deadline(whole)
        budget = Budget(self._query.deadline, patience)
        query = replace(self._query, deadline=budget)
        stream = solver.many(query, self._progress, self._read(budget), limit)
        try:
            for answer in stream:
                self.answered()
                yield answer
                if end.passed():
                    return
                budget.renew()
        finally:
            if hasattr(stream, "close"):
                stream.close()

    def _read(self, budget: Budget) -> Iterator[Options]:
        """Yield what waits and then the rest; what the reader of the batch takes is not counted."""
        budget.renew()
        yield from tuple(self._waiting)
        for selection in self._source:
            budget.renew()
            self._waiting.append(selection)
            yield selection
