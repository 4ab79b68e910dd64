"""The linear relaxation, solved once by OR-Tools' GLOP for its dual: prices on the items.

The relaxation lets an option be chosen in part. For an exact cover it is astonishingly tight: its
optimum is often the true one. The duals are floating-point numbers; what they are worth is worked
out in integers (priced_matrix.py). Where GLOP claims that even the relaxation has no solution, that
is a claim, which the caller has to prove.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..contract.deadline import Stopped
from ..contract.query import Query
from .selection import SelectedMatrix

__all__ = ["available", "duals_or_zeros", "relaxation"]

Floats = npt.NDArray[np.float64]

STEP = 0.02  # seconds between two looks at Python's signals
PATIENCE = 10.0  # seconds for the linear program, however long the search may take
GRACE = 0.3  # seconds that the linear program gets to end once the deadline has come
TERMS = 4096  # written down between two looks at the deadline
SMALL = 4000  # entries up to which the program is first tried for QUICK seconds, without a thread
QUICK = 0.2
# Measured: GLOP's own choice took 2 ms for a target sudoku and 9 to 21 for one with random weights
# and few givens; the dual simplex 2 and 6 to 14; with norms for its prices 2 and 4 to 9, but 150
# instead of 50 for the dense program of 13x13 queens. Preprocessing is not worth its time: without
# it airline set partitions took a quarter less, and target sudokus the same.
PARAMETERS = "use_dual_simplex: true use_preprocessing: false"
PARAMETERS_IF_SMALL = f"{PARAMETERS} dual_price_prioritize_norm: true"


def available() -> bool:
    """Whether OR-Tools can be imported."""
    try:
        from ortools.linear_solver.python import model_builder_helper  # noqa: F401
    except ImportError:
        return False
    return True


def relaxation(
    rest: SelectedMatrix, query: Query, *, elastic: bool = False, weighted: bool = False
) -> tuple[Floats | None, bool]:
    """Return the duals, float64[items], and whether GLOP claims that there is no solution.

    None: there are none, or they were not found in time. `elastic` allows every row to be missed,
    at a penalty of 1. `weighted` has rows for items with weights, too.
    """
    from ortools.linear_solver.python import model_builder_helper as helper

    model = helper.ModelBuilderHelper()
    rows = _build(model, rest, query.deadline.check, elastic=elastic, weighted=weighted)
    solver = helper.ModelSolverHelper("glop")
    _solve(solver, model, query, small=len(rest.members) <= SMALL)
    if solver.status() == helper.SolveStatus.INFEASIBLE:
        return None, True
    if solver.status() != helper.SolveStatus.OPTIMAL:
        return None, False
    duals = np.zeros(len(rest.low))
    duals[rows] = solver.dual_values()
    return duals, False


def duals_or_zeros(rest: SelectedMatrix, query: Query) -> Floats:
    """Return the duals, float64[items]; zeros without costs, and where none were found."""
    duals = None
    if rest.costs.any() and available():
        duals, _ = relaxation(rest, query)
    return np.zeros(len(rest.low)) if duals is None else duals


def _build(
    model: Any, rest: SelectedMatrix, check: Callable[[], None], *, elastic: bool, weighted: bool
) -> npt.NDArray[np.intp]:
    """Write the relaxation down; return the items that its rows stand for."""
    from ortools.linear_solver.python import model_builder_helper as helper

    columns = len(rest.options)
    entries = np.flatnonzero((rest.uncolored if weighted else rest.priceable)[rest.members])
    entries = entries[np.argsort(rest.members[entries], kind="stable")]
    items = rest.members[entries]
    rows = np.flatnonzero(np.bincount(items, minlength=len(rest.low)))
    # Only an option that no item keeps from being chosen twice needs a bound of its own.
    upper = np.ones(columns)
    once = (rest.high[items] == 1) & rest.priceable[items]
    upper[rest.owner[entries[once]]] = np.inf
    model.add_var_array_with_bounds(np.zeros(columns), upper, np.zeros(columns, bool), "")
    costs = rest.costs.astype(np.float64).tolist()
    model.set_objective_coefficients(list(range(columns)), costs)
    # priced_matrix.py has no use for a negative price on these.
    wide = (rest.high - rest.low > 1) & rest.priceable
    most = np.where(wide, np.inf, rest.high)[rows].tolist()
    least = rest.low[rows].astype(np.float64).tolist()
    variables = np.empty(columns, object)  # a list of them is written down in half the time
    variables[:] = [helper.Variable(model, column) for column in range(columns)]
    degrees = np.bincount(items, minlength=len(rest.low))[rows]
    ends = np.cumsum(degrees).tolist()
    terms = variables[rest.owner[entries]].tolist()
    weights = np.ones(len(entries)) if rest.weights is None else rest.weights[entries].astype(float)
    factors = weights.tolist()
    first = written = 0
    for low, high, end in zip(least, most, ends, strict=True):
        row = model.add_linear_constraint()
        model.set_constraint_lower_bound(row, low)
        model.set_constraint_upper_bound(row, high)
        while first < end:
            last = min(first + TERMS, end)
            model.add_terms_to_constraint(row, terms[first:last], factors[first:last])
            first = last
            if first >= written + TERMS:
                check()
                written = first
        if elastic:
            for sign in (1.0, -1.0):
                slack = model.add_var()
                model.set_var_lower_bound(slack, 0.0)
                model.set_var_upper_bound(slack, np.inf)
                model.set_var_objective_coefficient(slack, 1.0)
                model.add_term_to_constraint(row, slack, sign)
    return rows


def _solve(solver: Any, model: Any, query: Query, *, small: bool) -> None:
    """Solve in a thread, so that Ctrl-C is seen at once: GLOP is then asked to stop.

    Raises Stopped if it does not stop when the deadline has come.
    """
    from ortools.linear_solver.python.model_builder_helper import SolveStatus

    left = min(PATIENCE, query.deadline.left() / 2)
    if small:
        solver.set_solver_specific_parameters(PARAMETERS_IF_SMALL)
        solver.set_time_limit_in_seconds(min(QUICK, left))
        solver.solve(model)
        decided = solver.status() in (SolveStatus.OPTIMAL, SolveStatus.INFEASIBLE)
        if decided or left <= QUICK:
            return
    solver.set_solver_specific_parameters(PARAMETERS)
    solver.set_time_limit_in_seconds(left)
    thread = threading.Thread(target=solver.solve, args=(model,), daemon=True)
    thread.start()
    try:
        while thread.is_alive() and not query.deadline.passed():
            thread.join(STEP)
    finally:
        late = time.monotonic() + GRACE
        while thread.is_alive() and time.monotonic() < late:
            solver.interrupt_solve()
            thread.join(STEP)
    if thread.is_alive():
        raise Stopped
