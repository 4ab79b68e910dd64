"""The solver of a task: it is given the formula, asked, and read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, combinations, islice
from typing import Any

from .task import Task

__all__ = ["chosen_of", "configured", "effort", "load", "new_oracle", "nothing", "pairs", "solve"]


def new_oracle(task: Task) -> Any:
    """Return the solver with its parameters, and no formula yet."""
    from pysat.solvers import Solver

    more = {name: True for name in ("incr",) if task["settings"].get(name)}
    return configured(Solver(name=task["solver"], **more), task)


def configured(oracle: Any, task: Task) -> Any:
    """Return the solver, told the task's settings."""
    for name, value in task["settings"].items():
        if name not in ("incr", "warm_start"):
            oracle.configure({name: value})  # Glucose heeds one at a time
    return oracle


def pairs(literals: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the clauses "not both" of each two of the literals."""
    return combinations([-literal for literal in literals], 2)


def load(oracle: Any, task: Task, check: Callable[[], None]) -> None:
    """Give the solver the formula, and where to begin; calls `check` now and then."""
    apart = chain.from_iterable(map(pairs, task["apart"]))
    clauses = chain(task["clauses"], apart)
    while part := list(islice(clauses, 1000)):
        check()
        oracle.append_formula(part)
    for literals, bound in task["atmosts"]:
        oracle.add_atmost(literals, bound)
    if task["phases"]:
        with suppress(NotImplementedError):  # CaDiCaL 1.0.3
            oracle.set_phases(task["phases"])


def effort(oracle: Any) -> list[int]:
    """Return the conflicts, decisions and propagations so far."""
    spent = oracle.accum_stats() or {}
    return [spent.get(name, 0) for name in ("conflicts", "decisions", "propagations")]


def solve(oracle: Any, assumptions: list[int], *, interruptible: bool) -> Any:
    """Return True, False, or None if interrupted."""
    if interruptible:
        return oracle.solve_limited(assumptions, expect_interrupt=True)
    return oracle.solve(assumptions)


def chosen_of(model: list[int] | None, task: Task) -> list[int]:
    """Return the chosen options; a solver leaves out the variables that it never saw."""
    return [v for v in model or [] if 0 < v <= task["options"]]


def nothing() -> None:
    """Interrupt nothing: who cannot be interrupted is killed."""
