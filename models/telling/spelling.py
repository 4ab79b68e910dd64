"""How keys and names are written: as people write them, and the same in every process.

Python lists the members of a set in an order that changes from process to process. Here they are
sorted by their spelling, so that a matrix with such keys is written and digested alike everywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from decimal import Decimal
from fractions import Fraction

__all__ = ["amount", "bounds", "counted", "listed", "numeral", "plain", "precise", "spell"]

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
    known = isinstance(value, set | frozenset) or type(value) is tuple
    return precise(value) if known else str(value)


def precise(value: object) -> str:
    """Return `repr(value)`, the members of sets in order."""
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(precise, value))) + "}"
    if type(value) is tuple:
        listed = ", ".join(map(precise, value))
        return f"({listed},)" if len(value) == 1 else f"({listed})"
    return repr(value)
