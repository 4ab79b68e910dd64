"""What a text of a matrix cannot hold, said in one line that names it, and who can."""

from __future__ import annotations

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover
from ..format import Problem

__all__ = ["conditions_in_words", "refuse", "require_items_alone"]

HOLD = {
    "costs": "wcnf, opb, mps, lp, minizinc and cpsat say them",
    "weights": "opb, mps, lp, minizinc and cpsat say them",
}
TOML = "expected items alone (of a puzzle, toml holds it)"


def conditions_in_words(matrix: ExactCover) -> str:
    """Return what the matrix has beside its items, as in `the graph rule loop`; "" for nothing."""
    for kind, found in (("graph rule", matrix.graph_rules), ("statement", matrix.statements)):
        if found:
            others = f" and {len(found) - 1} more" if len(found) > 1 else ""
            return f"the {kind} {found[0].name}{others}"
    return ""


def require_items_alone(matrix: ExactCover, form: str) -> None:
    """Raise ModelError, naming the format, if a solution must hold more than the items say."""
    wrong = conditions_in_words(matrix)
    if wrong:
        raise ModelError(f"{form}: {matrix!r} has {wrong}, {TOML}")


def refuse(form: str, problem: Problem, what: str) -> ModelError:
    """Return the error for what a format does not say, and which formats do.

    what  "costs", "weights", or "conditions", of which the first is named
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    conditions = conditions_in_words(matrix)
    if what == "conditions":
        return ModelError(f"{form}: {problem!r} has {conditions}, {TOML}")
    told = HOLD["weights" if matrix.has_weights else what]
    if conditions:
        told = f"{what} with {conditions} only toml says"
    return ModelError(f"{form}: {problem!r} has {what}, expected none ({told})")
