"""The choice that `auto` makes, by the matrix and the question, with its reason in words."""

from __future__ import annotations

from typing import NamedTuple

from ..models.exact_cover import ExactCover

__all__ = ["Choice", "choose"]


class Choice(NamedTuple):
    """A solver's name and why it was chosen."""

    solver: str
    reason: str


def choose(matrix: ExactCover, question: str) -> Choice:
    """Choose a solver for the question: "first", "all", "count" or "best"."""
    if question == "best" and matrix.has_costs:
        return Choice("mip", "there are costs, and relaxations of exact covers are tight")
    return Choice("dlx", "dancing links answer any matrix")
