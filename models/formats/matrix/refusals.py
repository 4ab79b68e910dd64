"""What a text of a matrix cannot hold, said in one line that names it, and who can."""

from __future__ import annotations

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover
from ..format import Problem

__all__ = ["beyond_items", "conditions_in_words", "refuse", "require_items_alone"]

HOLD = {
    "costs": "wcnf, opb, mps, lp, minizinc and cpsat say them",
    "weights": "opb, mps, lp, minizinc and cpsat say them",
}


def conditions_in_words(matrix: ExactCover) -> str:
    """Return what the matrix has beside its items, as in `the graph rule loop`; "" for nothing."""
    for kind, conditions in (("graph rule", matrix.graph_rules), ("statement", matrix.statements)):
        if conditions:
            others = f" and {len(conditions) - 1} more" if len(conditions) > 1 else ""
            return f"the {kind} {conditions[0].name}{others}"
    return ""


def beyond_items(matrix: ExactCover) -> str:
    """Return the same with what was expected, and who holds it; "" for nothing.

    Graph rules stand in the TOML of a puzzle; what a statement of Python says has no text.
    """
    wrong = conditions_in_words(matrix)
    if wrong:
        wrong += ", expected items alone"
        wrong += " (of a puzzle, toml holds it)" if matrix.graph_rules else ""
    return wrong


def require_items_alone(matrix: ExactCover, form: str) -> None:
    """Raise ModelError, naming the format, if a solution must hold more than the items say."""
    wrong = beyond_items(matrix)
    if wrong:
        raise ModelError(f"{form}: {matrix!r} has {wrong}")


def refuse(form: str, problem: Problem, parts: str) -> ModelError:
    """Return the error for what a format does not say, and which formats do.

    parts  "costs", "weights" or "conditions"; only the first condition is named
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    if parts == "conditions" or matrix.conditions:
        return ModelError(f"{form}: {problem!r} has {beyond_items(matrix)}")
    advice = HOLD["weights" if matrix.has_weights else parts]
    return ModelError(f"{form}: {problem!r} has {parts}, expected none ({advice})")
