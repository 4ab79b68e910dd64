"""A batch that one solver hands on to the next: each selection is answered once, in order.

A batch engine takes selections ahead of its answers. Where it refuses the matrix, or an answer
takes too long, those that it took and did not answer wait for the next solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..contract.batch import Batch, Options, closing_stream
from ..contract.deadline import Budget, Deadline
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.selections import Counted, Selections, Unanswered
from ..contract.solver import Solver

__all__ = ["Relay"]


class Relay:
    """The selections that wait for an answer, in order."""

    def __init__(self, query: Query, progress: Progress, selections: Selections) -> None:
        self._query, self._progress = query, progress
        self._source = selections
        self._waiting = Unanswered()  # taken, and not answered

    def waits(self) -> bool:
        """Whether there is a selection without an answer; takes one if none was taken."""
        if not self._waiting:
            self._waiting.add(self._source.take(1))
        return bool(self._waiting)

    def next(self) -> Options:
        """Return the first selection that waits."""
        return self._waiting.first(1)[0]

    def answered(self, number: int = 1) -> None:
        """Note that so many more of the selections that wait were answered."""
        self._waiting.answered(number)

    def blocks(
        self, solver: Solver, limit: int, patience: float, whole: float | None
    ) -> Iterator[Counted]:
        """Yield the solver's answers until it ends, or takes longer than `patience` for one.

        After `whole` seconds, if it is not None, no further answers are taken from it.
        """
        end = Deadline(whole)
        budget = Budget(self._query.deadline, patience)
        query = replace(self._query, deadline=budget)
        source = _Ahead(self._source, self._waiting, budget)
        with closing_stream(solver.blocks(query, self._progress, source, limit)) as stream:
            for block in stream:
                self.answered(len(block[0]))
                yield block
                if end.passed():
                    return
                budget.renew()


class _Ahead:
    """The selections that one solver takes: those that wait, and then the rest.

    The time that the reader of the batch takes is not counted.
    """

    def __init__(self, source: Selections, waiting: Unanswered, budget: Budget) -> None:
        self._source, self._waiting, self._budget = source, waiting, budget
        self._left = Unanswered()  # of those that waited when the turn began
        self._left.add(waiting.first(len(waiting)))
        budget.renew()

    def take(self, most: int) -> Batch:
        """Return the next selections."""
        batch = self._left.answered(most)
        if not len(batch):
            batch = self._source.take(most)
            self._waiting.add(batch)
            self._budget.renew()
        return batch
