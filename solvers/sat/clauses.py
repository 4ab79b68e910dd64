"""What is left of the matrix as clauses.

The rows (encoding/rows.py) become a clause for "at least one" and an encoding of "at most"
(sums.py). With a seed the options and the items are numbered in an order drawn at random before the
solver sees them, which sends it another way; of python-sat's solvers few have a seed of their own.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from ...models.matrix.conditions import Condition
from ..contract.batch import Options
from ..contract.query import Query
from ..contract.solver import beyond_covers
from ..encoding.conditions import cuts, rows_and_implied
from ..encoding.priced_matrix import remaining_reduced_costs
from ..encoding.rows import Rows
from ..encoding.selection import SelectedMatrix, selected
from ..encoding.sums import Either
from .child import Task, block
from .parameters import settings
from .sums import Sums, new_task

__all__ = ["Formula", "formula"]


@dataclass(frozen=True)
class Formula:
    """What is left of a matrix as clauses; variable k of the rows is literal k + 1.

    base        the cost that every solution has at least
    conditions  what a model must hold besides, to be a solution
    """

    task: Task
    table: Rows
    base: int = 0
    conditions: tuple[Condition, ...] = ()

    def solution(self, chosen: list[int]) -> Options:
        """Return the options of the matrix that the chosen literals stand for."""
        return self.table.solution([literal - 1 for literal in chosen])

    def judged(self, chosen: list[int]) -> list[list[int]]:
        """Return clauses that a model breaks and every solution keeps; none: it is a solution.

        Raises WrongAnswer for a condition whose clause does not cut the model off.
        """
        clauses = cuts(self.conditions, self.table, self.solution(chosen))
        return list(map(_literals, clauses))


def formula(
    query: Query,
    solver: str,
    encoding: str,
    *,
    costs: bool,
    most: int | None = None,
    check: Callable[[], None],
) -> Formula | None:
    """Return the formula for a SAT solver; None: there is no solution, that much is seen before.

    most  so many solutions are enough; None: all of them, or with costs a cheapest one

    Raises ModelError for parameters that the solver does not take, and Unsupported for an encoding
    that gets too large.
    """
    matrix = query.matrix
    covers = not (costs or matrix.has_multiplicities or matrix.has_colors or beyond_covers(matrix))
    chosen_settings = settings(solver, query.parameters, covers=covers)
    rest = selected(query, check)
    if rest is None:
        return None
    conditions = matrix.conditions
    if query.seed is None:
        table = rows_and_implied(rest, query, check)
    else:
        draw = random.Random(query.seed)
        order = list(range(len(rest.options)))
        draw.shuffle(order)
        choices = rows_and_implied(_reordered(rest, order), query, check)
        pairs = list(zip(choices.items, choices.sums, strict=True))
        draw.shuffle(pairs)
        table = replace(choices, items=[item for item, _ in pairs], sums=[row for _, row in pairs])
    task = new_task(solver, table.variables, len(table.options), table.loose)
    task["settings"], task["most"] = chosen_settings, most
    sums = Sums(task, check, [len(variables) for variables, _, _ in table.sums], encoding)
    for color, options in table.colors:
        # One direction is enough: only the options are read from a model.
        sums.write([-1 - option, color + 1] for option in options)
    for variables, low, high in table.sums:
        sums.between([v + 1 for v in variables], low, high)
    sums.write(map(_literals, chain(table.clauses, table.agreed())))
    for row in table.weighted:
        sums.weighted([v + 1 for v in row.variables], row.weights, row.low, row.high)
    for solution in table.excluded(query.excluded):
        clause = block([v + 1 for v in solution], task)
        if not clause:
            return None  # it was the only one left
        sums.write([clause])
    if begin := query.hint or query.guess:
        values = table.values(begin)[: len(table.options)]
        task["phases"] = [v if value else -v for v, value in enumerate(values, 1)]
    base = 0
    if costs:
        task["softs"], base = _softs(query, table, check)
    task["judged"] = bool(conditions)
    return Formula(task, table, base, conditions)


def _literals(clause: Either) -> list[int]:
    return [*(v + 1 for v in clause.yes), *(-1 - v for v in clause.no)]


def _reordered(rest: SelectedMatrix, order: list[int]) -> SelectedMatrix:
    """Return the same with the options in another order: `order` holds their old places."""
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    owner = place[rest.owner]
    entries = np.argsort(owner, kind="stable")
    return replace(
        rest,
        options=rest.options[order],
        costs=rest.costs[order],
        owner=owner[entries],
        members=rest.members[entries],
        colors=rest.colors[entries],
        weights=None if rest.weights is None else rest.weights[entries],
    )


def _softs(
    query: Query, table: Rows, check: Callable[[], None]
) -> tuple[list[tuple[int, int]], int]:
    """Return what is paid for each choice, after what every solution pays is taken off."""
    prices, base = remaining_reduced_costs(query.matrix, table.options, table.given, check)
    softs = []
    for literal, k in enumerate(table.options.tolist(), 1):
        if prices.reduced[k] > 0:
            softs.append((-literal, int(prices.reduced[k])))
        elif prices.skip[k] > 0:
            softs.append((literal, int(prices.skip[k])))
    return softs, base
