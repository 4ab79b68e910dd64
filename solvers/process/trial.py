"""Solvers of other packages, tried before they are trusted with this process.

What is imported or made for a plug-in may raise, crash, hang, or end the process, which would then
look like a success. So that is done in a child process first, and here only if it went well there.
What it prints on the way is no part of any answer. A solver that describes itself in values of the
wrong kind is not available either.
"""

from __future__ import annotations

import sys
from collections.abc import Set
from contextlib import nullcontext, redirect_stdout

from ...models.errors import Unavailable, UnknownSolver, excerpt
from ..contract.deadline import Deadline
from ..contract.goal import Goal
from ..contract.solver import Solver
from ..registry import foreign_names, get_solver
from .isolation import Isolated, Tell

__all__ = ["tried_solver"]

FLAGS = ("excludes", "takes_parameters", "takes_threads", "takes_memory", "draws")

SECONDS = 10.0  # a library may take seconds to be imported


def tried_solver(name: str | Solver, deadline: Deadline | None = None) -> Solver:
    """Return the solver of that name, as `get_solver` does; one of another package is tried first.

    Raises UnknownSolver; Unavailable whatever else goes wrong.
    """
    foreign = isinstance(name, str) and name.partition(":")[0] in foreign_names()
    if foreign:
        _try(str(name), (deadline or Deadline()).within(SECONDS))
    try:
        with redirect_stdout(sys.stderr) if foreign else nullcontext():
            solver = get_solver(name)
        _require_plain(solver)
    except (UnknownSolver, Unavailable):
        raise
    except Exception as error:
        shown = name if isinstance(name, str) else type(name).__name__
        raise Unavailable(f"solver {shown}: failed with {type(error).__name__}: {error}") from error
    return solver


def _try(name: str, deadline: Deadline) -> None:
    """Have a child make the solver and look at it."""

    def work(tell: Tell) -> tuple[str, str]:
        try:
            solver = get_solver(name)
            _require_plain(solver)
            if not isinstance(solver.version(), str):
                return "unavailable", f"solver {name}: its version is no text"
        except UnknownSolver as error:
            return "unknown", str(error)
        except Unavailable as error:
            return "unavailable", str(error)
        return "", ""

    with Isolated(work, deadline) as child:
        for _ in child:
            pass
    if not child.ending:
        raise Unavailable(f"solver {name}: {child.ending.words}")
    how, reason = child.ending.value
    if how:
        raise UnknownSolver(reason) if how == "unknown" else Unavailable(reason)


def _all_of(kind: type, values: object) -> bool:
    """Whether these are a set of such values, each of them itself (a text is no goal)."""
    return isinstance(values, Set) and all(isinstance(value, kind) for value in values)


def _require_plain(solver: Solver) -> None:
    """Raise Unavailable unless what the solver says of itself is what it should be."""
    most = solver.most_solutions
    flags = [(name, getattr(solver, name)) for name in FLAGS]
    for attribute, value, fits, expected in (
        ("full_name", solver.full_name, isinstance(solver.full_name, str), "a text"),
        ("kind", solver.kind, isinstance(solver.kind, str), "a text"),
        ("goals", solver.goals, _all_of(Goal, solver.goals), "a set of goals"),
        ("features", solver.features, _all_of(str, solver.features), "a set of texts"),
        *((name, flag, isinstance(flag, bool), "True or False") for name, flag in flags),
        ("most_solutions", most, most is None or isinstance(most, int), "a number or None"),
    ):
        if not fits:
            message = f"{attribute} {excerpt(repr(value))[1:-1]}, expected {expected}"
            raise Unavailable(f"solver {type(solver).__name__}: {message}")
