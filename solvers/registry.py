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
from ..models.importing.installed import entry_points
from .contract.solver import Solver

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import ModuleType

__all__ = ["foreign_names", "get_solver", "name_of", "solver_names"]

GROUP = "minuet.solvers"
_OWN = {  # the module of each, in the rooms beside, and its class
    "dlx": ("dlx.dlx", "DancingLinks"),
    "bitmask": ("bitmask.bitmask", "BitMask"),
    "cpsat": ("industrial.cpsat.cpsat", "CpSat"),
    "sat": ("sat.sat", "Sat"),
    "mip": ("industrial.mip.mip", "Mip"),
    "blocks": ("cheapest.blocks.blocks", "Blocks"),
    "neighborhoods": ("cheapest.neighborhoods.neighborhoods", "Neighborhoods"),
    "ascent": ("cheapest.ascent.ascent", "Ascent"),
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


def foreign_names() -> list[str]:
    """Return the names of the solvers of other packages."""
    return sorted(_plug_ins())


def get_solver(name: str | Solver) -> Solver:
    """Return the solver of that name, as in `auto` or `sat:glucose4`; a Solver is returned as is.

    Raises UnknownSolver, and Unavailable if a solver of another package cannot be imported.
    """
    if isinstance(name, Solver):
        return name
    if isinstance(name, type) and issubclass(name, Solver):
        made = f"{name.__name__}()"
        raise ModelError(f"solver: the class {name.__name__}, expected a solver made of it, {made}")
    if not isinstance(name, str):
        raise ModelError(f"solver: {name!r}, expected a name or a Solver")
    base, _, variant = name.partition(":")
    if base == "auto" and not variant:
        return _own("auto.auto", "Auto")()
    if base in _OWN:
        solver_class = _own(*_OWN[base])
    elif base in _plug_ins():
        return _made(base, variant)
    else:
        known = ["auto", *solver_names()]
        raise UnknownSolver(
            f"no solver {excerpt(name)}, expected {', '.join(known)}{did_you_mean(base, known)}"
        )
    solver: Solver = solver_class(variant)
    return solver


def name_of(solver: Solver) -> str | None:
    """Return the name by which `get_solver` makes such a solver; None if it makes another one."""
    try:
        same = type(get_solver(solver.full_name)) is type(solver)
    except SolverError:
        return None
    return solver.full_name if same else None


def _own(module: str, name: str) -> type[Solver]:
    """Return a class of one of the rooms beside; it, and its library, are imported only now."""
    solver_class: type[Solver] = getattr(_module(module), name)
    return solver_class


@cache
def _module(name: str) -> ModuleType:
    return import_module(f".{name}", __package__)


def _made(base: str, variant: str) -> Solver:
    """Make a solver of another package; whatever goes wrong there, it is not available."""
    try:
        solver = _plug_ins()[base].load()(variant)
    except UnknownSolver:
        raise
    except Exception as error:
        raise Unavailable(f"solver {base}: {error}") from error
    if not isinstance(solver, Solver):
        raise Unavailable(f"solver {base}: {type(solver).__name__}, expected a minuet Solver")
    return solver
