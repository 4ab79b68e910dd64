"""What is asked about some instances, and who is asked, where that is not all of the suite.

[[instances]]
files = ["hard/*.txt"]
questions = ["first"]
solvers = ["dlx:weights", "cpsat, no cuts"]         labels, of the suite's solvers
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...models.errors import did_you_mean, excerpt
from ...models.formats.toml.node import Node
from .suite import Variant

__all__ = ["KEYS", "Choice", "questions_of"]

KEYS = ("questions", "solvers")


@dataclass(frozen=True)
class Choice:
    """The suite's questions and the labels of its solvers, of which tables choose some."""

    questions: tuple[str, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, questions: tuple[str, ...], solvers: Sequence[Variant]) -> Choice:
        """Return all that a suite has."""
        return cls(questions, tuple(one.label for one in solvers))

    def within(self, node: Node) -> Choice:
        """Return what a table chooses. Raises InputError for what the suite has not."""
        questions = questions_of(node["questions"], self.questions) if "questions" in node else None
        labels = _listed(node["solvers"], self.labels, "solver") if "solvers" in node else None
        return Choice(
            self.questions if questions is None else questions,
            self.labels if labels is None else labels,
        )


def questions_of(node: Node, known: Sequence[str]) -> tuple[str, ...]:
    """Return the questions of a list. Raises InputError for one that the suite does not ask."""
    return _listed(node, known, "question")


def _listed(node: Node, known: Sequence[str], what: str) -> tuple[str, ...]:
    found: list[str] = []
    for one in node.array():
        name = one.string(f"a {what}")
        if name not in known:
            close = did_you_mean(name, known)
            raise one.error(f"{what} {excerpt(name)}, expected one of the suite's{close}")
        found.append(name)
    if not found:
        raise node.error(f"no {what}s, expected some of the suite's")
    return tuple(found)
