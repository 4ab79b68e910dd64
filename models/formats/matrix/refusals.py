"""What a text of a matrix cannot hold, said in one line that names it."""

from __future__ import annotations

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover

__all__ = ["conditions_in_words", "require_items_alone"]


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
        raise ModelError(f"{form}: {matrix!r} has {wrong}, expected items alone")
