"""What is said where something else than a puzzle or a matrix is asked a question."""

from __future__ import annotations

from typing import Any

from ...models.errors import ModelError, excerpt
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle

__all__ = ["require_problem"]

EXPECTED = "expected a Puzzle or an ExactCover"
LONG = 60  # characters of what is shown


def require_problem(found: Any) -> None:
    """Raise ModelError, which says what was meant as far as one can tell, for no puzzle."""
    if not isinstance(found, Puzzle | ExactCover):
        raise ModelError(f"{_shown(found)}, {EXPECTED}{_meant(found)}")


def _shown(found: Any) -> str:
    return excerpt(found, LONG) if isinstance(found, str) else excerpt(repr(found), LONG)[1:-1]


def _meant(found: Any) -> str:
    from ...models.gallery import Entry, entry

    if isinstance(found, str):
        try:
            name = entry(found.removeprefix("gallery:")).name
        except ModelError:
            return "; minuet.models.formats.read(text).problems has those of a text"
        return f": minuet.models.gallery.entry({name!r}).load()"
    if isinstance(found, Entry):
        return f": entry({found.name!r}).load()"
    if isinstance(found, type) and issubclass(found, Puzzle):
        return f": {found.__name__}(...) makes one"
    if hasattr(found, "problems"):
        return ": its `problems` are such"
    if isinstance(found, list | tuple):
        return ", one at a time; `solve_many` takes one and many givens"
    return ""
