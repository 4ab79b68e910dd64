"""What a reader of JSON asks of a value: its kind, or a line that says where it stands.

A value is held with its path, as in `arrow 2: lines 1`, so that a mistake in a puzzle that was
packed into a link, where no line and column tell anything, is named all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ...errors import InputError, ModelError, excerpt

__all__ = ["Value", "parsed"]

_NUMBER = re.compile("-?[0-9]{1,6}")


def parsed(text: str) -> Value:
    """Return the value of a JSON text.

    Raises InputError, of no file, for what is no JSON, for a key that stands twice in an object,
    and for brackets in too many brackets.
    """
    try:
        return Value(json.loads(text, object_pairs_hook=_object, parse_constant=_no_number), "")
    except json.JSONDecodeError as error:
        what = f"{error.msg[:1].lower()}{error.msg[1:]}, expected JSON"
        raise InputError(what, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InputError("brackets in too many brackets, expected a puzzle") from None
    except ValueError as error:  # a key twice, or a number of thousands of digits
        raise InputError(str(error).partition(";")[0] + ", expected a puzzle") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{excerpt(twice)} twice in an object")
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} among the numbers")


class Value:
    """A value of JSON and its path. Every method raises ModelError for another kind of value."""

    def __init__(self, plain: Any, path: str) -> None:
        self.plain, self.path = plain, path

    def error(self, expected: str) -> ModelError:
        """Return, for the caller to raise, what is said of a value that is not as expected."""
        if isinstance(self.plain, list | dict):
            found = "a list" if isinstance(self.plain, list) else "an object"
        elif self.plain is None:
            found = "nothing"
        elif isinstance(self.plain, str):
            found = excerpt(self.plain)
        else:
            found = excerpt(json.dumps(self.plain)).strip("'")
        where = f"{self.path}: " if self.path else ""
        return ModelError(f"{where}{found}, expected {expected}")

    @property
    def is_said(self) -> bool:
        """Whether there is anything: not null, false, nor an empty text, list or object."""
        return self.plain is not None and self.plain is not False and self.plain not in ("", [], {})

    def fields(self) -> dict[str, Value]:
        """Return the values of an object by key."""
        if not isinstance(self.plain, dict):
            raise self.error("an object")
        return {key: self._part(key, value) for key, value in self.plain.items()}

    def field(self, key: str) -> Value:
        """Return the value of a key of an object; null if there is no such key."""
        if not isinstance(self.plain, dict):
            raise self.error("an object")
        return self._part(key, self.plain.get(key))

    def items(self, name: str = "") -> Iterator[Value]:
        """Yield the values of a list; null is an empty one.

        name  what one is called in messages, with its number; "" : as the list
        """
        if self.plain is None:
            return
        if not isinstance(self.plain, list):
            raise self.error("a list")
        path = f"{self.path}: {name}" if name and self.path else name or self.path
        for number, value in enumerate(self.plain, 1):
            yield Value(value, f"{path} {number}".strip())

    def text(self) -> str:
        """Return a text; a number is read as its digits, null as no text."""
        if self.plain is None:
            return ""
        if isinstance(self.plain, bool) or not isinstance(self.plain, str | int):
            raise self.error("a text")
        return str(self.plain)

    def number(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`; it may stand as text."""
        plain = self.plain
        if isinstance(plain, float) and plain.is_integer():
            plain = int(plain)
        if isinstance(plain, str) and _NUMBER.fullmatch(plain.strip()):
            plain = int(plain)
        if isinstance(plain, bool) or not isinstance(plain, int) or not low <= plain <= high:
            raise self.error(f"a number from {low} to {high}")
        return plain

    def flag(self) -> bool:
        """Return true or false; null is false."""
        if not isinstance(self.plain, bool | None):
            raise self.error("true or false")
        return bool(self.plain)

    def _part(self, key: str, value: Any) -> Value:
        name = key if key.isidentifier() or len(key) < 20 else excerpt(key)
        return Value(value, f"{self.path}: {name}" if self.path else name)
