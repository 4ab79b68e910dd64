"""The solvers by name: minuet's own, and those of other packages.

Another package adds a solver through the entry-point group `minuet.solvers`; the entry's name is
the solver's name and its value a subclass of `Solver`.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ..models.errors import (
    ModelError,
    SolverError,
    Unavailable,
    UnknownSolver,
    did_you_mean,
    excerpt,
)
from ..models.installed import entry_points
from .contract.solver import Solver, beyond_covers

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ..models.matrix.exact_cover import ExactCover

__all__ = ["foreign_names", "full_names", "get_solver", "name_of", "native_solver", "solver_names"]

GROUP = "minuet.solvers"
_OWN = {  # the module of each, in the rooms beside, and its class
    "dlx": ("dlx.dlx", "DancingLinks"),
    "bitmask": ("bitmask", "BitMask"),
    "memo": ("memo", "Memo"),
    "propagate": ("propagate", "Propagate"),
    "optimize": ("optimize.optimize", "Optimize"),
    "cpsat": ("industrial.cpsat", "CpSat"),
    "sat": ("sat.sat", "Sat"),
    "mip": ("industrial.mip", "Mip"),
    "clingo": ("industrial.clingo", "Clingo"),
}


def _plug_ins() -> dict[str, EntryPoint]:
    """Return the solvers of other packages, also of those on a path that was added meanwhile."""
    return _foreign(tuple(sys.path))


@cache
def _foreign(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    own = {"auto", *_OWN}
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in own}


def solver_names() -> list[str]:
    """Return the names of all solvers, minuet's own first."""
    return [*_OWN, *sorted(_plug_ins())]


def full_names(*, internal: bool = False) -> list[str]:
    """Return all names, those with a technique as `dlx:links` too, `auto` first.

    internal  whether techniques for tests and measurements are among them
    """
    own = [full for name in ("auto", *_OWN) for full in _own(name).full_names(internal=internal)]
    return [*own, *sorted(_plug_ins())]


def foreign_names() -> list[str]:
    """Return the names of the solvers of other packages."""
    return sorted(_plug_ins())


def get_solver(name: str | Solver) -> Solver:
    """Return the solver of that name, as in `auto` or `sat:glucose4`; a Solver is returned as is.

    Raises UnknownSolver, and Unavailable if a solver of another package cannot be imported.
    """
    if not isinstance(name, str):
        # Raises ModelError for anything else.
        if isinstance(name, Solver):
            return name
        if isinstance(name, type) and issubclass(name, Solver):
            label = name.__name__
            raise ModelError(f"solver: the class {label}, expected a solver made of it, {label}()")
        raise ModelError(f"solver: {name!r}, expected a name or a Solver")
    base, _, variant = name.partition(":")
    if base in _OWN or (base == "auto" and not variant):
        return _own(base)(variant)
    if base in _plug_ins():
        # Make a solver of another package. Raises Unavailable, whatever goes wrong there.
        try:
            solver = _plug_ins()[base].load()(variant)
        except UnknownSolver:
            raise
        except Exception as error:
            raise Unavailable(f"solver {base}: {error}") from error
        if not isinstance(solver, Solver):
            raise Unavailable(f"solver {base}: {type(solver).__name__}, expected a minuet Solver")
        return solver
    names = ["auto", *solver_names()]
    raise UnknownSolver(
        f"no solver {excerpt(name)}, expected {', '.join(names)}{did_you_mean(base, names)}"
    )


def native_solver(matrix: ExactCover) -> Solver:
    """Return the native solver that answers any question about a matrix: `dlx` or `propagate`."""
    return get_solver("propagate" if beyond_covers(matrix) else "dlx")


def name_of(solver: Solver) -> str | None:
    """Return the name by which `get_solver` makes such a solver; None if it makes another one."""
    try:
        same = type(get_solver(solver.full_name)) is type(solver)
    except SolverError:
        return None
    return solver.full_name if same else None


@cache
def _own(name: str) -> type[Solver]:
    """Return the class of one of minuet's solvers; its module is imported only now."""
    module, class_name = ("auto", "Auto") if name == "auto" else _OWN[name]
    solver_class: type[Solver] = getattr(import_module(f".{module}", __package__), class_name)
    return solver_class
