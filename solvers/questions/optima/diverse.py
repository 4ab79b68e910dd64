"""Good answers that differ: the best one, then each as far as can be from those before.

Greedy, by the sum of the distances (Ingmar, Garcia de la Banda, Stuckey and Tack, "Modelling
diversity of solutions", AAAI 2020): the distance of two answers is the number of options that one
of them has and the other has not. It is linear in the options of the next answer, so each is a
question about costs, with the objective held within its limit by a weighted sum. Each answer is
proved to be the farthest; that no other set of k would be farther apart in all is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ....models.answer import Answer
from ....models.errors import ModelError, Unsupported
from ....models.puzzle import Puzzle
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.settings import whole_number
from ...contract.solver import Solver
from ...registry import get_solver
from ..question import Problem
from .limited import Asker, at_most

__all__ = ["Diverse", "diverse"]


def diverse(
    puzzle: Problem,
    k: int,
    solver: str | Solver = "cpsat",
    *,
    within: int | None = None,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    seed: int | None = None,
) -> Diverse:
    """Iterate over k answers that differ: the best, then each as far from those before as can be.

    The distance is how many choices one of two answers makes and the other does not; the sum of the
    distances to all before is made as large as it can be. Fewer than k come if there are no more
    (`complete` tells that at the end), or at the time limit, which is for all together.

    within  how much worse than the best an answer may be, in the unit of the objective; None: as
            bad as it likes. Without costs it plays no part
    solver  one that can leave known solutions out: `cpsat`, `sat`, `mip`

    Raises ModelError unless k is a whole number from 1, Unsupported for another solver; otherwise
    as `solve` does.
    """
    k = whole_number("{} answers", k, 1)
    if within is not None:
        within = whole_number("within {}", within, 0)
    chosen = get_solver(solver)
    if not chosen.excludes:
        raise Unsupported(f"solver {chosen.full_name} cannot leave known solutions out")
    try:
        asker = Asker.of(puzzle, chosen, time_limit, given, threads, seed)
    except Stopped:
        return Diverse(None, puzzle)
    if within is not None and not asker.matrix.has_costs:
        raise ModelError("within: a puzzle without costs, expected an objective")
    return Diverse(_Search(asker, k, within), puzzle)


class _Search:
    """The solutions, one after the other; `complete` once there is no further one."""

    def __init__(self, asker: Asker, k: int, within: int | None) -> None:
        self._asker, self._k, self._within = asker, k, within
        self.complete = False

    def solutions(self) -> Iterator[Options]:
        """Yield the best solution, then each as far from those before as can be."""
        known: list[Options] = []
        matrix = asked = self._asker.matrix
        taken = np.zeros(matrix.options, np.int64)  # by how many of them
        while len(known) < self._k:
            options, proved = self._asker.best(asked, known)
            if options is None or not proved:
                self.complete = proved
                return
            yield options
            if self._within is not None and not known:
                asked = at_most(matrix, matrix.costs, matrix.cost(options) + self._within)
            known.append(options)
            taken[list(options)] += 1
            asked = asked.replaced(costs=2 * taken - len(known))


class Diverse(Iterator[Answer | Options]):
    """A lazy iterator over answers that differ, or solutions of a bare matrix."""

    def __init__(self, search: _Search | None, puzzle: Problem) -> None:
        self._search, self._puzzle = search, puzzle
        self._solutions = iter(()) if search is None else search.solutions()

    def __next__(self) -> Answer | Options:
        found = next(self._solutions)
        return self._puzzle.read(found) if isinstance(self._puzzle, Puzzle) else found

    @property
    def complete(self) -> bool:
        """Whether fewer came because there are no more."""
        return self._search is not None and self._search.complete
