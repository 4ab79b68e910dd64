"""The selections of a batch that wait for an answer: what one solver leaves, the next one gets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..contract.batch import Batch, Options, closing_stream
from ..contract.deadline import Budget, Deadline
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.selections import Counted, Selections, Unanswered
from ..contract.solver import Solver
from ..turns.plan import Stage

__all__ = ["Waiting"]


class Waiting:
    """The selections of a batch that have no answer yet, in order (see `Selections`).

    A batch engine takes selections ahead of its answers. The next solver gets first those that were
    taken and not answered.
    """

    def __init__(self, source: Selections) -> None:
        self._source = source
        self._taken = Unanswered()  # and not answered
        self._again = Unanswered()  # of these, those that the solver at work did not take yet
        self._budget = Budget(Deadline(), None)  # of the solver at work, for its next answer

    def __bool__(self) -> bool:
        """Whether there is a selection without an answer; takes one if none was taken."""
        if not self._taken:
            self._taken.add(self._source.take(1))
        return bool(self._taken)

    def first(self) -> Options:
        """Return the first selection."""
        return self._taken.first(1)[0]

    def answered(self, number: int = 1) -> None:
        """Remove so many selections, which were answered."""
        self._taken.answered(number)

    def take(self, most: int) -> Batch:
        """Return the next selections; the time that their reader takes is not counted."""
        batch = self._again.answered(most)
        if not len(batch):
            batch = self._source.take(most)
            self._taken.add(batch)
            self._budget.renew()
        return batch

    def blocks(
        self, stage: Stage, solver: Solver, query: Query, progress: Progress, limit: int
    ) -> Iterator[Counted]:
        """Yield the answers of a stage's solver, until it ends or its time is over.

        It has `stage.seconds` for each answer, and `stage.most` in all.
        """
        end = Deadline(stage.most)
        self._budget = Budget(query.deadline, stage.seconds)
        self._again = Unanswered()
        self._again.add(self._taken.first(len(self._taken)))
        query = replace(query, deadline=self._budget)
        with closing_stream(solver.blocks(query, progress, self, limit)) as stream:
            for block in stream:
                self.answered(len(block[0]))
                yield block
                if end.passed():
                    return
                self._budget.renew()
