"""When a search is to stop: a moment, or a share of the time, or of the work, until another one."""

from __future__ import annotations

import math
import time
from numbers import Real

from ...models.errors import ModelError

__all__ = ["Budget", "Deadline", "Stopped", "WorkBudget"]

FOREVER = 1e9  # seconds: some thirty years
SLOWEST = 10.0  # times its budget that work may take on the clock


class Stopped(Exception):
    """Raised to end long work: the deadline has passed, or the result is no longer wanted.

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


class WorkBudget(Budget):
    """A share of the time in seconds of the processor: a busy machine takes nothing off it.

    Work that is done elsewhere, in a child process, is not seen, so the share is also over once the
    clock has gone on SLOWEST times as far. What other threads of the process do meanwhile is taken
    to be their share of the work, `lanes` of them with this one; on an idle machine the clock says
    how long it was, whatever they do.
    """

    def __init__(self, whole: Deadline, seconds: float | None, lanes: int = 1) -> None:
        super().__init__(whole, None)
        self._budget, self._lanes = math.inf if seconds is None else seconds, lanes
        self._wall, self._processor = time.monotonic(), time.process_time()

    def left(self) -> float:
        """Seconds until the budget is spent or the whole time is over, at least 0."""
        return min(max(self._budget - self._spent(), 0.0), self._whole.left())

    def passed(self) -> bool:
        """Whether the budget is spent, or the whole time over."""
        return self._spent() >= self._budget or self._whole.passed()

    def renew(self) -> None:
        """Begin the budget anew."""
        self._wall, self._processor = time.monotonic(), time.process_time()

    def lift(self) -> None:
        """Let the whole time be the only limit from now on."""
        self._budget = math.inf

    def _spent(self) -> float:
        wall = time.monotonic() - self._wall
        processor = (time.process_time() - self._processor) / self._lanes
        return min(wall, max(processor, wall / SLOWEST))
