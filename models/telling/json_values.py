"""Values as JSON can hold them, so that every reader gets back what was said.

Many readers of JSON hold a number in 64 bits of floating point and round beyond 2^53: an integer
is a number up to there, and a string of its digits beyond. What JSON lacks is said as it is spelt.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from fractions import Fraction
from operator import index
from typing import Any

from .spelling import numeral, plain, precise

__all__ = ["EXACT", "as_json", "number"]

EXACT = 1 << 53  # integers up to here are exact in floating point


def number(value: int | Fraction | None) -> int | str | None:
    """Return an integer, past 2^53 as a string, as a fraction always is; None stays None."""
    if isinstance(value, Fraction):
        return str(value)
    return value if value is None or abs(value) <= EXACT else numeral(value)


def as_json(value: Any) -> Any:
    """Return a value as plain dicts, lists, strings, numbers, booleans and None.

    Sequences become lists, sets sorted lists; a dataclass becomes an object of its fields; keys are
    strings. A number that is not finite becomes None, for JSON has none; whatever else there is
    becomes what `str` says of it.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return number(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return _made_of_others(value)


def _made_of_others(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {plain(key): as_json(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [as_json(one) for one in value]
    if isinstance(value, AbstractSet):
        return [as_json(one) for one in sorted(value, key=precise)]
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: as_json(getattr(value, one.name)) for one in fields(value)}
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return as_json(value.tolist())
    try:
        return number(index(value))
    except TypeError:
        return plain(value)
