"""What a solver is told besides the question: a seed, and parameters of its own library.

Who draws nothing at random passes over the seed. Parameters are for the solver that is named: those
that take none, and `auto`, which asks several, refuse them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...models.errors import ModelError
from .limits import whole_number
from .solver import Solver

__all__ = ["MOST_SEED", "checked_parameters", "checked_seed"]

MOST_SEED = 2**31 - 1  # what the libraries hold


def checked_seed(seed: object) -> int | None:
    """Return the seed. Raises ModelError unless it is None or 0 to MOST_SEED."""
    return None if seed is None else whole_number("seed {}", seed, 0, MOST_SEED)


def checked_parameters(solver: Solver, parameters: object) -> dict[str, Any]:
    """Return the parameters by name; the solver itself sees whether it knows them.

    Raises ModelError where it takes none, and for what is no mapping of names.
    """
    if parameters is None:
        return {}
    if not isinstance(parameters, Mapping) or not all(isinstance(name, str) for name in parameters):
        raise ModelError(f"parameters: {parameters!r}, expected a mapping of names to values")
    if parameters and not solver.takes_parameters:
        why = "; name the solver that they are for" if solver.name == "auto" else ""
        raise ModelError(f"solver {solver.name} takes no parameters{why}")
    return dict(parameters)
