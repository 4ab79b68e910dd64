"""What building a puzzle may cost: bounds on what is built, and a deadline.

A description from elsewhere may ask for anything in a few bytes. Who reads one opens a budget for
as long as the puzzle is built; whoever builds in a loop calls `spend` as it goes along, with what
it has built since, so that nothing is ever built far beyond the bounds or the deadline. Where no
budget is open, as for puzzles that are described in Python, `spend` does nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from .errors import ModelError, OutOfTime
from .watch import watched

__all__ = ["Budget", "polled", "spend"]

STEPS = 1024  # so many small steps may go by between two looks at the clock

_open: ContextVar[Budget | None] = ContextVar("budget", default=None)


class Budget:
    """Bounds on what is built, and how much of them is spent.

    most_keys   keys of groups, cells and the like, which are kept
    most_looks  rows looked at and small steps made on the way, which leave nothing behind
    seconds     from now on; None: no limit
    """

    def __init__(self, most_keys: int, most_looks: int, seconds: float | None = None) -> None:
        if seconds is not None and math.isnan(seconds):
            raise ModelError("a time limit that is not a number, expected seconds")
        self.most_keys, self.most_looks, self.seconds = most_keys, most_looks, seconds
        self.keys = self.looks = 0
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Let `spend` spend from this budget within the block."""
        token = _open.set(self)
        try:
            with watched(self.spend):
                yield
        finally:
            _open.reset(token)

    def spend(self, keys: int = 0, looks: int = 0) -> None:
        """Take note of what is built. Raises ModelError if it is too much, or OutOfTime."""
        self.keys += keys
        self.looks += looks
        if self.keys > self.most_keys:
            what = f"{self.keys} keys in all rules and rows"
            raise ModelError(f"{what}, expected {self.most_keys} at most")
        if self.looks > self.most_looks:
            what = f"{self.looks} looks at rows and values in all"
            raise ModelError(f"{what}, expected {self.most_looks} at most")
        if time.monotonic() >= self._end:
            raise OutOfTime(f"time limit: the puzzle is not built within {self.seconds:g} s")


def spend(keys: int = 0, looks: int = 0) -> None:
    """Spend from the budget that is open, if one is. Raises ModelError, or OutOfTime."""
    budget = _open.get()
    if budget is not None:
        budget.spend(keys, looks)


def polled(read: Callable[[Any], Any], steps: int = 1) -> Callable[[Any], Any]:
    """Return a function of rows that looks at the clock now and then; a call is `steps` steps."""
    left = STEPS

    def reading(row: Any) -> Any:
        nonlocal left
        left -= steps
        if left < 0:
            left = STEPS
            spend()
        return read(row)

    return reading
