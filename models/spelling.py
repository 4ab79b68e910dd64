"""Write keys and names as people do, the same in every process; write values as JSON holds them.

Python lists the members of a set in an order that changes from process to process. Here they are
sorted by their spelling, so that a matrix with such keys is written and digested alike everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from operator import index
from typing import Any

__all__ = [
    "amount",
    "as_json",
    "bounds",
    "counted",
    "listed",
    "number",
    "numeral",
    "plain",
    "precise",
    "spell",
]

VOWELS = tuple("aeiou")
HISSING = ("s", "x", "ch", "sh")  # ends of nouns whose plural takes `es`


def numeral(number: int | Fraction, *, grouped: bool = False) -> str:
    """Return an integer of any size in digits, in groups of three if wanted; a fraction as it is.

    Python's `str` refuses one of more than 4,300 digits, and a count may have more.
    """
    if isinstance(number, Fraction):
        return str(number)
    return f"{Decimal(number):,f}" if grouped else f"{Decimal(number):f}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, as in `1 entry` and `2 entries`."""
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        many = noun[:-1] + "ies"
    else:
        many = noun + ("es" if noun.endswith(HISSING) else "s")
    return f"{numeral(number)} {noun if number == 1 else many}"


def amount(low: int, high: int | None) -> str:
    """Return how many from `low` to `high` are; `high` None is as many as one likes."""
    if low == high:
        return "exactly one" if low == 1 else f"exactly {low}"
    if high is None:
        few = {0: "any number", 1: "at least one"}
        return few.get(low, f"at least {low}")
    if low == 0:
        return "at most one" if high == 1 else f"at most {high}"
    return f"{low} to {high}"


def bounds(low: int, high: int | None) -> str:
    """Return what a sum may be, from `low` to `high`; None or 2^62 away from 0 is no bound."""
    top = None if high is None or high >= 1 << 62 else high
    if low == top:
        return f"{low}"
    if low <= -(1 << 62):
        return "anything" if top is None else f"at most {top}"
    return f"at least {low}" if top is None else f"{low} to {top}"


def listed(names: Sequence[str], most: int) -> str:
    """Return names with commas between, the first so many and how many others there are."""
    others = len(names) - most
    if others <= 0:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {counted(others, 'other')}"


def spell(key: Hashable) -> str:
    """Return a key as messages write it: a tuple as in (0,1)."""
    if isinstance(key, tuple):
        return "(" + ",".join(map(plain, key)) + ")"
    return plain(key)


def plain(value: object) -> str:
    """Return `str(value)`, the members of sets in order."""
    is_nested = isinstance(value, set | frozenset) or type(value) is tuple
    return precise(value) if is_nested else str(value)


def precise(value: object) -> str:
    """Return `repr(value)`, the members of sets in order."""
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(precise, value))) + "}"
    if type(value) is tuple:
        listed = ", ".join(map(precise, value))
        return f"({listed},)" if len(value) == 1 else f"({listed})"
    return repr(value)


# ---- JSON ----------------------------------------------------------------------------------------
# Many readers of JSON hold a number in 64 bits of floating point and round beyond 2^53: an integer
# is a number up to there, and a string of its digits beyond. What JSON lacks is said as it is
# spelt.


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
        return {plain(key): as_json(part) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [as_json(part) for part in value]
    if isinstance(value, AbstractSet):
        return [as_json(part) for part in sorted(value, key=precise)]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return as_json(value.tolist())
    try:
        return number(index(value))
    except TypeError:
        return plain(value)
