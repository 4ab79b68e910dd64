"""One solution of each class, lazily: those that are alike to one that came are passed over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....models.answer import Answer
from ....models.telling.spelling import numeral
from ...contract.batch import Batch, Options
from ...contract.deadline import Stopped
from ...contract.evidence import Evidence
from ...contract.result import Result
from ...contract.statements import EACH, SOLUTION
from ..running import RunningSearch
from ..stream import Solutions

__all__ = ["OneOfEach"]

SEEN = (EACH.what, SOLUTION.what)


class OneOfEach(Solutions):
    """A lazy iterator over the first solution of each class; all else is as with `Solutions`.

    Its `result()` counts classes.
    """

    def __init__(
        self,
        run: RunningSearch | Result,
        stream: Iterator[Sequence[Options]] | None = None,
    ) -> None:
        super().__init__(run, stream)
        group = run.group if isinstance(run, RunningSearch) else None
        self._is_new = None if group is None else group.newcomers()
        self._passed = 0  # solutions that are alike to one that came

    def __next__(self) -> Answer | Options:
        while True:
            solution = super().__next__()
            options = solution.options if isinstance(solution, Answer) else solution
            try:
                if self._is_new is None or self._is_new(options):
                    return solution
            except Stopped:  # too late to see whether it is alike to one that came
                self._passed += 1
                self.close()
                raise StopIteration from None
            self._passed += 1

    def _rest(self) -> Iterator[Batch]:
        for solution in self:
            yield Batch.of([solution.options if isinstance(solution, Answer) else solution])

    def result(self) -> Result:
        """Return the status and the number of classes so far."""
        known = super().result()
        return replace(known, count=(known.count or 0) - self._passed)

    def _evidence(self, run: RunningSearch) -> Evidence:
        classes = self._found - self._passed
        told = super()._evidence(run).claims
        if not classes or not told:
            return Evidence(told)
        number = f"{numeral(classes)} in all" if self.complete else f"at least {numeral(classes)}"
        claims = [
            one if one.what in SEEN else replace(one, what=f"{number}, up to symmetry")
            for one in told
        ]
        return Evidence(tuple(claims))
