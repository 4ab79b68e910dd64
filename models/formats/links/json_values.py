"""JSON values of links: each checks its type, knows its path and records which parts were read.

The last part reads SudokuPad's compact JSON. A value is held with its path, as in `arrow 2: lines
1`, so that a mistake in a puzzle that was packed into a link, where no line and column show
anything, is named all the same.

A value also records which of its parts were read. `Value.warnings` names the parts that no reader
asked for, so that a reader cannot drop a key by forgetting it: it reads the key, or calls `ignore`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import InputError, ModelError, excerpt
from ..source import Unread, warnings_about

__all__ = ["Value", "parsed", "parsed_loosely"]

_NUMBER = re.compile("-?[0-9]{1,6}")
_DIGITS = re.compile("[0-9]+")
_TRUTH = {"true": True, "false": False}


def parsed(text: str) -> Value:
    """Return the value of a JSON text.

    Raises InputError, of no file, for what is no JSON, for a key that stands twice in an object,
    and for brackets in too many brackets.
    """
    try:
        return Value(json.loads(text, object_pairs_hook=_object, parse_constant=_no_number), "")
    except json.JSONDecodeError as error:
        message = f"{error.msg[:1].lower()}{error.msg[1:]}, expected JSON"
        raise InputError(message, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InputError("brackets in too many brackets, expected a puzzle") from None
    except ValueError as error:  # a key twice, or a number of thousands of digits
        raise InputError(str(error).partition(";")[0] + ", expected a puzzle") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{excerpt(twice)} twice in an object")
    return fields


def _no_number(name: str) -> None:
    raise ValueError(f"{name} among the numbers")


class Value:
    """A value of JSON, its path, and a record of the parts that were read.

    plain  the value itself; looking at it does not count as reading

    The methods that read raise ModelError for another kind of value.
    """

    def __init__(self, plain: Any, path: str, notes: list[str] | None = None) -> None:
        self.plain, self.path = plain, path
        self._notes: list[str] = [] if notes is None else notes  # of the whole document
        self._parts: dict[str | int, Value] = {}
        self._is_open = self._is_read = False

    def error(self, expected: str) -> ModelError:
        """Return, for the caller to raise, what is said of a value that is not as expected."""
        where = f"{self.path}: " if self.path else ""
        return ModelError(f"{where}{self._spelled()}, expected {expected}")

    @property
    def is_said(self) -> bool:
        """Whether there is anything: not null, false, nor an empty text, list or object."""
        return self.plain is not False and not _is_empty(self.plain)

    # ---- Reading --------------------------------------------------------------------------

    def __contains__(self, key: str) -> bool:
        return key in self._object()

    def fields(self) -> dict[str, Value]:
        """Return the values of an object by key."""
        return {key: self.field(key) for key in self._object()}

    def field(self, key: str) -> Value:
        """Return the value of a key of an object; null if there is no such key."""
        plain = self._object()
        self._is_open = True
        return self._part(key, plain.get(key), self._path_of(key))

    def items(self, name: str = "") -> Iterator[Value]:
        """Yield the values of a list; null is an empty one.

        name  what one is called in messages, with its number; "" : as the list
        """
        if self.plain is None:
            plain = []
        else:
            if not isinstance(self.plain, list):
                raise self.error("a list")
            plain = self.plain
        self._is_open = True
        path = f"{self.path}: {name}" if name and self.path else name or self.path
        for number, value in enumerate(plain, 1):
            yield self._part(number, value, f"{path} {number}".strip())

    def text(self) -> str:
        """Return a text; a number is read as its digits, null as no text."""
        self._is_read = True
        if self.plain is None:
            return ""
        if isinstance(self.plain, bool) or not isinstance(self.plain, str | int):
            raise self.error("a text")
        return str(self.plain)

    def number(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`; it may stand as text."""
        self._is_read = True
        plain = self.plain
        if isinstance(plain, float) and plain.is_integer():
            plain = int(plain)
        if isinstance(plain, str) and _NUMBER.fullmatch(plain.strip()):
            plain = int(plain)
        if isinstance(plain, bool) or not isinstance(plain, int) or not low <= plain <= high:
            raise self.error(f"a number from {low} to {high}")
        return plain

    def flag(self) -> bool:
        """Return true or false, which may stand as text; null is false."""
        self._is_read = True
        plain = self.plain
        if isinstance(plain, str):
            plain = _TRUTH.get(plain.strip().lower(), plain)
        if not isinstance(plain, bool | None):
            raise self.error("true or false")
        return bool(plain)

    def ignore_all(self) -> None:
        """Count the value, with all that is in it, as read: it has no effect on the solutions."""
        self._is_read = True

    def ignore(self, *keys: str) -> None:
        """Count some keys of an object as read, with all that is in them, such as colors."""
        for key in keys if isinstance(self.plain, dict) else ():
            if key in self.plain:
                self.field(key).ignore_all()

    # ---- What was not read ----------------------------------------------------------------

    def warn(self, message: str) -> None:
        """Record that something is not read, for `warnings` of the whole document."""
        if message not in self._notes:
            self._notes.append(message)

    def warnings(self) -> list[str]:
        """Return what was recorded by `warn`, and a line for each part that was not read."""
        return [*self._notes, *warnings_about(value._described() for value in self._unread())]

    def _unread(self) -> Iterator[Value]:
        """Yield the parts that were not read, the largest ones."""
        if self._is_read or _is_empty(self.plain):
            return
        if not self._is_open:
            yield self
        elif isinstance(self.plain, dict):
            for key, value in self.plain.items():
                yield from self._part(key, value, self._path_of(key))._unread()
        else:
            for number, value in enumerate(self.plain, 1):
                yield from self._part(number, value, f"{self.path} {number}")._unread()

    def _described(self) -> Unread:
        """Return what a warning says of a value that was not read."""
        kind, name = _DIGITS.sub("0", self.path), self.path or "the document"
        if isinstance(self.plain, list):
            count = len(self.plain)
            return Unread(
                kind, f"{name}: {count} {'entry' if count == 1 else 'entries'}", count > 1
            )
        if self.plain is True or isinstance(self.plain, dict):
            return Unread(kind, name)
        return Unread(kind, f"{name} {self._spelled()}")

    def _spelled(self) -> str:
        if isinstance(self.plain, list | dict):
            return "a list" if isinstance(self.plain, list) else "an object"
        if self.plain is None:
            return "nothing"
        if isinstance(self.plain, str):
            return excerpt(self.plain)
        return excerpt(json.dumps(self.plain)).strip("'")

    def _object(self) -> dict[str, Any]:
        if not isinstance(self.plain, dict):
            raise self.error("an object")
        return self.plain

    def _path_of(self, key: str) -> str:
        name = key if key.isidentifier() or len(key) < 20 else excerpt(key)
        return f"{self.path}{': ' if self.path[-1:].isdigit() else ' '}{name}".strip()

    def _part(self, key: str | int, value: Any, path: str) -> Value:
        """Return the one `Value` of a key or a number, which records whether it was read."""
        if key not in self._parts:
            self._parts[key] = Value(value, path, self._notes)
        return self._parts[key]


def _is_empty(plain: Any) -> bool:
    return plain is None or (isinstance(plain, str | list | dict) and not plain)


# ---- SudokuPad's compact JSON --------------------------------------------------------------------
# Quotes are single ones, keys have none, `t` and `f` are true and false, a color is `#0`, `#F` or
# its six digits alone, and where a value should stand and nothing does, an empty object is meant.
# The keys that are often used are one or two letters long. Plain JSON is read too.


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
_LOOSE_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?")
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
        value = self._value(0)
        if self.token is not None:
            raise self._error("the end")
        return value

    def _error(self, expected: str) -> InputError:
        shown = "the text ends" if self.token is None else excerpt(self.token)
        start = self.end - len(self.token or "")
        return InputError(f"{shown}, expected {expected}", column=start + 1)

    def _next(self) -> None:
        match = re.compile(r"\s*").match(self.text, self.end)
        start = self.end if match is None else match.end()
        if start == len(self.text):
            self.token, self.end = None, start
            return
        token_match = _TOKEN.match(self.text, start)
        if token_match is None:  # a quote that nothing closes
            self.token, self.end = self.text[start : start + 20], start + 20
            raise self._error("a text in quotes")
        self.token, self.end = token_match[0], token_match.end()

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
            value = [self._value(depth + 1)]
            while self.token == ",":
                self._next()
                value.append(self._value(depth + 1))
            self._take("]")
            return value
        if self.token == "{":
            return self._object(depth)
        if self.token in (",", "]", "}"):
            return {}
        if self.token is None or self.token == ":":
            raise self._error("a value")
        value = self._plain(self.token)
        self._next()
        return value

    def _object(self, depth: int) -> dict[str, Any]:
        self._take("{")
        fields: dict[str, Any] = {}
        while self.token != "}":
            if self.token is None or self.token in "[]{},:":
                raise self._error("a key")
            written = str(self._string(self.token)) if self.token[0] in "'\"" else self.token
            key = LONG_KEYS.get(written, written)
            if key in fields:
                raise self._error(f"another key than {excerpt(key)} twice")
            self._next()
            self._take(":")
            fields[key] = self._value(depth + 1)
            if self.token != "}":
                self._take(",")
        self._next()
        return fields

    def _plain(self, token: str) -> Any:
        if token[0] in "'\"":
            return self._string(token)
        if token in _NAMED:
            return _NAMED[token]
        if _LOOSE_NUMBER.fullmatch(token):
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


def _requoted(match: re.Match[str]) -> str:
    if match[0] in ('"', '\\"'):
        return '\\"'
    return "'" if match[0] == "\\'" else match[0]
