"""Questions that a part of a suite is asked: of those of the whole suite some."""

from __future__ import annotations

from ...models.errors import excerpt
from ...models.formats.toml.node import Node

__all__ = ["asked_of"]


def asked_of(node: Node, known: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return what `questions` of a table lists; None: it has no such key, all are meant.

    Raises InputError for a question that the suite does not ask.
    """
    if "questions" not in node:
        return None
    listed = node["questions"].array()
    names = tuple(one.string("a question") for one in listed)
    for one, name in zip(listed, names, strict=True):
        if name not in known:
            raise one.error(f"question {excerpt(name)}, expected one of the suite's")
    if not names:
        raise node["questions"].error("no questions, expected some of the suite's")
    return names
