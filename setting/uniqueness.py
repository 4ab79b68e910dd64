"""Test quickly, thousands of times, whether givens leave one solution.

Small matrices go to the native batch engine, some 20,000 sets of givens a second for sudoku, which
stops at a second solution. Large ones, multiplicities, weights and conditions go to one SAT solver
that holds the matrix and a clause that excludes the known solution; its unsatisfiable subsets drop
many givens at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..models.errors import ModelError
from ..solvers.contract.batch import Options
from ..solvers.contract.deadline import Deadline
from ..solvers.contract.progress import Progress
from ..solvers.contract.query import Query
from ..solvers.contract.solver import beyond_covers
from ..solvers.contract.verify import Verifier
from ..solvers.explain.parts import Kind, Part, Parts, PartSolver
from ..solvers.process.interrupt import Run, RunDeadline

if TYPE_CHECKING:
    from ..solvers.native.solver import NativeBatch

__all__ = ["UniquenessTest"]

# Beyond, clause learning outdoes the batch engine: 16x16 sudokus have 4096 options.
LARGE = 6000


class UniquenessTest:
    """Tells whether givens are enough; a context manager, to be used by the thread of `run`."""

    def __init__(self, query: Query, run: Run[Any]) -> None:
        """Begin, with a query that has no givens of its own."""
        matrix = self._matrix = query.matrix
        self._forbidden = tuple(sorted(query.forbidden))
        self._run = run
        every = Parts(matrix, tuple(range(matrix.options)), self._forbidden)
        self._clauses = PartSolver(every, run, Deadline(0))
        self._always = [part for part in every.all if part.kind is not Kind.GIVEN]
        stopped_too = replace(query, deadline=RunDeadline(run, query.deadline))
        self._batch = _batch(stopped_too) if matrix.options <= LARGE else None
        self._known = False

    def __enter__(self) -> UniquenessTest:
        return self

    def __exit__(self, *exception: object) -> None:
        self._clauses.__exit__(None, None, None)

    def solution(self, given: Sequence[int], preferred: Iterable[int] | None = None) -> Options:
        """Return a solution with these givens; `preferred` options are in it where that is easy.

        Raises ModelError if there is none.
        """
        self.know(None)
        if preferred is not None:
            liked = set(preferred)
            options = range(self._matrix.options)
            self._clauses.prefer(o + 1 if o in liked else -1 - o for o in options)
        if self._clauses.unsatisfiable_subset(self._parts(given)) is not None:
            raise ModelError("there is no solution; explain tells why")
        Verifier(self._matrix, given, self._forbidden).require(self._clauses.chosen, "sat")
        return self._clauses.chosen

    def know(self, solution: Options | None) -> None:
        """Take note of the solution that all givens to be tested are from."""
        if self._known:
            self._clauses.retract()
        self._known = solution is not None
        if solution is not None:
            taken = {option + 1 for option in solution}
            loose = [literal for literal in self._clauses.loose if literal not in taken]
            self._clauses.suppose([-literal for literal in sorted(taken)] + loose)

    def enough(self, given: Sequence[int]) -> Sequence[int] | None:
        """Return givens among these that are enough; None if even all of them are not."""
        if self._batch is not None:
            self._run.check()
            count = self._batch.number(tuple(given), 2)
            if count is not None:
                return given if count == 1 else None
        subset = self._clauses.unsatisfiable_subset(self._parts(given))
        if subset is None:
            return None
        used = {option for kind, option in subset if kind is Kind.GIVEN}
        return [option for option in given if option in used]

    def thinned(
        self,
        given: Sequence[int],
        wanted: int = 0,
        *,
        fixed: Sequence[int] = (),
        on_given: Callable[[int], object] = lambda looked_at: None,
    ) -> Options:
        """Leave out givens, the last ones first, until none can be spared or `wanted` are left.

        fixed     further givens, which stay and are not returned
        on_given  is called before each with the number of those that were looked at

        The givens must be enough.
        """
        kept = list(given)
        for looked_at, option in enumerate(reversed(given)):
            on_given(looked_at)
            if len(kept) <= wanted:
                break
            if option not in kept:
                continue
            rest = [other for other in kept if other != option]
            fewer = self.enough([*fixed, *rest])
            if fewer is not None:
                fewer = [other for other in fewer if other in rest]
                spare = [other for other in rest if other not in set(fewer)]
                kept = [*fewer, *spare[: max(wanted - len(fewer), 0)]]
        return tuple(kept)

    def _parts(self, given: Iterable[int]) -> list[Part]:
        return [*self._always, *(Part(Kind.GIVEN, option) for option in given)]


def _batch(query: Query) -> NativeBatch | None:
    try:
        from ..solvers.native.solver import native_batch
    except ImportError:
        return None  # the native module is not built; the SAT solver answers as well
    if beyond_covers(query.matrix):
        return None
    return native_batch(query, Progress())
