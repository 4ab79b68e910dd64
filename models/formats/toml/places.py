"""Where each key and each value of a TOML text stands.

`tomllib` says what a text holds, not where. This scanner walks over a text that `tomllib` has
accepted (https://toml.io/en/v1.0.0), so it checks nothing, and notes the place of every key and
value under its path: ("rules", "row", "by"), with numbers for the elements of arrays.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

__all__ = ["STRING", "Path", "Place", "Places"]

Path = tuple[str | int, ...]
Place = tuple[int, int]

_SPACE = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
STRING = re.compile(
    r"""\"{3}(?s:(?:\\.|[^\\])*?)\"{3,5}|'{3}(?s:.*?)'{3,5}"""
    r"""|"(?:\\.|[^"\\\n])*"|'[^'\n]*'"""
)
_BARE = re.compile(r"[^,\]}\n#]*")
_KEY = re.compile(r"""[ \t]*([A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')[ \t]*""")


class Places:
    """The places (line, column), from 1, of the keys and values of a TOML text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._keys: dict[Path, int] = {}
        self._values: dict[Path, int] = {}
        self._arrays: dict[Path, int] = {}
        self._scan()

    def key(self, path: Path) -> Place:
        """Return the place of a key, or of the nearest thing around it."""
        return self._place(self._keys, path)

    def value(self, path: Path) -> Place:
        """Return the place of a value, or of the nearest thing around it."""
        return self._place(self._values, path)

    def offset(self, path: Path) -> int:
        """Return the offset in the text of a value, or of the nearest thing around it."""
        return self._offset(self._values, path)

    def at(self, offset: int) -> Place:
        """Return the place of an offset in the text."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def _place(self, known: dict[Path, int], path: Path) -> Place:
        return self.at(self._offset(known, path))

    def _offset(self, known: dict[Path, int], path: Path) -> int:
        while path and path not in known and path not in self._keys:
            path = path[:-1]
        return known.get(path, self._keys.get(path, 0))

    def _scan(self) -> None:
        at, prefix = self._skip(0), ()
        base: Path = prefix
        while at < len(self._text):
            if self._text[at] == "[":
                double = self._text.startswith("[[", at)
                base, at = self._header(at, double)
                at += 2 if double else 1
            else:
                at = self._pair(at, base)
            at = self._skip(at)

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        return at if match is None else match.end()

    def _header(self, at: int, double: bool) -> tuple[Path, int]:
        """Read `[a.b]` or `[[a.b]]` up to its closing bracket; note that path."""
        names, end = self._names(at + (2 if double else 1))
        path: Path = ()
        for place, name in enumerate(names):
            path += (name,)
            last = place == len(names) - 1
            if last and double:
                self._arrays[path] = self._arrays.get(path, -1) + 1
            if not last or not double:
                self._keys.setdefault(path, at)
            if path in self._arrays:
                path += (self._arrays[path],)
        self._keys.setdefault(path, at)
        self._keys.setdefault(path[:-1], at)
        return path, end

    def _names(self, at: int) -> tuple[list[str], int]:
        """Read a dotted key; return its parts and the offset behind it."""
        names: list[str] = []
        while True:
            match = _KEY.match(self._text, at)
            if match is None:
                return names, at
            name = match[1]
            names.append(tomllib.loads(f"key={name}")["key"] if name[0] in "\"'" else name)
            at = match.end()
            if not self._text.startswith(".", at):
                return names, at
            at += 1

    def _pair(self, at: int, base: Path) -> int:
        names, end = self._names(at)
        path = base
        for name in names:
            path += (name,)
            self._keys.setdefault(path, at)
        if not names:
            return end + 1  # not TOML; go on, for all that is wanted is a place
        return self._read(self._skip(end + 1), path)

    def _read(self, at: int, path: Path) -> int:
        """Note the value at that offset; return the offset behind it."""
        self._values[path] = at
        self._keys.setdefault(path, at)
        if self._text.startswith("[", at):
            return self._array(at, path)
        if self._text.startswith("{", at):
            return self._inline(at, path)
        match = STRING.match(self._text, at) or _BARE.match(self._text, at)
        return at if match is None else match.end()

    def _array(self, at: int, path: Path) -> int:
        at, number = self._skip(at + 1), 0
        while at < len(self._text) and self._text[at] != "]":
            at = self._skip(self._read(at, (*path, number)))
            number += 1
            if self._text.startswith(",", at):
                at = self._skip(at + 1)
        return at + 1

    def _inline(self, at: int, path: Path) -> int:
        at = self._skip(at + 1)
        while at < len(self._text) and self._text[at] != "}":
            at = self._skip(self._pair(at, path))
            if self._text.startswith(",", at):
                at = self._skip(at + 1)
        return at + 1
