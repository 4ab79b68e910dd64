"""The linear relaxation of a matrix, by HiGHS: what options cost if they may be cut in parts.

Its optimum is a bound on the cost of every solution; where it has no solution, the matrix has none.
HiGHS works in a child process, as for whole programs (highs.py), so a limit ends it. Its figures
are floating point: they tell how tight the bound is, they prove nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from ...contract.deadline import Stopped
from ...contract.query import Query
from ...process.isolation import Isolated, Tell
from .highs import COST_RANGE, complaining, ended, message_of, require_highs
from .program import program

__all__ = ["Relaxed", "relaxed"]

NAME = "mip:highs"
WHOLE = 1e-6  # so near to 0 or 1 a value counts as whole


@dataclass(frozen=True)
class Relaxed:
    """The relaxation's optimum.

    feasible  whether it has a solution; if not, `bound` is infinite
    bound     the least cost, as the matrix has costs: a solution costs no less
    whole     which part of the options that are open at the root it takes whole or not at all
    """

    feasible: bool
    bound: float = math.inf
    whole: float = 1.0


def relaxed(query: Query) -> Relaxed:
    """Return the optimum of the query's relaxation.

    Raises Stopped at the deadline, Unavailable without OR-Tools, Unsupported for costs or weights
    too large for floating point.
    """
    require_highs()

    def work(tell: Tell) -> list[float] | None:
        return _solved(query)

    with Isolated(work, query.deadline) as child:
        for _ in child:
            pass
    if ended(child.ending) is None or child.ending.value is None:
        raise Stopped
    bound, whole = child.ending.value
    return Relaxed(math.isfinite(bound), bound, whole)


def _solved(query: Query) -> list[float] | None:
    """Return the bound and the whole part; None: not in time."""
    from ortools.math_opt.python import mathopt

    made = program(NAME, query, query.deadline.check, costs=COST_RANGE)
    if made is None or made.infeasible:
        return [math.inf, 1.0]
    if not made.rows.variables:
        return [float(made.offset), 1.0]
    parameters: Any = mathopt.SolveParameters()
    parameters.highs.bool_options["log_to_console"] = False
    if math.isfinite(left := query.deadline.left()):
        parameters.time_limit = timedelta(seconds=left)
    model = mathopt.Model.from_model_proto(message_of(made, whole=False))
    result = complaining(lambda: mathopt.solve(model, mathopt.SolverType.HIGHS, params=parameters))
    reasons, reason = mathopt.TerminationReason, result.termination.reason
    if reason in (reasons.INFEASIBLE, reasons.INFEASIBLE_OR_UNBOUNDED):
        return [math.inf, 1.0]
    if reason != reasons.OPTIMAL:
        return None
    values = {one.id: value for one, value in result.variable_values().items()}
    options = len(made.rows.options)
    whole = sum(abs(values[k] - round(values[k])) <= WHOLE for k in range(options))
    bound = made.offset + made.step * result.objective_value()
    return [bound, whole / options if options else 1.0]
