"""When a search is to stop: a moment, or a share of the time until another one."""

from __future__ import annotations

import math
import time
from numbers import Real

from ...models.errors import ModelError

__all__ = ["Budget", "Deadline", "Stopped"]

FOREVER = 1e9  # seconds: some thirty years


class Stopped(Exception):
    """Raised amid long work that is to end: the deadline has come, or nobody waits for it any more.

    A solver catches it and leaves its progress incomplete; it says nothing about solutions.
    """


class Deadline:
    """A moment after which a search stops; `Deadline(None)` never comes.

    Nor does one that is FOREVER away or more, so `left` is infinite or a number that any library's
    clock can hold. Raises ModelError for what is no number.
    """

    def __init__(self, seconds: float | None = None) -> None:
        if seconds is None:
            self._end = math.inf
            return
        if not isinstance(seconds, Real) or seconds != seconds:
            raise ModelError("a time limit that is not a number, expected seconds")
        self._end = math.inf if seconds >= FOREVER else time.monotonic() + max(seconds, 0.0)

    def left(self) -> float:
        """Seconds until the deadline, at least 0; `math.inf` if there is none."""
        return max(self._end - time.monotonic(), 0.0)

    def limit(self) -> float | None:
        """Return what is left as a question takes its time limit: None if there is no deadline."""
        left = self.left()
        return None if left == math.inf else left

    def longest(self) -> float:
        """Seconds until the latest moment to which the deadline may still be put off."""
        return self.left()

    def within(self, seconds: float | None) -> Budget:
        """Return the deadline that comes first: this one, or one in so many seconds."""
        return Budget(self, seconds)

    def passed(self) -> bool:
        """Whether the deadline has come."""
        return time.monotonic() >= self._end

    def check(self) -> None:
        """Raise Stopped if the deadline has come; what is long and no search calls it often."""
        if self.passed():
            raise Stopped


class Budget(Deadline):
    """A share of the time until another deadline; it can be renewed, and lifted for good."""

    def __init__(self, whole: Deadline, seconds: float | None) -> None:
        super().__init__(seconds)
        self._whole, self._seconds = whole, seconds

    def left(self) -> float:
        """Seconds until the budget is spent or the whole time is over, at least 0."""
        return min(super().left(), self._whole.left())

    def longest(self) -> float:
        """Seconds until the whole time is over, for the budget may yet be lifted."""
        return self._whole.longest()

    def passed(self) -> bool:
        """Whether the budget is spent, or the whole time over."""
        return super().passed() or self._whole.passed()

    def renew(self) -> None:
        """Begin the budget anew."""
        if self._seconds is not None:
            self._end = time.monotonic() + self._seconds

    def lift(self) -> None:
        """Let the whole time be the only limit from now on."""
        self._end, self._seconds = math.inf, None
