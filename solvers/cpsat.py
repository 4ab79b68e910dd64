"""OR-Tools' CP-SAT: lazy clause generation over one Boolean an option.

The rows of the matrix (rows.py) become exactly-one, at-most-one and linear constraints. CP-SAT is
Perron and Didier's solver (Google; Stuckey, "Lazy clause generation", CPAIOR 2010, is the idea).

Enumeration runs on one worker: with more, `enumerate_all_solutions` silently miscounts. CP-SAT
tells solutions apart by all variables, so a color's variable is tied to its options both ways.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..models.errors import SolverError, Unavailable, UnknownSolver
from .cheaper import cheaper, raise_bound
from .interrupt import Run, streamed
from .residual import Residual, residual
from .rows import Rows, rows
from .solver import Options, Search, Solver

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["CpSat"]

ROUNDING = 2.0**-44  # of a double's 53 bits, a few for each sum and factor


class CpSat(Solver):
    """CP-SAT over one Boolean an option."""

    name = "cpsat"
    summary = "OR-Tools' CP-SAT (clause learning with linear relaxations)"
    excludes = True

    def __init__(self, variant: str = "") -> None:
        if variant:
            raise UnknownSolver(f"solver cpsat has no variant {variant!r}")
        super().__init__(variant)

    def version(self) -> str:
        """Return OR-Tools' version."""
        _library()
        from importlib.metadata import version

        return f"ortools {version('ortools')}"

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution, as CP-SAT meets them."""
        done = yield from streamed(lambda run: _search(run, search, costs=False), search.deadline)
        search.complete = bool(done)

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield ever cheaper solutions; several workers: `threads`, or one a core."""
        yield from cheaper(
            search, streamed(lambda run: _search(run, search, costs=True), search.deadline)
        )


def _library() -> None:
    try:
        from ortools.sat.python import cp_model  # noqa: F401
    except ImportError as error:
        raise Unavailable(f"solver cpsat: ortools cannot be imported ({error})") from error


def _search(run: Run[Options], search: Search, *, costs: bool) -> bool:
    """Search in the thread; return whether everything was searched."""
    _library()
    from ortools.sat.python import cp_model

    rest = residual(search, run.check)
    if rest is None:
        return True
    table = rows(rest, run.check)
    model = _model(rest, table, costs=costs, check=run.check)
    for chosen in table.excluded(search.excluded):
        run.check()
        # Another solution leaves one of these options, or has one more.
        negated = [-1 - option for option in chosen]
        model.proto.constraints.add().bool_or.literals.extend(negated + table.joining(chosen))
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    # Gaps are measured in floating point: with great costs one of 0 need not be none.
    solver.parameters.absolute_gap_limit = 0.0
    solver.parameters.relative_gap_limit = 0.0
    if math.isfinite(left := search.deadline.longest()):
        solver.parameters.max_time_in_seconds = left
    if costs:
        solver.parameters.num_workers = search.threads if search.threads > 1 else _cores()
        slack = _slack(rest)
        solver.best_bound_callback = lambda bound: _note_bound(search, rest.offset, bound - slack)
    else:
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
    count = len(rest.options)

    class Emit(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        taken = True  # by the one who asks; else what CP-SAT says of the whole is of no use

        def on_solution_callback(self) -> None:
            values = np.array(self.response_proto.solution, np.int8)[:count]
            if not run.emit(table.solution(np.flatnonzero(values))):
                self.taken = False
                self.stop_search()

    emit = Emit()
    with run.stoppable(solver.stop_search):
        status = solver.solve(model, emit)
    if status == cp_model.MODEL_INVALID:
        raise SolverError(f"solver cpsat: CP-SAT refuses the model: {model.validate()}")
    search.nodes = solver.num_branches
    return emit.taken and status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _slack(rest: Residual) -> float:
    """Return how far a bound that CP-SAT tells may be too high.

    It adds an offset to its own bound, and scales it, in floating point. Either may be greater than
    all costs together.
    """
    return 1e-6 + float(np.abs(rest.costs).sum()) * ROUNDING


def _note_bound(search: Search, offset: int, bound: float) -> None:
    """Note a bound on integer costs, `offset` of which are paid in any case."""
    if math.isfinite(bound):
        raise_bound(search, offset + math.ceil(bound))


def _model(
    rest: Residual, table: Rows, *, costs: bool, check: Callable[[], None]
) -> cp_model.CpModel:
    """Write the rows straight into CP-SAT's own message, a call a row."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    for number in range(table.variables):
        if number % 1000 == 0:
            check()
        model.proto.variables.add().domain.extend((0, 1))
    _add_rows(model, table, check)
    if costs:
        paid = np.flatnonzero(rest.costs)
        model.proto.objective.vars.extend(paid.tolist())
        model.proto.objective.coeffs.extend(rest.costs[paid].tolist())
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
            linear = constraints.add().linear
            linear.vars.extend(variables)
            linear.coeffs.extend([1] * len(variables))
            linear.domain.extend((low, high))
    for color, options in table.colors:
        check()
        # A negated literal is -1 minus its variable.
        constraints.add().bool_or.literals.extend([*options, -1 - color])
        for option in options:
            constraint = constraints.add()
            constraint.enforcement_literal.append(option)
            constraint.bool_and.literals.append(color)
