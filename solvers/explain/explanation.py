"""What `explain` hands back: which parts of a puzzle clash, and how that is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...models.answer import Answer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from .finding import Finding, Verdict
from .statements import Statement
from .words import tell

if TYPE_CHECKING:
    from ...models.picture.notebook import Page

__all__ = ["Explanation", "Verdict"]


@dataclass(frozen=True)
class Explanation(Finding):
    """Why a puzzle has no solution, or why a choice is forced or impossible.

    `str()` tells it in the puzzle's words, `to_dict()` as JSON can hold it; `Finding` lists its
    fields.
    """

    def __str__(self) -> str:
        return tell(self)

    def _page(self) -> Page:
        from .as_html import explanation_page

        return explanation_page(self)

    def _repr_html_(self) -> str | None:
        return self._page().html

    def _repr_svg_(self) -> str | None:
        return self._page().svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Mapping[str, str]:
        return self._page().bundle(include, exclude)

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON can hold it: choices and groups by name."""
        problem = self.problem
        items = (problem if isinstance(problem, ExactCover) else problem.matrix).items
        return {
            "verdict": str(self.verdict),
            "choice": None if self.choice is None else self._name(self.choice),
            "groups": [str(group) for group in self.groups],
            "givens": [self._name(option) for option in self.givens],
            "forbidden": [self._name(option) for option in self.forbidden],
            "conditions": [self._condition(number) for number in self.conditions],
            "irreducible": self.irreducible,
            "smallest": self.smallest,
            "confirmed": self.confirmed,
            "evidence": self.evidence.to_dict(),
            "statements": [
                _as_dict(one)
                | {
                    "choices": [self._name(option) for option in one.options],
                    "groups": [str(items[item]) for item in one.items],
                }
                for one in self.statements
            ],
            "relaxation": self._relaxed(),
            "text": str(self),
            "answers": [
                one.to_dict() if isinstance(one, Answer) else {"options": list(one)}
                for one in self.answers
            ],
        }

    def _relaxed(self) -> dict[str, Any] | None:
        found, problem = self.relaxation, self.problem
        if found is None:
            return None
        answer: dict[str, Any] | None = None
        if found.options is not None:
            answer = {"options": list(found.options)}
            if isinstance(problem, Puzzle):
                answer = problem.read(found.options).to_dict()
        return {
            "statements": [_as_dict(one) for one in found.statements],
            "of_statements": found.total,
            "least": found.least,
            "bound": found.bound,
            "evidence": str(found.evidence),
            "answer": answer,
        }

    def _condition(self, number: int) -> str:
        problem = self.problem
        matrix = problem if isinstance(problem, ExactCover) else problem.matrix
        return matrix.conditions[number].name

    def _name(self, option: int) -> str:
        problem = self.problem
        if isinstance(problem, ExactCover):
            return problem.option_name(option)
        return problem.describe(option)


def _as_dict(one: Statement) -> dict[str, Any]:
    return {"kind": str(one.kind), "text": one.text, "source": one.source}
