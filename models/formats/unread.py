"""Warnings about the parts of a text that no reader asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Unread", "warnings_about"]

MOST_ALIKE = 3  # warnings of a kind, before they are counted
MOST_LINES = 20


class Unread(NamedTuple):
    """A part of a text that no reader asked for.

    kind     parts of one kind are counted in one warning where they are many
    name     the subject of "is not read": where the part stands, and what it is
    several  whether the subject is in the plural
    """

    kind: str
    name: str
    several: bool = False


def warnings_about(parts: Iterable[Unread]) -> list[str]:
    """Return a line for each part, but a single line for many of a kind."""
    kinds: dict[str, list[Unread]] = {}
    for part in parts:
        kinds.setdefault(part.kind, []).append(part)
    lines = []
    for same in kinds.values():
        if len(same) > MOST_ALIKE:
            lines.append(f"{same[0].name} and {len(same) - 1} others like it are not read")
        else:
            lines += [f"{part.name} {'are' if part.several else 'is'} not read" for part in same]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"{len(lines) - MOST_LINES} other parts are not read"]
    return lines
