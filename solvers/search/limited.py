"""Asking for the best under a limit: a matrix whose options' amounts may not sum to more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...models.answer import Answer
from ...models.errors import ModelError
from ...models.matrix.exact_cover import COST_LIMIT, ExactCover
from ...models.objective import Aim, Number, Objective, whole
from ...models.puzzle import Puzzle
from ...models.tables.table import Choices
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.query import Query
from ..contract.result import Status
from .running import RunningSearch, query_of
from .search import Search
from .single import better_solutions

__all__ = ["Asker", "Level", "at_most", "level_of", "levels_of", "weights_of"]

Amounts = npt.NDArray[np.int64]
HOLDS = 1 << 31  # what a weight of an option holds


class Level(NamedTuple):
    """A total that is to be small.

    amounts  what each option adds to it, as integers
    worth    what 1 of them is in the total as it is stated; negative where that is to be large
    """

    amounts: Amounts
    worth: Fraction

    def in_words(self, total: int) -> Number:
        """Return a sum of amounts as the total that was stated."""
        return whole(total * self.worth)


def level_of(puzzle: Puzzle | ExactCover, total: Any, name: str) -> Level:
    """Return a total that is stated apart from the objective.

    total  of a puzzle (choices, cost) as `minimize` takes them, or a list of such pairs; of a bare
           matrix an integer for each option

    Raises ModelError, which begins with `name`, for anything else.
    """
    if isinstance(puzzle, ExactCover):
        amounts = np.asarray(total).tolist()
        if not (
            isinstance(amounts, list)
            and len(amounts) == puzzle.options
            and all(type(amount) is int for amount in amounts)
        ):
            raise ModelError(f"{name}: expected {puzzle.options} integers, one for each option")
        sum_of_parts = sum(map(abs, amounts))
        if sum_of_parts >= COST_LIMIT:
            message = f"absolute values that sum to {sum_of_parts}"
            raise ModelError(f"{name}: {message}, expected less than 2^62")
        return Level(np.array(amounts, np.int64), Fraction(1))
    objective = Objective()
    for pair in total if isinstance(total, list) else [total]:
        if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], Choices | str):
            raise ModelError(f"{name}: {pair!r}, expected a pair (choices, cost)")
        objective.aim(puzzle.table(pair[0]), pair[1], 1, name)
    return _level(puzzle, objective.aims[0] if objective.aims else Aim(0, 1, {}))


def levels_of(puzzle: Puzzle | ExactCover) -> tuple[Level, Level]:
    """Return the two totals that a puzzle's objective has as its levels, the higher first.

    Raises ModelError for a puzzle of other levels, and for preferences, whose costs are hidden.
    """
    if not isinstance(puzzle, Puzzle) or puzzle.has_preferences or len(puzzle.aims) != 2:
        message = "expected an objective of two levels, and no preferences"
        raise ModelError(f"pareto: no two totals in the puzzle, {message}")
    first, second = puzzle.aims
    return _level(puzzle, first), _level(puzzle, second)


def _level(puzzle: Puzzle, aim: Aim) -> Level:
    unit = lcm(*(amount.denominator for each in aim.amounts.values() for amount in each))
    amounts = np.zeros(puzzle.matrix.options, np.int64)
    for table, each in aim.amounts.items():
        own = [int(aim.sign * unit * amount) for amount in each]
        amounts[table.offset : table.offset + len(table)] = own
    return Level(amounts, Fraction(aim.sign, unit))


def weights_of(amounts: Amounts, name: str) -> tuple[Amounts, int]:
    """Return the weights that stand for amounts in a limit, and what 1 of them is.

    Raises ModelError, which begins with `name`, for amounts that no weight holds.
    """
    unit = gcd(*amounts.tolist()) or 1
    weights = amounts // unit
    largest = int(np.abs(weights).max(initial=0))
    if largest >= HOLDS:
        of = f" times {unit}" if unit > 1 else ""
        raise ModelError(f"{name} as large as {largest}{of}, expected less than 2^31{of}")
    return weights, unit


def at_most(matrix: ExactCover, amounts: Amounts, limit: int) -> ExactCover:
    """Return the matrix with a further item: the chosen options' amounts sum to `limit` or less.

    Options keep their numbers. The limit is no less than all negative amounts sum to. Raises
    ModelError for amounts that no weight holds.
    """
    weights, unit = weights_of(amounts, "limit: amounts")
    least, most = (int(side(weights, 0).sum()) for side in (np.minimum, np.maximum))
    limit //= unit
    if limit >= most:
        return matrix
    counts = np.flatnonzero(weights)
    place, ends = matrix.primary, matrix.starts[counts + 1].astype(np.int64)
    sizes = np.diff(matrix.starts)
    sizes[counts] += 1
    members = matrix.members + (matrix.members >= place)
    return ExactCover(
        primary=place + 1,
        items=[*list(matrix.items[:place]), "limit", *list(matrix.items[place:])],
        starts=np.concatenate(([0], np.cumsum(sizes))),
        members=np.insert(members, ends, place),
        colors=np.insert(matrix.colors, ends, 0),
        weights=np.insert(matrix.weights, ends, weights[counts]),
        costs=matrix.costs,
        low=np.insert(matrix.low, place, least),
        high=np.insert(matrix.high, place, max(limit, least)),
        labels=matrix.labels,
        color_names=matrix.color_names,
        graph_rules=matrix.graph_rules,
        statements=matrix.statements,
    )


@dataclass(frozen=True)
class Asker:
    """Asks for the best solution of one matrix and another, all by one deadline.

    search  of the puzzle of whose options they are
    query   the same, compiled
    """

    search: Search
    query: Query

    @classmethod
    def of(cls, search: Search) -> Asker:
        """Return who asks about a puzzle. Raises Stopped if that is not compiled in time."""
        return cls(search, query_of(search))

    def best(
        self, matrix: ExactCover, excluded: Sequence[Options] = ()
    ) -> tuple[Options | None, bool]:
        """Return the best solution that is found, verified, and whether it is proved the best.

        None: there is none, if that is proved. The matrix has the same options.
        """
        query = self.query
        search = replace(self.search, problem=matrix).but(
            given=query.given, forbidden=query.forbidden, time_limit=query.deadline.limit()
        )
        try:
            running = RunningSearch.of(search)
        except Stopped:
            return None, False
        running.log_solver()
        options: Options | None = None
        for options in better_solutions(running, replace(running.query, excluded=tuple(excluded))):  # noqa: B007  the last one is the best
            pass
        result = running.solved(options)
        return result.options, result.status in (Status.OPTIMAL, Status.INFEASIBLE)

    def read(self, options: Options) -> Answer | None:
        """Return the answer in the puzzle's words; None for a bare matrix."""
        puzzle = self.search.problem
        return puzzle.read(options) if isinstance(puzzle, Puzzle) else None
