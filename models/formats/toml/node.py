"""A TOML document as nodes that know where they stand, so that every mistake names its place.

`tomllib` says what a text holds, not where: `Places` walks over a text that it has accepted
(https://toml.io/en/v1.0.0), so it checks nothing, and notes the place of every key and value under
its path: ("rules", "row", "by"), with numbers for the elements of arrays.

`document` reads a text with `tomllib`, floats as exact decimals, and refuses what is too long or
too deep before anything is made of it. A `Node` is one value with its path; its methods say what
they expect.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from typing import Any

from ...errors import InputError, ModelError, excerpt
from ...matrix.exact_cover import SIZE_LIMIT
from ..source import Source, plural

__all__ = ["STRING", "Node", "Path", "Places", "document"]

Path = tuple[str | int, ...]
Place = tuple[int, int]

_SPACE = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
STRING = re.compile(
    r"""\"{3}(?s:(?:\\.|[^\\])*?)\"{3,5}|'{3}(?s:.*?)'{3,5}"""
    r"""|"(?:\\.|[^"\\\n])*"|'[^'\n]*'"""
)
_BARE = re.compile(r"[^,\]}\n#]*")
_KEY = re.compile(r"""[ \t]*([A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')[ \t]*""")

LONGEST_TEXT = 400_000
DEEPEST = 12
LARGEST = 2**63 - 1  # what TOML promises of integers

# One dot too many in a key: tomllib needs time and memory in the square of their number.
_PART = r"""(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+"""
_TOO_DEEP = re.compile(
    rf"(?P<deep>{_PART}(?:\.[ \t]*+{_PART}){{{DEEPEST}}})|{STRING.pattern}|#[^\n]*+|[\w-]++"
)
_HINTS = {
    "invalid value": "a number, an array, or text in straight quotes",
    "expected newline or end of document after a statement": "text such as a range in quotes",
    "cannot overwrite a value": "each key once",
}
_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_KINDS = ((bool, "true or false"), (int, "an integer"), (str, "a string"), (list, "an array"))


def _decimal(text: str) -> Decimal:
    """Return a float as it is written; one beyond all bounds is infinite."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("Infinity")


def document(source: Source, floats: Callable[[str], object] = _decimal) -> Node:
    """Return the whole text as a node, its floats as decimals, or as what `floats` makes of them.

    Raises InputError for what is no TOML, too long or deep.
    """
    text = source.text
    if len(text) > LONGEST_TEXT:
        raise source.error(f"{len(text)} characters, expected {LONGEST_TEXT} at most", 1)
    for token in _TOO_DEEP.finditer(text):
        if token["deep"]:
            line = text.count("\n", 0, token.start()) + 1
            raise source.error(f"a key of too many parts, expected {DEEPEST} at most", line)
    try:
        data = tomllib.loads(text, parse_float=floats)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        match = _POSITION.search(message)
        fault = message[: match.start()] if match else message
        fault = fault[:1].lower() + fault[1:]
        if match and match[1]:
            text_line, column = int(match[1]), int(match[2])
        else:
            text_line = source.text.count("\n") + 1
            column = len(source.text) - source.text.rfind("\n")
        expected = _HINTS.get(fault, "a TOML document")
        raise source.error(f"{fault}, expected {expected}", text_line, column) from None
    except (RecursionError, ValueError) as error:
        deep = isinstance(error, RecursionError)
        reason = "values nested too deeply" if deep else str(error).split(";", maxsplit=1)[0]
        raise source.error(f"{reason}, expected a TOML document", 1) from None
    if _depth(data) > DEEPEST:
        raise source.error(f"values nested too deeply, expected {DEEPEST} levels at most", 1)
    return Node(source, Places(text), (), data)


def _depth(data: Any) -> int:
    """Return how deep values are nested, level by level, for a recursion might not come back."""
    level, depth = [data], 0
    while level and depth <= DEEPEST:
        depth += 1
        level = [
            inner
            for value in level
            if isinstance(value, dict | list)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
    return depth


@dataclass(frozen=True)
class Node:
    """A value of the document: `source` and `places` are the document's, `path` leads to it."""

    source: Source
    places: Places
    path: Path
    value: Any

    # ---- Where it stands ------------------------------------------------------------------

    def error(self, message: str, *, offset: int = 0) -> InputError:
        """Return, for the caller to raise, an error at this value."""
        line, column = self.places.value(self.path)
        return self.source.error(message, line, column + offset)

    def error_at(self, message: str, place: int) -> InputError:
        """Return, for the caller to raise, an error at a character of this string.

        place  its offset in the string; the error stands at the value itself where the text spells
               the string with escapes
        """
        text, begin = self.source.text, self.places.offset(self.path)
        quotes = 3 if text[begin : begin + 3] in ('"' * 3, "'" * 3) else 1
        body = begin + quotes + (quotes == 3 and text[begin + 3 : begin + 4] == "\n")
        if not text.startswith(self.value, body):
            return self.error(message)
        return self.source.error(message, *self.places.at(body + place))

    def key_error(self, message: str) -> InputError:
        """Return, for the caller to raise, an error at this value's key."""
        return self.source.error(message, *self.places.key(self.path))

    @property
    def origin(self) -> str:
        """`file:line` of this value."""
        return f"{self.source.file}:{self.places.key(self.path)[0]}"

    @property
    def line(self) -> str:
        """`file:line` at which this value itself begins, as one of an array does."""
        return f"{self.source.file}:{self.places.value(self.path)[0]}"

    @contextmanager
    def blamed(self, *, value: bool = False) -> Iterator[None]:
        """Turn a ModelError within the block into an error at this value's key, or at the value."""
        try:
            yield
        except ModelError as error:
            raise (self.error if value else self.key_error)(str(error)) from None

    @property
    def name(self) -> str:
        """The last part of the path."""
        return str(self.path[-1]) if self.path else ""

    # ---- What it holds --------------------------------------------------------------------

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def __getitem__(self, key: str | int) -> Node:
        return Node(self.source, self.places, (*self.path, key), self.value[key])

    def get(self, key: str) -> Node | None:
        """Return a table's value, or None."""
        return self[key] if key in self.value else None

    def need(self, key: str, expected: str) -> Node:
        """Return a table's value. Raises InputError, which names `expected`, if it is missing."""
        if key not in self.value:
            raise self.key_error(f"no {key}, expected {expected}")
        return self[key]

    def table(self, *keys: str) -> Node:
        """Return self, a table; if `known` is not empty, no other keys may be in it."""
        if not isinstance(self.value, dict):
            raise self._wrong("a table")
        for key in self.value if keys else ():
            if key not in keys:
                close = get_close_matches(key, keys, 1)
                wanted = f"{close[0]!r}" if close else f"one of {', '.join(keys)}"
                raise self[key].key_error(f"unknown key {excerpt(key)}, expected {wanted}")
        return self

    def fields(self, key: str | None = None) -> Iterator[Node]:
        """Yield the values of this table, or of the table at `key` if there is one."""
        if key is not None:
            yield from self[key].fields() if key in self else ()
            return
        for name in self.table().value:
            yield self[name]

    def array(self, length: int | None = None) -> Sequence[Node]:
        """Return the elements of an array, of that length if one is given."""
        if not isinstance(self.value, list):
            raise self._wrong("an array")
        if length is not None and len(self.value) != length:
            count = plural(len(self.value), "element")
            raise self.error(f"{count} in the array, expected {length}")
        return [self[k] for k in range(len(self.value))]

    def string(self, expected: str = "a string") -> str:
        """Return a string."""
        if not isinstance(self.value, str):
            raise self._wrong(expected)
        return self.value

    def integer(self, expected: str = "an integer", low: int | None = None) -> int:
        """Return an integer, of at least `low`."""
        if type(self.value) is not int:
            raise self._wrong(expected)
        if abs(self.value) > LARGEST:
            raise self.error(f"an integer beyond 64 bits, expected {expected}")
        if low is not None and self.value < low:
            raise self.error(f"{self.value}, expected {expected} of at least {low}")
        return self.value

    def count(self, expected: str = "a number", low: int = 0) -> int:
        """Return an integer of at least `low` that a multiplicity can be."""
        number = self.integer(expected, low)
        if number > SIZE_LIMIT:
            raise self.error(f"{number}, expected {expected} up to {SIZE_LIMIT}")
        return number

    def boolean(self) -> bool:
        """Return a truth value."""
        if not isinstance(self.value, bool):
            raise self._wrong("true or false")
        return self.value

    def atom(self) -> Any:
        """Return an integer or a string, or an array of such as a tuple."""
        if isinstance(self.value, list):
            return tuple(inner.atom() for inner in self.array())
        if isinstance(self.value, str):
            return self.value
        return self.integer("an integer, a string or an array of these")

    def _wrong(self, expected: str) -> InputError:
        kinds = (name for kind, name in _KINDS if isinstance(self.value, kind))
        actual_kind = next(
            kinds, "a table" if isinstance(self.value, dict) else "a value of another kind"
        )
        return self.error(f"{actual_kind}, expected {expected}")


class Places:
    """The places (line, column), from 1, of the keys and values of a TOML text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._keys: dict[Path, int] = {}
        self._values: dict[Path, int] = {}
        self._arrays: dict[Path, int] = {}
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

    def _place(self, positions: dict[Path, int], path: Path) -> Place:
        return self.at(self._offset(positions, path))

    def _offset(self, positions: dict[Path, int], path: Path) -> int:
        while path and path not in positions and path not in self._keys:
            path = path[:-1]
        return positions.get(path, self._keys.get(path, 0))

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
            at, number = self._skip(at + 1), 0
            while at < len(self._text) and self._text[at] != "]":
                at = self._skip(self._read(at, (*path, number)))
                number += 1
                if self._text.startswith(",", at):
                    at = self._skip(at + 1)
            return at + 1
        if self._text.startswith("{", at):
            at = self._skip(at + 1)
            while at < len(self._text) and self._text[at] != "}":
                at = self._skip(self._pair(at, path))
                if self._text.startswith(",", at):
                    at = self._skip(at + 1)
            return at + 1
        match = STRING.match(self._text, at) or _BARE.match(self._text, at)
        return at if match is None else match.end()
