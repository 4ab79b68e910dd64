"""When an answer is near enough to the best one: the gap between its objective and the bound.

The gap is what OR-Tools calls so: the distance of the two, absolute, or relative to the objective
(to 1 where that is less). It is compared exactly, as a fraction.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from .deadline import Deadline
from .numbers import ExactNumber, exact_number

__all__ = ["Exact", "Near", "NearDeadline", "gap_of", "near"]

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
