"""The best prices: the dual of the linear relaxation, solved once by OR-Tools' GLOP.

The relaxation lets an option be chosen in part. For an exact cover it is astonishingly tight: its
optimum is often the true one, and then only options without loss are ever tried. The duals are
floating-point numbers; what they are worth is worked out in integers (priced.py).

Where GLOP claims that even the relaxation has no solution, a second program asks for the prices
that prove it: with all costs 0 and a penalty for each cover that is missing or too many, they make
every solution cost more than 0, which none does (Farkas). That too is then checked in integers.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from .priced import Priced, Residual, priced, residual, taxed, without_costs
from .solver import Search

__all__ = ["available", "best_prices", "relaxation"]

Floats = npt.NDArray[np.float64]

STEP = 0.02  # seconds between two looks at Python's signals
PATIENCE = 10.0  # seconds for the linear program, however long the search may take


def available() -> bool:
    """Whether OR-Tools can be imported."""
    try:
        from ortools.linear_solver.python import model_builder_helper  # noqa: F401
    except ImportError:
        return False
    return True


def best_prices(search: Search) -> Priced | None:
    """Return the search's matrix with losses for costs; None if it is proved to be infeasible."""
    rest = residual(search)
    if not rest.costs[rest.alive].any() or not available():
        return taxed(search)
    duals, infeasible = relaxation(rest, search)
    if infeasible:
        proof, _ = relaxation(without_costs(rest), search, elastic=True)
        if proof is not None and priced(search, without_costs(rest), proof).base > 0:
            return None
    return taxed(search) if duals is None else priced(search, rest, duals)


def relaxation(
    rest: Residual, search: Search, *, elastic: bool = False
) -> tuple[Floats | None, bool]:
    """Return the duals, float64[items], and whether GLOP claims that there is no solution.

    None: there are none, or they were not found in time. `elastic` allows every row to be missed,
    at a penalty of 1.
    """
    from ortools.linear_solver.python import model_builder_helper as helper

    model = helper.ModelBuilderHelper()
    rows = _build(model, rest, elastic=elastic)
    solver = helper.ModelSolverHelper("glop")
    solver.set_time_limit_in_seconds(min(PATIENCE, search.deadline.left() / 2))
    _solve(solver, model, search)
    if solver.status() == helper.SolveStatus.INFEASIBLE:
        return None, True
    if solver.status() != helper.SolveStatus.OPTIMAL:
        return None, False
    duals = np.zeros(len(rest.low))
    duals[rows] = solver.dual_values()
    return duals, False


def _build(model: Any, rest: Residual, *, elastic: bool) -> npt.NDArray[np.int64]:
    """Write the relaxation down; return the items that its rows stand for."""
    matrix = rest.matrix
    columns = np.flatnonzero(rest.alive)
    number = np.cumsum(rest.alive) - 1
    owner = rest.owners()
    entries = np.flatnonzero(rest.alive[owner] & rest.priceable[matrix.members])
    entries = entries[np.argsort(matrix.members[entries], kind="stable")]
    counts = np.bincount(matrix.members[entries], minlength=len(rest.low))
    rows = np.flatnonzero((counts > 0) | (rest.low > 0))
    # Only an option that no item keeps from being chosen twice needs a bound of its own.
    bounded = np.zeros(matrix.options, bool)
    bounded[owner[entries[rest.high[matrix.members[entries]] == 1]]] = True
    upper = np.where(bounded[columns], np.inf, 1.0)
    model.add_var_array_with_bounds(np.zeros(len(columns)), upper, np.zeros(len(columns), bool), "")
    costs = rest.costs[columns].astype(np.float64).tolist()
    model.set_objective_coefficients(list(range(len(columns))), costs)
    wide = rest.high - rest.low > 1  # priced.py has no use for a negative price on these
    most = np.where(wide, np.inf, rest.high)
    chosen, end = number[owner[entries]].tolist(), np.cumsum(counts).tolist()
    least = rest.low.tolist()
    for item in rows.tolist():
        row = model.add_linear_constraint()
        model.set_constraint_lower_bound(row, least[item])
        model.set_constraint_upper_bound(row, most[item])
        for column in chosen[end[item] - int(counts[item]) : end[item]]:
            model.add_term_to_constraint(row, column, 1.0)
        if elastic:
            _stretch(model, row)
    return rows


def _stretch(model: Any, row: int) -> None:
    for sign in (1.0, -1.0):
        slack = model.add_var()
        model.set_var_lower_bound(slack, 0.0)
        model.set_var_upper_bound(slack, np.inf)
        model.set_var_objective_coefficient(slack, 1.0)
        model.add_term_to_constraint(row, slack, sign)


def _solve(solver: Any, model: Any, search: Search) -> None:
    """Solve in a thread, so that Ctrl-C is seen at once: GLOP is then asked to stop."""
    thread = threading.Thread(target=solver.solve, args=(model,), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(STEP)
            if search.deadline.passed():
                solver.interrupt_solve()
    except BaseException:
        solver.interrupt_solve()
        thread.join(0.3)
        raise
