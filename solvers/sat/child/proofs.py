"""A solver that writes down why there is no model, as it searches."""

from __future__ import annotations

from typing import Any

from .task import Task

__all__ = ["proved", "prover"]


def prover(task: Task) -> Any:
    """Return the solver, which writes a proof, and has no formula yet."""
    from pysat.solvers import Solver

    return Solver(name=task["solver"], with_proof=True)


def proved(oracle: Any, held: bool) -> tuple[list[int] | None, list[str]]:
    """Return the model's true variables, or None and the steps of the proof."""
    if held:
        return [v for v in oracle.get_model() or [] if v > 0], []
    return None, [step.strip() for step in oracle.get_proof() or []]
