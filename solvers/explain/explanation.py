"""What `explain` hands back: which parts of a puzzle clash, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass

from .finding import Finding, Verdict
from .words import tell

__all__ = ["ExplainInterrupted", "Explanation", "Verdict"]


@dataclass(frozen=True)
class Explanation(Finding):
    """Why a puzzle has no solution, or why a choice is forced or impossible.

    `str()` tells it in the puzzle's words; `Finding` lists its fields.
    """

    def __str__(self) -> str:
        return tell(self)


class ExplainInterrupted(KeyboardInterrupt):
    """Ctrl-C while an explanation was looked for; `explanation` is what was known by then."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(f"interrupted: {explanation.verdict}")
        self.explanation = explanation

    def __reduce__(self) -> tuple[type[ExplainInterrupted], tuple[Explanation]]:
        return type(self), (self.explanation,)
