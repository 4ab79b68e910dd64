"""OR-Tools' CP-SAT: lazy clause generation over one Boolean an option.

The rows of the matrix (rows.py) become exactly-one, at-most-one and linear constraints. CP-SAT is
Perron and Didier's solver (Google; Stuckey, "Lazy clause generation", CPAIOR 2010, is the idea).

Enumeration runs on one worker: with more, `enumerate_all_solutions` silently miscounts. CP-SAT
tells solutions apart by all variables, so a color's variable is tied to its options both ways.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..models.errors import ModelError, SolverError, Unavailable, UnknownSolver
from .cheaper import cheaper, raise_bound
from .cpsat_model import model_of, objective
from .cpsat_parameters import set_parameters
from .interrupt import Run, streamed
from .residual import residual
from .rows import rows
from .solver import Options, Search, Solver

if TYPE_CHECKING:
    pass

__all__ = ["CpSat"]


class CpSat(Solver):
    """CP-SAT over one Boolean an option."""

    name = "cpsat"
    summary = "OR-Tools' CP-SAT (clause learning with linear relaxations)"
    excludes = True
    takes_parameters = True

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

    began = time.monotonic()
    solver = cp_model.CpSolver()
    set_parameters(solver, search, costs=costs)
    rest = residual(search, run.check)
    if rest is None:
        return True
    table = rows(rest, run.check)
    goal = objective(rest) if costs else None
    model = model_of(table, search, goal, run.check)
    if goal is not None:
        solver.best_bound_callback = lambda bound: _note_bound(search, goal.bound(bound))
    search.encode_seconds += time.monotonic() - began
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
        said = solver.response_proto.solution_info or model.validate()
        if search.parameters and said.startswith("parameter"):
            raise ModelError(f"solver cpsat: {said}")
        raise SolverError(f"solver cpsat: CP-SAT refuses the model: {said}")
    search.nodes = search.decisions = solver.num_branches
    search.conflicts = solver.num_conflicts
    search.propagations = solver.response_proto.num_binary_propagations
    return emit.taken and status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _note_bound(search: Search, bound: int | None) -> None:
    if bound is not None:
        raise_bound(search, bound)
