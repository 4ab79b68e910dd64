"""The tokens of a JSON text one after the other, each with its place.

Read by hand, not by the json module: an error then says where it is, a key that stands twice is an
error too, and a text of a million brackets ends at the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...errors import InputError, excerpt
from ..source import Source
from .dlx_text import LONGEST_NAME

__all__ = ["UNWRITABLE", "Place", "Tokens"]

Place = tuple[int, int]  # line and column, from 1

UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")  # what no name may hold
_TOKEN = re.compile(r'[\[\]{}:,]|"(?:[^"\\]|\\.)*+"|[^\s\[\]{}:,"]+|"')
_INTEGER = re.compile(r"-?[0-9]{1,19}")


class Tokens:
    """The text's tokens, one after the other, and the place of the last one."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.rest: Iterator[tuple[Place, str]] = (
            ((number, match.start() + 1), match[0])
            for number, line in source.numbered()
            for match in _TOKEN.finditer(line)
        )
        self.place: Place = (1, 1)
        self.last = ""

    def next(self, *expected: str) -> str:
        """Return the next token, which is one of those expected, if any are named."""
        pair = next(self.rest, None)
        if pair is None:
            words = " or ".join(expected) or "more"
            line, column = self.place
            raise self.error(f"the text ends, expected {words}", (line, column + len(self.last)))
        self.place, self.last = pair
        if self.last == '"':
            raise self.error('a string without its end, expected a closing "')
        if expected and self.last not in expected:
            raise self.error(f"{excerpt(self.last)}, expected {' or '.join(expected)}")
        return self.last

    def end(self) -> None:
        """Raise InputError for a token that is left."""
        pair = next(self.rest, None)
        if pair is not None:
            message = f"{excerpt(pair[1])} behind the object, expected no more"
            raise self.error(message, pair[0])

    def keys(self, names: Sequence[str]) -> Iterator[str]:
        """Yield the keys of an object behind its brace; the caller reads each value."""
        seen: set[str] = set()
        words = ", ".join(names[:-1]) + f" or {names[-1]}"
        if (token := self.next()) == "}":
            return
        while True:
            key = self.string(token, f"a key: {words}")
            if key not in names:
                raise self.error(f"the key {excerpt(key)}, expected {words}")
            if key in seen:
                raise self.error(f"the key {excerpt(key)} twice, expected it once")
            seen.add(key)
            self.next(":")
            yield key
            if self.next(",", "}") == "}":
                return
            token = self.next()

    def elements(self) -> Iterator[str]:
        """Yield the first token of each element of an array, behind its bracket."""
        if (token := self.next()) == "]":
            return
        while True:
            yield token
            if self.next(",", "]") == "]":
                return
            token = self.next()

    def string(self, token: str, expected: str) -> str:
        """Return the string that a token is."""
        if token[0] != '"':
            raise self.error(f"{excerpt(token)}, expected {expected}")
        if "\\" not in token and "\t" not in token:
            return token[1:-1]
        try:
            import json

            return str(json.loads(token))
        except ValueError:
            raise self.error(f"{excerpt(token)}, expected a string of JSON") from None

    def name(self, token: str, expected: str) -> str:
        """Return the name that a token is: a string, or an integer as its digits."""
        if _INTEGER.fullmatch(token):
            return str(int(token))
        name = self.string(token, f"{expected}: a string or an integer")
        if not name or UNWRITABLE.search(name):
            raise self.error(
                f"{excerpt(token)}, expected {expected} in characters that can be shown"
            )
        if len(name) > LONGEST_NAME:
            message = f"a name of {len(name)} characters, expected {LONGEST_NAME} at most"
            raise self.error(message)
        return name

    def integer(self, token: str, expected: str) -> int:
        """Return the integer that a token is."""
        if not _INTEGER.fullmatch(token):
            raise self.error(f"{excerpt(token)}, expected {expected}: an integer")
        return int(token)

    def error(self, message: str, place: Place | None = None) -> InputError:
        """Return the error that stands at a place, or at the last token."""
        return self.source.error(message, *(place or self.place))
