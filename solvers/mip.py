"""OR-Tools' SCIP: branch and cut over one 0/1 variable an option.

The rows of the matrix (rows.py) are the rows of the integer program. (SCIP: Bolusani et al., "The
SCIP Optimization Suite 9.0", 2024, and its successors.) Enumeration adds a no-good cut a solution
and solves again (Balas and Jeroslow, "Canonical cuts on the unit hypercube", 1972), which is slow
by nature. Optimisation is what this solver is for: an independent check of an optimum.

SCIP computes in floating point. So its gaps are set to 0, its solutions are rounded and checked
against the rows in integers, and costs are first lessened to losses (losses.py); if what is left
may still sum to more than COST_RANGE, where SCIP's tolerance of one part in a billion comes near
1, the matrix is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ..models.errors import SolverError, Unavailable, UnknownSolver, Unsupported
from .cheaper import cheaper, raise_bound
from .interrupt import Run, streamed
from .losses import reduced_losses
from .residual import Residual, residual
from .rows import rows
from .solver import Options, Search, Solver

__all__ = ["Mip"]

COST_RANGE = 10**9
PARAMETERS = """
misc/catchctrlc = FALSE
limits/absgap = 0
limits/gap = 0
"""


class Mip(Solver):
    """SCIP over one 0/1 variable an option."""

    name = "mip"
    summary = "OR-Tools' SCIP (branch and cut); refuses costs too large for floating point"
    most_solutions = 20  # each takes it a program of its own
    excludes = True

    def __init__(self, variant: str = "") -> None:
        if variant not in ("", "scip"):
            raise UnknownSolver(f"solver mip has no variant {variant!r}, expected scip")
        super().__init__(variant)

    def version(self) -> str:
        """Return OR-Tools' and SCIP's versions."""
        program = _program()
        from importlib.metadata import version

        return f"ortools {version('ortools')}, {program.SolverVersion().partition(' [')[0]}"

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution: solve, cut the solution off, solve again."""
        done = yield from streamed(lambda run: _enumerate(run, search), search.deadline)
        search.complete = bool(done)

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield the cheapest solution, or at the deadline the best one known."""
        yield from cheaper(search, streamed(lambda run: _optimise(run, search), search.deadline))


def _program() -> Any:
    try:
        from ortools.linear_solver import pywraplp
    except ImportError as error:
        raise Unavailable(f"solver mip: ortools cannot be imported ({error})") from error
    program = pywraplp.Solver.CreateSolver("SCIP")
    if program is None:
        raise Unavailable("solver mip: this ortools is built without SCIP")
    return program


def _enumerate(run: Run[Options], search: Search) -> bool:
    """Solve and cut in the thread; return whether everything was searched."""
    rest = residual(search, run.check)
    if rest is None:
        return True
    model = _Model(run, search, rest)
    while (options := model.solve()) is not None:
        if not run.emit(model.rows.solution(options)):
            return False
        model.cut_off(options)
    return model.infeasible


def _optimise(run: Run[Options], search: Search) -> bool:
    rest = residual(search, run.check)
    if rest is None:
        return True
    model = _Model(run, search, rest)
    model.price()
    options = model.solve()
    if options is None:
        return model.infeasible
    return run.emit(model.rows.solution(options)) and model.optimal


class _Model:
    """The integer program, which grows by a cut a solution."""

    infeasible = optimal = False

    def __init__(self, run: Run[Options], search: Search, rest: Residual) -> None:
        self._run, self._search = run, search
        self.rows = rows(rest, run.check)
        self._program = _program()
        self._program.SuppressOutput()
        self._program.SetSolverSpecificParametersAsString(PARAMETERS)
        self._offset = 0
        self._variables = [self._program.IntVar(0, 1, "") for _ in range(self.rows.variables)]
        for variables, least, most in self.rows.sums:
            run.check()
            self._row(least, variables, [], most)
        for color, options in self.rows.colors:
            run.check()
            # Each option <= color <= their sum: tighter than one row for all.
            self._row(0, options, [color], len(options))
            for option in options:
                self._row(0, [color], [option], 1)
        for excluded in self.rows.excluded(search.excluded):
            run.check()
            self.cut_off(excluded)

    def _row(self, low: int, plus: list[int], minus: list[int], high: int) -> None:
        row = self._program.Constraint(float(low), float(high))
        for variable in plus:
            row.SetCoefficient(self._variables[variable], 1.0)
        for variable in minus:
            row.SetCoefficient(self._variables[variable], -1.0)

    def cut_off(self, options: list[int]) -> bool:
        """Exclude a solution, given by its variables; False if it was the only one.

        The cut asks for one of its options to be left or one of the loose ones to join: no other
        option could.
        """
        loose = self.rows.joining(options)
        if not options and not loose:
            self.infeasible = True
            return False
        self._row(-len(loose), options, loose, len(options) - 1)
        return True

    def price(self) -> None:
        """Minimise the cost, less what every solution pays."""
        matrix, live = self._search.matrix, self.rows.options
        prices, self._offset = reduced_losses(matrix, live, self.rows.given, self._run.check)
        raise_bound(self._search, self._offset)
        skip = np.maximum(prices.skip[live], 0)
        self._offset += int(skip.sum())
        price = prices.loss[live] - skip
        self._refuse_large(np.abs(price).astype(np.float64))
        objective = self._program.Objective()
        for option in np.flatnonzero(price).tolist():
            objective.SetCoefficient(self._variables[option], float(price[option]))
        objective.SetMinimization()

    def _refuse_large(self, sizes: npt.NDArray[np.float64]) -> None:
        """Raise Unsupported if a solution's price may be too large for SCIP to be exact."""
        matrix = self._search.matrix
        free = np.ones(matrix.options, bool)
        primary = np.flatnonzero(matrix.members < matrix.primary)
        free[np.searchsorted(matrix.starts, primary, side="right") - 1] = False
        most = int(free.sum()) + int(matrix.high[: matrix.primary].sum(dtype=np.int64))
        total = min(float(sizes.sum()), most * float(sizes.max(initial=0)))
        if total > COST_RANGE:
            raise Unsupported(
                f"solver mip does not support costs as large as these: a solution's may differ by "
                f"{total:.0f}, and floating point is trusted up to {COST_RANGE}"
            )

    def solve(self) -> list[int] | None:
        """Return a (cheapest) solution's options, as variables; None if none was found.

        Then `infeasible` says whether there is none.
        """
        from ortools.linear_solver import pywraplp

        if self.infeasible:
            return None
        limited = math.isfinite(left := self._search.deadline.left())
        if limited:
            self._program.SetTimeLimit(max(1, math.ceil(left * 1000)))
        parameters = pywraplp.MPSolverParameters()
        parameters.SetDoubleParam(parameters.RELATIVE_MIP_GAP, 0.0)
        with self._run.stoppable(self._program.InterruptSolve):
            status = self._program.Solve(parameters)
        self._search.nodes += self._program.nodes()
        self.infeasible = status == self._program.INFEASIBLE
        self.optimal = status == self._program.OPTIMAL
        if self.optimal or status == self._program.FEASIBLE:
            self._note_bound()
            return self._rounded()
        # SCIP has a clock of its own, which may be the first to run out.
        late = self._search.deadline.passed() or (limited and status == self._program.NOT_SOLVED)
        if not (self.infeasible or self._run.stopping or late):
            raise SolverError(f"solver mip: SCIP gave up with status {status}")
        return None

    def _note_bound(self) -> None:
        bound = self._program.Objective().BestBound()
        if abs(bound) <= 2 * COST_RANGE:
            raise_bound(self._search, self._offset + math.ceil(bound - 1e-6))

    def _rounded(self) -> list[int]:
        """Return the chosen options, as variables; in integers every row must be kept."""
        values = [round(v.solution_value()) for v in self._variables]
        kept = all(
            low <= sum(values[v] for v in variables) <= high
            for variables, low, high in self.rows.sums
        ) and all(
            values[color] == max(values[option] for option in options)
            for color, options in self.rows.colors
        )
        if not kept:
            raise SolverError("solver mip: SCIP's solution, rounded, is not a solution")
        return [k for k in range(len(self.rows.options)) if values[k]]
