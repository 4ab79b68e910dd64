"""The comments of a description, which a program keeps in front of what they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from ..places import STRING, Path, Places
from .layout import WIDTH

__all__ = ["Remarks"]

_COMMENT = re.compile(rf"(?P<comment>#[^\n]*)|{STRING.pattern}")  # no `#` in a string begins one


class Remarks:
    """The comments of a text, each block by the line that it stands above."""

    def __init__(self, text: str, document: Mapping[str, Any]) -> None:
        self._places, self._document = Places(text), document
        self._above: dict[int, list[str]] = {}
        block: list[str] = []
        comments = {
            text.count("\n", 0, match.start()) + 1
            for match in _COMMENT.finditer(text)
            if match["comment"]
        }
        for number, line in enumerate(text.splitlines(), 1):
            if number in comments and line.startswith("#"):
                block += wrap(f"# {line.lstrip('# ')}", WIDTH, subsequent_indent="# ")
            elif block and line.strip():
                self._above[number], block = block, []

    def of(self, *path: str | int) -> list[str]:
        """Return the comments on a table and on what is in it; each is told once."""
        found: list[str] = []
        for line in sorted({self._places.key(one)[0] for one in _paths(path, self._at(path))}):
            found += self._above.pop(line, [])
        return found

    def above(self, *path: str | int) -> list[str]:
        """Return the comments on a table alone, which stand above its header."""
        return self._above.pop(self._places.key(path)[0], [])

    def _at(self, path: Path) -> Any:
        value: Any = self._document
        for name in path:
            value = value[name]
        return value


def _paths(path: Path, value: Any) -> Iterator[Path]:
    yield path
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths((*path, name), inner)
