"""CP-SAT's parameters: what minuet sets itself, what the user may add, and what not.

A parameter must not make an answer wrong without a word. So those are refused that widen the gaps,
that end a search early and still let CP-SAT speak of an optimum, that fix variables, and those that
are asked for in other ways. Limits on conflicts or on deterministic time are taken: CP-SAT says so
when one ends it. Several workers miscount an enumeration, so they are taken for costs alone.
"""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any

from ....models.errors import ModelError, did_you_mean
from ...contract.query import Query

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["set_parameters"]

INSTEAD = {
    "max_time_in_seconds": "use time_limit",
    "random_seed": "use seed",
    "num_search_workers": "use num_workers or threads",
}
INEXACT = frozenset(
    {
        "absolute_gap_limit",
        "catch_sigint_signal",
        "cp_model_presolve_only",
        "enumerate_all_solutions",
        "fill_additional_solutions_in_response",
        "fill_tightened_domains_in_response",
        "fix_variables_to_their_hinted_value",
        "keep_all_feasible_solutions_in_presolve",
        "relative_gap_limit",
        "stop_after_first_solution",
        "stop_after_presolve",
        "stop_after_root_propagation",
    }
)
REPEATS = (
    "use_probing_search"  # enumerating with it, CP-SAT finds the same solution again and again
)
CONFLICTS = "max_number_of_conflicts"
WORKERS = ("num_workers", "interleave_search", "num_full_subsolvers")


def set_parameters(solver: cp_model.CpSolver, query: Query, *, costs: bool) -> None:
    """Set the parameters of a query, those that it brings along last.

    Raises ModelError, in one line, for a name that CP-SAT does not know, for a value of another
    type, and for what would leave answers inexact.
    """
    chosen = solver.parameters
    chosen.catch_sigint_signal = False
    # Gaps are measured in floating point: with great costs one of 0 need not be none.
    chosen.absolute_gap_limit = 0.0
    chosen.relative_gap_limit = 0.0
    if math.isfinite(left := query.deadline.longest()):
        chosen.max_time_in_seconds = left
    if query.seed is not None:
        chosen.random_seed = query.seed
    if not costs:
        chosen.num_workers = 1
        chosen.enumerate_all_solutions = True
    elif query.threads > 1:
        chosen.num_workers = query.threads
    else:
        # Who gives a seed wants the same again, and several workers race; where their conflicts
        # are limited they even begin anew forever.
        alone = query.seed is not None or CONFLICTS in query.parameters
        if alone:
            chosen.num_workers = 1
        else:
            # How many cores this process may use.
            chosen.num_workers = (
                len(os.sched_getaffinity(0))
                if hasattr(os, "sched_getaffinity")
                else os.cpu_count() or 1
            )
    if query.parameters:
        chosen.merge_text_format(_as_text(query.parameters, costs=costs))


def _as_text(parameters: Any, *, costs: bool) -> str:
    """Return the parameters in the text that CP-SAT reads, each checked."""
    from ortools.sat import sat_parameters_pb2

    message = sat_parameters_pb2.SatParameters()
    for name, value in parameters.items():
        what = f"solver cpsat: parameter {name}"
        if name not in message.DESCRIPTOR.fields_by_name:
            close = did_you_mean(name, message.DESCRIPTOR.fields_by_name)
            raise ModelError(
                f"solver cpsat: unknown parameter {name!r}, expected a SatParameter{close}"
            )
        if name in INSTEAD:
            raise ModelError(f"{what} is not taken, {INSTEAD[name]}")
        if name.startswith("debug_"):
            raise ModelError(f"{what} is not taken: it may end the process")
        if name in INEXACT:
            raise ModelError(f"{what} is not taken: answers would no longer be exact")
        if name in WORKERS and not costs and value not in (1, False):
            raise ModelError(f"{what} is taken for costs alone: several workers miscount")
        if name == REPEATS and not costs:
            raise ModelError(f"{what} is taken for costs alone: solutions would come again")
        try:
            setattr(message, name, value)
        except (TypeError, ValueError, AttributeError) as error:
            raise ModelError(f"{what} {value!r}: {error}") from None
    return str(message)
