"""Good answers that differ: the best one, then each as far as can be from those before.

Greedy, by the sum of the distances (Ingmar, Garcia de la Banda, Stuckey and Tack, "Modelling
diversity of solutions", AAAI 2020): the distance of two answers is the number of choices that one
of them makes and the other does not. It is linear in the options of the next answer, so each is a
question about costs, with the objective held within its limit by a weighted sum. Each answer is
proved to be the farthest; that no other set of k would be farther apart in all is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import Unpack

import numpy as np

from ...models.answer import Answer
from ...models.errors import ModelError, Unsupported
from ...models.puzzle import Puzzle
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.numbers import ExactNumber, exact_number, whole_number
from ..contract.solver import Solver
from ..registry import get_solver
from .limited import Asker, at_most, weights_of
from .search import Search
from .selection import Problem
from .settings import CompoundSettings

__all__ = ["diverse"]


def diverse(
    puzzle: Problem,
    k: int,
    solver: str | Solver = "cpsat",
    *,
    within: ExactNumber | None = None,
    **settings: Unpack[CompoundSettings],
) -> Diverse:
    """Iterate over k answers that differ: the best, then each as far from those before as can be.

    The distance is how many choices one of two answers makes and the other does not; hidden rows
    of rules, which no answer shows, do not count. The sum of the distances to all before is made as
    large as it can be. Fewer than k come if there are no more (`complete` says so at the end),
    or at the time limit, which is for all together.

    within  how much worse than the best an answer may be, in the unit of the objective: a whole
            number, a Fraction, a Decimal, or a float, which stands for the decimal that it is
            written as; None: as bad as it likes
    solver  one that can leave known solutions out: `cpsat`, `sat`, `mip`

    Raises ModelError unless k is a whole number from 1, for `within` where there are no costs or
    where they, divided by their common factor, reach 2^31; Unsupported for another solver;
    otherwise as `solve` does.
    """
    k = whole_number("{} answers", k, 1)
    spare = None if within is None else exact_number("within", within)
    chosen = get_solver(solver)
    if not chosen.excludes:
        raise Unsupported(f"solver {chosen.full_name} cannot leave known solutions out")
    try:
        asker = Asker.of(Search.part_of("diverse", puzzle, chosen, settings))
    except Stopped:
        return Diverse(None, puzzle)
    if spare is None:
        return Diverse(_Search(asker, k, None), puzzle)
    if not asker.query.matrix.has_costs:
        raise ModelError("within: a puzzle without costs, expected an objective")
    weights_of(asker.query.matrix.costs, "within: costs")  # limits the second
    unit = puzzle.cost_unit if isinstance(puzzle, Puzzle) else 1
    return Diverse(_Search(asker, k, floor(spare * unit)), puzzle)


class _Search:
    """The solutions, one after the other; `complete` once there is no further one.

    within  how much more than the best a solution of the matrix may cost; None: anything
    """

    def __init__(self, asker: Asker, k: int, within: int | None) -> None:
        self._asker, self._k, self._within = asker, k, within
        self.complete = False

    def solutions(self) -> Iterator[Options]:
        """Yield the best solution, then each as far from those before as can be."""
        earlier: list[Options] = []
        matrix = current = self._asker.query.matrix
        taken = np.zeros(matrix.options, np.int64)  # by how many of them
        puzzle = self._asker.search.problem
        visible = puzzle.visible_options if isinstance(puzzle, Puzzle) else matrix.options
        while len(earlier) < self._k:
            options, proved = self._asker.best(current, earlier)
            if options is None or not proved:
                self.complete = proved
                return
            yield options
            if self._within is not None and not earlier:
                current = at_most(matrix, matrix.costs, matrix.cost(options) + self._within)
            earlier.append(options)
            taken[list(options)] += 1
            apart = 2 * taken - len(earlier)
            apart[visible:] = 0  # hidden rows of rules are no choices
            current = current.replaced(costs=apart)


class Diverse(Iterator[Answer | Options]):
    """A lazy iterator over answers that differ, or solutions of a bare matrix."""

    def __init__(self, search: _Search | None, puzzle: Problem) -> None:
        self._search, self._puzzle = search, puzzle
        self._solutions = iter(()) if search is None else search.solutions()

    def __next__(self) -> Answer | Options:
        options = next(self._solutions)
        return self._puzzle.read(options) if isinstance(self._puzzle, Puzzle) else options

    @property
    def complete(self) -> bool:
        """Whether fewer came because there are no more."""
        return self._search is not None and self._search.complete
