"""The Pareto front of two totals: every answer that is not beaten in both, by epsilon constraint.

Of all answers with a second total below that of the last point, the one with the least first total
is looked for, and of several such the one with the least second (Haimes, Lasdon and Wismer, "On a
bicriterion formulation of the problems of integrated system identification and system
optimization", 1971). Both are integers, so this is exact: each point is found once, and that there
is none below the last one is proved. The order of the two is one cost, first times the span of the
second, plus the second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from ...models.answer import Answer
from ...models.errors import ModelError
from ...models.matrix.exact_cover import COST_LIMIT
from ...models.objective import Number
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.solver import Solver
from .limited import Asker, Level, at_most, level_of, levels_of, weights_of
from .search import Search
from .selection import Problem
from .settings import CompoundSettings

__all__ = ["Front", "Point", "pareto"]


@dataclass(frozen=True)
class Point:
    """An answer that no other one beats in both totals.

    first, second  its totals, in the words of what stated them
    options        as option numbers, ascending
    answer         in the puzzle's words; None for a bare matrix
    """

    first: Number
    second: Number
    options: Options
    answer: Answer | None


def pareto(
    puzzle: Problem,
    first: Any = None,
    second: Any = None,
    solver: str | Solver = "auto",
    **settings: Unpack[CompoundSettings],
) -> Front:
    """Iterate over the Pareto front of two totals, both of which are to be small.

    first, second  (choices, cost) each, as `Puzzle.minimize` takes them, or a list of such pairs;
                   of a bare matrix an integer for each option. What is to be large is negated. The
                   puzzle's own objective plays no part. A Fraction or a Decimal is exact, as
                   there; a float is refused. Without them: the two levels of its
                   objective, the higher one first, each small or large as it states

    The points come from the best `first` on, and so with ever better `second`; of answers with the
    same totals one comes. `complete` says at the end whether that is the whole
    front; it is not where the time limit, which is for all points together, came first.

    Raises ModelError for what is no total, where the two cannot be ordered in 2^62, and for a
    second total whose amounts, divided by their common factor, reach 2^31; otherwise as `solve`
    does.
    """
    try:
        asker = Asker.of(Search.part_of("pareto", puzzle, solver, settings))
    except Stopped:
        return Front(None)
    if first is None and second is None:
        major, minor = levels_of(puzzle)
    else:
        major, minor = level_of(puzzle, first, "first"), level_of(puzzle, second, "second")
    weights_of(minor.amounts, "second: amounts")  # for a limit on them, with each further point
    span = sum(map(abs, minor.amounts.tolist())) + 1
    total = sum(map(abs, major.amounts.tolist())) * span + span
    if total >= COST_LIMIT:
        raise ModelError(f"pareto: totals of {total} in one cost, expected less than 2^62")
    return Front(_Search(asker, major, minor, span))


class _Search:
    """The points, one after the other; `complete` once there is no further one."""

    def __init__(self, asker: Asker, first: Level, second: Level, span: int) -> None:
        self._asker, self._first, self._second = asker, first, second
        self._ordered = asker.query.matrix.replaced(costs=first.amounts * span + second.amounts)
        self.complete = False

    def points(self) -> Iterator[Point]:
        major, minor = self._first, self._second
        matrix, least = self._ordered, int(np.minimum(minor.amounts, 0).sum())
        while True:
            options, proved = self._asker.best(matrix)
            if options is None or not proved:
                self.complete = proved
                return
            chosen = list(options)
            first, second = int(major.amounts[chosen].sum()), int(minor.amounts[chosen].sum())
            totals = major.in_words(first), minor.in_words(second)
            yield Point(*totals, options, self._asker.read(options))
            if second <= least:
                self.complete = True
                return
            matrix = at_most(self._ordered, minor.amounts, second - 1)


class Front(Iterator[Point]):
    """A lazy iterator over the points of a Pareto front."""

    def __init__(self, search: _Search | None) -> None:
        self._search = search
        self._points: Iterator[Point] = iter(()) if search is None else search.points()

    def __next__(self) -> Point:
        return next(self._points)

    @property
    def complete(self) -> bool:
        """Whether the whole front has come."""
        return self._search is not None and self._search.complete
