"""SCIP, by OR-Tools' wrapper for linear solvers, in a thread that is interrupted.

(SCIP: Bolusani et al., "The SCIP Optimization Suite 9.0", 2024, and its successors.) OR-Tools'
newer interface, MathOpt, has SCIP too, and measured alike, but there SCIP took 5 to 38 seconds to
notice an interrupt, here at most .7.
"""

from __future__ import annotations

import math
import os
import time
from typing import Any

from ...models.errors import ModelError, SolverError, Unavailable
from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..encoding.conditions import raise_bound
from ..process.interrupt import Run
from ..process.isolation import Isolated, Tell
from .mip_line import Line
from .mip_program import Program, program

__all__ = ["enumerate_scip", "optimise_scip", "scip_version"]

NAME = "mip:scip"
COST_RANGE = 10**9  # where SCIP's tolerance of one part in a billion comes near 1
OWN = {"misc/catchctrlc": False, "limits/absgap": 0, "limits/gap": 0}
LIMITS = ("limits/nodes", "limits/totalnodes", "limits/stallnodes", "limits/memory")


def scip_version() -> str:
    """Return SCIP's name and version."""
    version: str = _library().SolverVersion()
    return version.partition(" [")[0]


def enumerate_scip(run: Run[Options], query: Query, progress: Progress) -> bool:
    """Solve and cut in the thread; return whether everything was searched."""
    began = time.monotonic()
    encoding = program(NAME, query, run.check)
    if encoding is None:
        return True
    scip = _Scip(run, query, progress, encoding, began)
    while (chosen := scip.solution()) is not None:
        if not run.emit(encoding.solution(chosen)):
            return False
        line = encoding.cut_off(chosen)
        if line is not None:
            scip.add(line)
    return encoding.infeasible


def optimise_scip(run: Run[Options], query: Query, progress: Progress) -> bool:
    """Emit the cheapest solution; return whether everything was searched."""
    began = time.monotonic()
    encoding = program(NAME, query, run.check, costs=COST_RANGE)
    if encoding is None:
        return True
    raise_bound(progress, encoding.least)
    scip = _Scip(run, query, progress, encoding, began)
    chosen = scip.solution()
    if chosen is None:
        return encoding.infeasible
    return run.emit(encoding.solution(chosen)) and scip.optimal


def _library() -> Any:
    try:
        from ortools.linear_solver import pywraplp
    except ImportError as error:
        raise Unavailable(f"solver {NAME}: ortools cannot be imported ({error})") from error
    solver = pywraplp.Solver.CreateSolver("SCIP")
    if solver is None:
        raise Unavailable(f"solver {NAME}: this ortools is built without SCIP")
    return solver


def _settings(query: Query) -> str:
    """Return minuet's own parameters and the query's, as SCIP reads them.

    Raises ModelError for what SCIP does not take, and for what could end a search before its answer
    is proved without saying so.
    """
    own = "".join(_setting(name, value) for name, value in OWN.items())
    if query.seed is not None:
        own += _setting("randomization/randomseedshift", query.seed)
    theirs = ""
    for name, value in query.parameters.items():
        if name.startswith(("limits/", "numerics/")) and name not in LIMITS:
            raise ModelError(
                f"solver {NAME}: parameter {name} is not taken: answers would no longer be exact"
            )
        setting = _setting(name, value)
        if name != name.strip():  # SCIP would pass over the space, and read a name of the above
            raise ModelError(f"solver {NAME}: parameter {name!r}, expected no space around it")
        if f"{name} " in own:
            raise ModelError(f"solver {NAME}: parameter {name} is minuet's own to set")
        if any(mark in setting[:-1] for mark in "\n#") or not _takes(setting):
            raise ModelError(
                f"solver {NAME}: parameter {name!r} {value!r}, expected one of SCIP's own"
            )
        theirs += setting
    return own + theirs


def _setting(name: str, value: object) -> str:
    shown = str(value).upper() if isinstance(value, bool) else str(value)
    return f"{name} = {shown}\n"


def _takes(setting: str) -> bool:
    """Whether SCIP takes a setting; asked in a child process, for it writes all over the place."""

    def work(tell: Tell) -> bool:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 2)
        return bool(solver.SetSolverSpecificParametersAsString(setting))

    solver = _library()
    with Isolated(work) as child:
        list(child)
        return bool(child.ending.value)


class _Scip:
    """A program in SCIP's hands."""

    optimal = False

    def __init__(
        self, run: Run[Options], query: Query, progress: Progress, program: Program, began: float
    ) -> None:
        self._run, self._query, self._progress, self._program = run, query, progress, program
        encoded = time.monotonic()
        progress.encode_seconds += encoded - began
        self._solver = _library()
        self._solver.SuppressOutput()
        self._solver.SetSolverSpecificParametersAsString(_settings(query))
        self._variables = [self._solver.IntVar(0, 1, "") for _ in range(program.rows.variables)]
        flows = program.flows
        self._variables += [self._solver.NumVar(0, most, "") for most in flows.capacities]
        for line in (*flows.lines, *program.lines):
            run.check()
            self.add(line)
        objective = self._solver.Objective()
        for variable, price in program.prices:
            objective.SetCoefficient(self._variables[variable], float(price))
        objective.SetMinimization()
        if program.hint:
            hinted = self._variables[: len(program.hint)]
            self._solver.SetHint(hinted, [float(value) for value in program.hint])
        progress.load_seconds += time.monotonic() - encoded

    def add(self, line: Line) -> None:
        """Add a line to the program."""
        row = self._solver.Constraint(float(line.low), float(line.high))
        for variable, weight in line.terms():
            row.SetCoefficient(self._variables[variable], float(weight))

    def solution(self) -> list[int] | None:
        """Do what `solve` does, until what is found holds all conditions."""
        while (chosen := self.solve()) is not None:
            self._run.check()
            added = self._program.cut_by_conditions(chosen)
            if not added:
                return chosen
            for line in self._program.lines[-added:]:
                self.add(line)
        return None

    def solve(self) -> list[int] | None:
        """Return a (cheapest) solution's options, as variables; None if none was found.

        Then the program's `infeasible` says whether there is none.
        """
        from ortools.linear_solver import pywraplp

        if self._program.infeasible:
            return None
        solver = self._solver
        limited = math.isfinite(left := self._query.deadline.left())
        if limited:
            solver.SetTimeLimit(max(1, math.ceil(left * 1000)))
        parameters = pywraplp.MPSolverParameters()
        parameters.SetDoubleParam(parameters.RELATIVE_MIP_GAP, 0.0)
        with self._run.stoppable(solver.InterruptSolve):
            status = solver.Solve(parameters)
        self._progress.nodes += solver.nodes()
        self._program.infeasible = status == solver.INFEASIBLE
        self.optimal = status == solver.OPTIMAL
        if self.optimal or status == solver.FEASIBLE:
            best_bound = solver.Objective().BestBound()
            bound = self._program.bound(best_bound)
            if bound is not None:
                raise_bound(self._progress, bound)
            chosen = self._program.rounded(v.solution_value() for v in self._variables)
            self.optimal = self.optimal and self._program.proves(best_bound, chosen)
            return chosen
        # SCIP has a clock of its own, which may be the first to run out.
        late = self._query.deadline.passed() or (limited and status == solver.NOT_SOLVED)
        # A limit among the parameters ends a search without a word.
        expected = late or self._run.stopping or self._query.parameters
        if not (self._program.infeasible or expected):
            raise SolverError(f"solver {NAME}: SCIP gave up with status {status}")
        return None
