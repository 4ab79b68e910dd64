"""The model that CP-SAT is handed: one Boolean an option, the rows (rows.py) as its constraints.

Costs are divided by what they have in common: CP-SAT tells its bounds in floating point, and small
ones exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...contract.query import Query
from ...encoding.rows import Rows
from ...encoding.selection import SelectedMatrix

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = [
    "Objective",
    "add_clause",
    "add_hint",
    "another",
    "model_of",
    "no_dearer",
    "objective",
]

LARGE = 1 << 62  # no sum of costs reaches it, nor does one that CP-SAT takes
ROUNDING = 2.0**-44  # of a double's 53 bits, a few for each sum and factor


@dataclass(frozen=True)
class Objective:
    """A solution costs offset + step * (the sum of its options' costs).

    costs  int64[options], of the options that are left
    """

    costs: npt.NDArray[np.int64]
    offset: int
    step: int

    def steps(self, chosen: Sequence[int]) -> int:
        """Return the sum of the costs of the chosen options, which are variables."""
        return int(self.costs[list(chosen)].sum())

    def cost(self, steps: int) -> int:
        """Return what a solution costs whose options' costs sum to this."""
        return self.offset + self.step * steps

    def bound(self, told: float) -> int | None:
        """Return what no solution costs less than, given CP-SAT's bound; None: nothing is known.

        CP-SAT adds an offset of its own to its bound, and scales it, in floating point. Either may
        be greater than all costs together.
        """
        if not math.isfinite(told):
            return None
        slack = 1e-6 + float(np.abs(self.costs).astype(np.float64).sum()) * ROUNDING
        return self.offset + self.step * math.ceil(told - slack)


def objective(rest: SelectedMatrix) -> Objective:
    """Return what is to be minimised: all costs of a matrix sum to less than 2^62."""
    step = math.gcd(*rest.costs.tolist()) or 1
    return Objective(rest.costs // step, rest.offset, step)


def model_of(
    table: Rows, query: Query, goal: Objective | None, check: Callable[[], None]
) -> cp_model.CpModel:
    """Write the rows straight into CP-SAT's own message, a call a row."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    for number in range(table.variables):
        if number % 1000 == 0:
            check()
        model.proto.variables.add().domain.extend((0, 1))
    _add_rows(model, table, check)
    for chosen in table.excluded(query.excluded):
        check()
        another(model, table, chosen)
    if begin := query.hint or query.guess:
        add_hint(model, table.values(begin))
    if goal is not None:
        paid = np.flatnonzero(goal.costs)
        model.proto.objective.vars.extend(paid.tolist())
        model.proto.objective.coeffs.extend(goal.costs[paid].tolist())
    return model


def _add_rows(model: cp_model.CpModel, table: Rows, check: Callable[[], None]) -> None:
    constraints = model.proto.constraints
    for variables, low, high in table.sums:
        check()
        if (low, high) == (1, 1):
            constraints.add().exactly_one.literals.extend(variables)
        elif (low, high) == (0, 1):
            constraints.add().at_most_one.literals.extend(variables)
        else:
            _add_linear(model, variables, [1] * len(variables), low, high)
    for row in table.weighted:
        check()
        _add_linear(model, row.variables, row.weights, row.low, row.high)
    for clause in table.clauses:
        check()
        add_clause(model, clause.yes, clause.no)
    for color, options in table.colors:
        check()
        # A negated literal is -1 minus its variable.
        constraints.add().bool_or.literals.extend([*options, -1 - color])
        for option in options:
            constraint = constraints.add()
            constraint.enforcement_literal.append(option)
            constraint.bool_and.literals.append(color)


def _add_linear(
    model: cp_model.CpModel, variables: list[int], weights: list[int], low: int, high: int
) -> None:
    linear = model.proto.constraints.add().linear
    linear.vars.extend(variables)
    linear.coeffs.extend(weights)
    linear.domain.extend((low, high))


def another(model: cp_model.CpModel, table: Rows, chosen: list[int]) -> None:
    """Exclude a solution: another one leaves one of these options, or has one more."""
    add_clause(model, table.joining(chosen), chosen)


def add_clause(model: cp_model.CpModel, yes: Sequence[int], no: Sequence[int]) -> None:
    """Have one of `yes` chosen, or one of `no` not."""
    literals = [*yes, *(-1 - variable for variable in no)]
    model.proto.constraints.add().bool_or.literals.extend(literals)


def no_dearer(model: cp_model.CpModel, goal: Objective, steps: int) -> None:
    """Exclude what costs so much, or more."""
    paid = np.flatnonzero(goal.costs)
    _add_linear(model, paid.tolist(), goal.costs[paid].tolist(), -LARGE, steps - 1)


def add_hint(model: cp_model.CpModel, values: Sequence[int]) -> None:
    """Give a value of each variable to begin with."""
    hint = model.proto.solution_hint
    hint.vars.clear()
    hint.values.clear()
    hint.vars.extend(range(len(values)))
    hint.values.extend(values)
