"""Solutions as JSON Lines: a document of the kind `solution` each, on a line of its own."""

from __future__ import annotations

from typing import Any

from ...models.answer import Answer
from ...solvers.contract.batch import Options
from .document import dumped

__all__ = ["solution_line"]


def solution_line(place: int, solution: Answer | Options, **told: Any) -> str:
    """Return one solution of the puzzle at a place of its file; `told` stands before the answer."""
    read = solution.to_dict() if isinstance(solution, Answer) else {"options": list(solution)}
    return dumped("solution", puzzle=place, **told, answer=read)
