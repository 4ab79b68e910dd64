"""SudokuPad's short hand of JSON, in which its own links hold a puzzle.

Quotes are single ones, keys have none, `t` and `f` are true and false, a color is `#0`, `#F` or its
six digits alone, and where a value should stand and nothing does, an empty object is meant. The
keys that are often used are one or two letters long. Plain JSON is read too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ...errors import InputError, excerpt
from .json_values import Value

__all__ = ["parsed_loosely"]

LONG_KEYS: Mapping[str, str] = {
    "c": "color",
    "ca": "cages",
    "ct": "center",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "w": "width",
    "h": "height",
    "v": "value",
    "vd": "videos",
    "l": "lines",
    "r": "rounded",
    "re": "regions",
    "fs": "fontSize",
    "th": "thickness",
    "hl": "headLength",
    "wp": "wayPoints",
    "t": "title",
    "te": "text",
    "d": "duration",
    "d2": "d",
}
_DEEPEST = 40
_TOKEN = re.compile(r"""[][{},:]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^][{},:'"\s]+""", re.DOTALL)
_NAMED = {"t": True, "true": True, "f": False, "false": False, "null": None}
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?")
_COLOR = re.compile("#?[0-9a-fA-F]{1,8}")


def parsed_loosely(text: str) -> Value:
    """Return the value of a text, with its keys spelled out.

    Raises InputError, of no file, with the column, for what is no such text.
    """
    return Value(_Parser(text).whole(), "")


class _Parser:
    """Reads tokens one after the other; a bracket in too many brackets ends it."""

    def __init__(self, text: str) -> None:
        self.text, self.end = text, 0
        self.token: str | None = ""
        self._next()

    def whole(self) -> Any:
        """Read the whole text."""
        found = self._value(0)
        if self.token is not None:
            raise self._error("the end")
        return found

    def _error(self, expected: str) -> InputError:
        found = "the text ends" if self.token is None else excerpt(self.token)
        start = self.end - len(self.token or "")
        return InputError(f"{found}, expected {expected}", column=start + 1)

    def _next(self) -> None:
        match = re.compile(r"\s*").match(self.text, self.end)
        start = self.end if match is None else match.end()
        if start == len(self.text):
            self.token, self.end = None, start
            return
        found = _TOKEN.match(self.text, start)
        if found is None:  # a quote that nothing closes
            self.token, self.end = self.text[start : start + 20], start + 20
            raise self._error("a text in quotes")
        self.token, self.end = found[0], found.end()

    def _take(self, wanted: str) -> None:
        if self.token != wanted:
            raise self._error(wanted)
        self._next()

    def _value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise self._error("fewer brackets in brackets")
        if self.token == "[":
            self._take("[")
            if self.token == "]":
                self._next()
                return []
            found = [self._value(depth + 1)]
            while self.token == ",":
                self._next()
                found.append(self._value(depth + 1))
            self._take("]")
            return found
        if self.token == "{":
            return self._object(depth)
        if self.token in (",", "]", "}"):
            return {}
        if self.token is None or self.token == ":":
            raise self._error("a value")
        found = self._plain(self.token)
        self._next()
        return found

    def _object(self, depth: int) -> dict[str, Any]:
        self._take("{")
        found: dict[str, Any] = {}
        while self.token != "}":
            if self.token is None or self.token in "[]{},:":
                raise self._error("a key")
            written = str(self._string(self.token)) if self.token[0] in "'\"" else self.token
            key = LONG_KEYS.get(written, written)
            if key in found:
                raise self._error(f"another key than {excerpt(key)} twice")
            self._next()
            self._take(":")
            found[key] = self._value(depth + 1)
            if self.token != "}":
                self._take(",")
        self._next()
        return found

    def _plain(self, token: str) -> Any:
        if token[0] in "'\"":
            return self._string(token)
        if token in _NAMED:
            return _NAMED[token]
        if _NUMBER.fullmatch(token):
            number = float(token)
            return int(number) if number.is_integer() else number
        if _COLOR.fullmatch(token):
            return f"#{token.removeprefix('#')}"
        raise self._error("a value")

    def _string(self, token: str) -> str:
        inside = token[1:-1]
        if token[0] == "'":
            inside = re.sub(r"""\\'|\\"|"|\\.""", _requoted, inside, flags=re.DOTALL)
        try:
            return str(json.loads(f'"{inside}"', strict=False))
        except ValueError:
            raise self._error("a text in quotes") from None


def _requoted(found: re.Match[str]) -> str:
    if found[0] in ('"', '\\"'):
        return '\\"'
    return "'" if found[0] == "\\'" else found[0]
