"""Of which search a checkpoint is: the matrix, the selection, the question and who answers it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from ....models.errors import Unsupported
from ...contract.query import Query

__all__ = ["SearchKey"]

SHORT = 12  # digits of a digest: enough to tell one from another
IN_WORDS = {
    "question": "another question",
    "digest": "another matrix",
    "given": "other given options",
    "forbidden": "other forbidden options",
    "solver": "another solver",
    "version": "another version of minuet",
    "settings": "other settings",
}


OPTIONS = ("given", "forbidden")


@dataclass(frozen=True)
class SearchKey:
    """What must be the same for a search to go on.

    question  "count", "solutions" or "check"
    digest    of the matrix
    given, forbidden  the selection, ascending
    solver    as it was asked for; version: of minuet, of which the engines are part
    settings  what else the answer depends on
    """

    question: str
    digest: str
    given: tuple[int, ...]
    forbidden: tuple[int, ...]
    solver: str
    version: str
    settings: str = ""

    @classmethod
    def of(
        cls, question: str, query: Query, solver: str, version: str, settings: str = ""
    ) -> SearchKey:
        """Return the key of a query.

        Raises Unsupported where there are statements: what their functions say no digest tells.
        """
        if query.matrix.statements:
            raise Unsupported("a checkpoint does not support statements")
        given, forbidden = tuple(sorted(query.given)), tuple(sorted(query.forbidden))
        return cls(question, query.matrix.digest, given, forbidden, solver, version, settings)

    @classmethod
    def from_dict(cls, known: dict[str, Any]) -> SearchKey:
        """Return the key that `to_dict` wrote. Raises ValueError, TypeError for anything else."""
        if not isinstance(known, dict):
            raise TypeError("key")
        for one in fields(cls):
            if not _fits(one.name, known.get(one.name)):
                raise ValueError(one.name)
        numbers = {name: tuple(known[name]) for name in OPTIONS}
        return cls(**(known | numbers))

    def to_dict(self) -> dict[str, Any]:
        """Return the key as JSON holds it."""
        return asdict(self) | {"given": list(self.given), "forbidden": list(self.forbidden)}

    def difference(self, other: SearchKey) -> str | None:
        """Say in what another key differs, the weightiest first; None: in nothing."""
        for name, words in IN_WORDS.items():
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine == theirs:
                continue
            if name in ("given", "forbidden"):
                return words
            length = SHORT if name == "digest" else 80
            cure = f"; it goes on with that one: --solver {theirs}" if name == "solver" else ""
            return f"{words} ({theirs[:length]}), expected {mine[:length]}{cure}"
        return None


def _fits(name: str, value: Any) -> bool:
    if name not in OPTIONS:
        return isinstance(value, str)
    if not isinstance(value, list) or not all(type(one) is int and one >= 0 for one in value):
        return False
    return value == sorted(set(value))
