"""Model after model of a formula.

Enumeration blocks each model by one clause over the option variables alone, because the auxiliary
variables of a cardinality encoding multiply the models (blocking clauses: McMillan, "Applying SAT
methods in unbounded symbolic model checking", CAV 2002).

Where there are conditions that the clauses do not say, the listener is asked about each model; of
one that is no solution it gives clauses that every solution keeps, and the search goes on with them
(lazy clauses, as loops are cut off in Dantzig, Fulkerson and Johnson, "Solution of a large-scale
traveling-salesman problem", 1954).
"""

from __future__ import annotations

from typing import Any

from .formula import chosen_of, effort, solve
from .task import Listener, Task

__all__ = ["answer", "block", "enumerate_models", "is_cut"]


def enumerate_models(oracle: Any, task: Task, listener: Listener, *, interruptible: bool) -> bool:
    """Block model after model; only the first counts if there are prices, all of them 0."""
    if task["settings"].get("warm_start"):
        oracle.start_mode(True)
    found = 0
    while True:
        answer = solve(oracle, [], interruptible=interruptible)
        listener.emit(("e", effort(oracle)))
        if answer is None:  # it is to stop, or only to rest for a while
            listener.check()
            oracle.clear_interrupt()
            continue
        if not answer:
            return True
        chosen = chosen_of(oracle.get_model(), task)
        if is_cut(oracle, task, chosen, listener):
            continue
        if not listener.emit(("v", chosen)):
            return False
        other = block(chosen, task)
        if not other or task["softs"] is not None:
            return True
        found += 1
        if found == task["most"]:
            return False
        oracle.add_clause(other)


def is_cut(oracle: Any, task: Task, chosen: list[int], listener: Listener) -> bool:
    """Whether a model is no solution; the solver then has clauses that cut it off."""
    clauses = listener.judge(chosen) if task["judged"] else []
    for clause in clauses:
        oracle.add_clause(clause)
    return bool(clauses)


def answer(
    oracle: Any,
    task: Task,
    given: list[int],
    limit: int,
    listener: Listener,
    *,
    interruptible: bool,
) -> tuple[int, list[int]] | None:
    """Return how many models hold the given options, up to `limit`, and the options of the first.

    The given options are assumed, and models blocked behind a switch that is thrown off afterwards:
    the formula stays as it was, and what the solver learnt serves the next question (Een and
    Sorensson, "Temporal induction by incremental SAT solving", 2003). None: interrupted.
    """
    task["variables"] += 1
    switch = task["variables"]
    first: list[int] = []
    found = 0
    while found < limit:
        held = solve(oracle, [*given, switch], interruptible=interruptible)
        if held is None:
            return None
        if not held:
            break
        chosen = sorted({*chosen_of(oracle.get_model(), task), *given})
        if is_cut(oracle, task, chosen, listener):
            continue
        first = first if found else chosen
        found += 1
        other = block(chosen, task)
        if not other:
            break
        oracle.add_clause([-switch, *other])
    oracle.add_clause([-switch])
    return found, first


def block(chosen: list[int], task: Task) -> list[int]:
    """Return the clause "not all of these again, or a loose option besides".

    No other option could join them.
    """
    taken = set(chosen)
    return [-v for v in chosen] + [v for v in task["loose"] if v not in taken]
