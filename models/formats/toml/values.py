"""Values as TOML writes them: integers, strings, and arrays of these.

A tuple is an array, which is read as a tuple again, a set the array of its members in order, and a
truth value is the 0 or 1 that it equals. Nothing else has a place in a table or a key, as None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from ...errors import ModelError, excerpt
from ...spelling import precise
from .node import LARGEST

__all__ = [
    "dumped",
    "key",
    "lines_of",
    "span_of",
]

WIDTH = 90  # characters of a line
_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def _value(given: Any, place: str) -> str:
    """Return an integer, a truth value, a string, or a tuple or a set of such.

    The members of a set are in order. Raises ModelError, whose message begins with `place`, for
    anything else.
    """
    if isinstance(given, str):
        return _text(given)
    if isinstance(given, tuple):
        return _array(_value(member, place) for member in given)
    if isinstance(given, frozenset | set):
        return _array(_value(member, place) for member in _in_order(given))
    if isinstance(given, float):
        expected = "an integer or a string, for tables in TOML have no fractions"
        raise ModelError(f"{place} the number {given!r}, expected {expected}")
    whole = isinstance(given, int | np.integer | np.bool_)
    if not whole or abs(int(given)) > LARGEST:
        expected = "an integer of 64 bits, a string or a tuple of these"
        raise ModelError(f"{place} {excerpt(repr(given))}, expected {expected}")
    return str(int(given))


def _in_order(members: Iterable[Any]) -> list[Any]:
    """Return the members of a set in order; of several types, by their spelling."""
    listed = list(members)
    try:
        return sorted(listed)
    except TypeError:
        return sorted(listed, key=precise)


def _text(given: str) -> str:
    """Return a string in quotes, whatever is in it."""
    return f'"{"".join(map(_escaped, given))}"'


def _escaped(mark: str) -> str:
    if mark in '"\\':
        return f"\\{mark}"
    return mark if mark.isprintable() else f"\\U{ord(mark):08x}"


def _array(parts: Iterable[str]) -> str:
    """Return values that are written already as an array."""
    return f"[{', '.join(parts)}]"


def dumped(given: Any, place: str) -> str:
    """Return a table, a list, which is broken into lines where it is long, a decimal or a value.

    Raises ModelError, whose message begins with `place`, for anything else.
    """
    if isinstance(given, dict):
        pairs = (f"{key(name)} = {_field(value, place)}" for name, value in given.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(given, list):
        parts = [dumped(element, place) for element in given]
        if any("\n" in part for part in parts):
            return _array(parts)
        # Values as an array that is broken into lines where it is long.
        listed = list(parts)
        alone = _array(listed)
        if len(alone) <= WIDTH:
            return alone
        lines = [""]
        for part in listed:
            if lines[-1] and len(lines[-1]) + len(part) > WIDTH:
                lines.append("")
            lines[-1] += f" {part}," if lines[-1] else f"{part},"
        return "[\n" + "".join(f"  {line}\n" for line in lines) + "]"
    return f"{given:f}" if isinstance(given, Decimal) else _value(given, place)


def _field(given: Any, place: str) -> str:
    """Return what stands behind a key, where a truth value is one."""
    return str(given).lower() if isinstance(given, bool) else dumped(given, place)


def lines_of(table: Mapping[str, Any], place: str) -> Iterator[str]:
    """Yield the lines of a table, one for each key. Raises ModelError as `dumped`.

    A text of several lines is written on lines of its own.
    """
    for name, given in table.items():
        if isinstance(given, dict) and all(isinstance(value, dict) for value in given.values()):
            yield from (f"{key(name)}.{line}" for line in lines_of(given, place))
        elif isinstance(given, str) and "\n" in given:
            lines = ["".join(map(_escaped, line)) for line in given.split("\n")]
            yield f'{key(name)} = """'
            yield "\n".join(lines) + '"""'
        else:
            yield f"{key(name)} = {_field(given, place)}"


def key(name: str) -> str:
    """Return a name as a key, in quotes where it needs them."""
    return name if _BARE.fullmatch(name) else _text(name)


def span_of(values: Sequence[Any]) -> str | list[Any]:
    """Return values as a range if they are integers in a row, else as a list."""
    if len(values) > 1 and all(type(value) is int for value in values):
        first, last = values[0], values[-1]
        if list(values) == list(range(first, last + 1)):
            return f"{first}..{last}"
    return list(values)
