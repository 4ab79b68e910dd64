"""Check the numbers in a user's settings (integers, exact numbers, seconds), and compare gaps.

A number out of its range is an error; it is never replaced by another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from operator import index
from typing import NamedTuple

from ...models.errors import ModelError, excerpt
from .deadline import Deadline

__all__ = [
    "Exact",
    "ExactNumber",
    "Near",
    "NearDeadline",
    "byte_count",
    "exact_number",
    "gap_of",
    "near",
    "seconds",
    "whole_number",
]

ExactNumber = float | Fraction | Decimal
_SIZE = re.compile(r"([0-9]{1,18})([KMGT]?)(?:i?B)?", re.ASCII | re.IGNORECASE)
MOST_DIGITS = 400  # of a decimal, before or behind the point: a float has no more


def seconds(value: object) -> float:
    """Return seconds, 0 or more; less than that is 0. Raises ModelError for what is no number."""
    if not isinstance(value, Real) or value != value:
        raise ModelError("a time limit that is not a number, expected seconds")
    return value if value > 0 else 0.0  # type: ignore[operator, return-value]


def whole_number(message: str, value: object, low: int, high: int | None = None) -> int:
    """Return `value` as an integer from `low` to `high`; None: without an end.

    Raises ModelError for anything else, also for a float or a bool; `message` has a place holder
    for the value.
    """
    number = None
    if hasattr(value, "__index__") and not isinstance(value, bool):
        number = index(value)
        if number >= low and (high is None or number <= high):
            return number
    shown = (
        "a number beyond all bounds of" if _is_endless(number or 0) else excerpt(repr(value))[1:-1]
    )
    wanted = f"{low} or more" if high is None else f"{low} to {high}"
    raise ModelError(f"{message.format(shown)}, expected a whole number, {wanted}")


def byte_count(value: object, low: int, high: int) -> int:
    """Return a size of memory in bytes, of a whole number or of a text as "500M" or "2G".

    Raises ModelError for anything else, and for a size that is not from `low` to `high`.
    """
    if isinstance(value, str):
        match = _SIZE.fullmatch(value.strip())
        if match is None:
            wanted = 'bytes as a number, or as "500M" or "2G"'
            raise ModelError(f"memory of {excerpt(value)}, expected {wanted}")
        value = int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")
    return whole_number("memory of {} bytes", value, low, high)


def exact_number(name: str, value: object) -> Fraction:
    """Return a number of 0 or more, exactly; a float as the decimal that it is written as.

    Raises ModelError, which begins with `name`, for anything else.
    """
    number = None
    if isinstance(value, Rational) and not isinstance(value, bool):
        number = Fraction(index(value.numerator), index(value.denominator))
    elif isinstance(value, Decimal):
        if value.is_finite() and abs(value.adjusted()) < MOST_DIGITS:
            number = Fraction(value)
    elif isinstance(value, Real) and not isinstance(value, bool) and isfinite(value):
        number = Fraction(str(value))
    if number is None or number < 0:
        endless = number is not None and _is_endless(number.numerator, number.denominator)
        shown = "a number beyond all bounds" if endless else excerpt(repr(value))[1:-1]
        raise ModelError(f"{name}: {shown}, expected a number of 0 or more")
    return number


def _is_endless(*numbers: int) -> bool:
    """Whether a message cannot hold the numbers: Python writes no integer of any length."""
    return any(number.bit_length() >= 200 for number in numbers)


# ---- Gaps: whether an answer is near enough to the best one --------------------------------------
#
# The gap is defined as in OR-Tools: the distance between objective and bound, absolute, or relative
# to the objective (to 1 where that is less). It is compared exactly, as a fraction.


Exact = int | Fraction


class Near(NamedTuple):
    """How near is near enough: one of the two gaps; None: that one is not asked for."""

    gap: Fraction | None
    absolute: Fraction | None

    def holds(self, objective: Exact | None, bound: Exact | None) -> bool:
        """Whether an answer of this objective, with this bound, is near enough."""
        if objective is None or bound is None:
            return False
        apart, whole = _apart(objective, bound)
        return (self.absolute is not None and apart <= self.absolute) or (
            self.gap is not None and apart <= self.gap * whole
        )


def near(gap: ExactNumber | None, absolute: ExactNumber | None) -> Near | None:
    """Return how near is near enough; None: the best alone. ModelError for less than 0."""
    if gap is None and absolute is None:
        return None
    return Near(
        None if gap is None else exact_number("gap", gap),
        None if absolute is None else exact_number("gap_absolute", absolute),
    )


def gap_of(objective: Exact | None, bound: Exact | None) -> float | None:
    """Return the relative gap, 0 for the best answer; None if one of the two is not known."""
    if objective is None or bound is None:
        return None
    apart, whole = _apart(objective, bound)
    return float(apart / whole)


def _apart(objective: Exact, bound: Exact) -> tuple[Fraction, Fraction]:
    """Return the distance of the two, and what it is relative to."""
    exact = Fraction(objective)
    return abs(exact - bound), max(abs(exact), Fraction(1))


class NearDeadline(Deadline):
    """A deadline that has also passed once the answer is near enough.

    enough  says whether it is
    """

    def __init__(self, whole: Deadline, enough: Callable[[], bool]) -> None:
        super().__init__()
        self._whole, self._enough = whole, enough

    def left(self) -> float:
        """Seconds until the deadline; 0 if the answer is near enough."""
        return 0.0 if self._enough() else self._whole.left()

    def longest(self) -> float:
        """Seconds until the latest moment to which the deadline may still be put off."""
        return self._whole.longest()

    def passed(self) -> bool:
        """Whether the answer is near enough, or the deadline has come."""
        return self._enough() or self._whole.passed()
