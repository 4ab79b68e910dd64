"""What building a puzzle may cost: bounds on what is built, and who may cut it short.

A description from elsewhere may ask for anything in a few bytes. Who reads one opens a budget for
as long as the puzzle is built; whoever builds in a loop calls `spend` as it goes along, with what
it has built since, so that nothing is ever built far beyond the bounds or the deadline. Where no
budget is open, as for puzzles that are described in Python, `spend` does nothing.

Compiling a puzzle goes through all rows of its tables, a rule at a time, and finding symmetries
through permutations of all options. Who may not wait for ever names a function that raises once it
has waited long enough (`watched`), and the loops call it now and then (`look`, `looking`). What is
cut short so leaves nothing behind: a puzzle is compiled or it is not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, islice
from typing import Any, TypeVar

from .errors import ModelError, Unreached

__all__ = ["Budget", "in_parts", "is_spending", "look", "looking", "polled", "spend", "watched"]

Thing = TypeVar("Thing")

ROWS = 256  # between two looks: below a millisecond
STEPS = 1024  # so many small steps may go by between two looks at the clock

_open: ContextVar[Budget | None] = ContextVar("budget", default=None)


def _wait() -> None:
    """Wait for ever."""


_check: ContextVar[Callable[[], None]] = ContextVar("check", default=_wait)


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
        """Take note of what is built. Raises ModelError if it is too much, or Unreached."""
        self.keys += keys
        self.looks += looks
        if self.keys > self.most_keys:
            reason = f"{self.keys} keys in all rules and rows"
            raise ModelError(f"{reason}, expected {self.most_keys} at most")
        if self.looks > self.most_looks:
            reason = f"{self.looks} looks at rows and values in all"
            raise ModelError(f"{reason}, expected {self.most_looks} at most")
        if time.monotonic() >= self._end:
            wanted = f"time limit: the puzzle is not built within {self.seconds:g} s"
            raise Unreached(wanted, late=True)


def spend(keys: int = 0, looks: int = 0) -> None:
    """Spend from the budget that is open, if one is. Raises ModelError, or Unreached."""
    budget = _open.get()
    if budget is not None:
        budget.spend(keys, looks)


def is_spending() -> bool:
    """Whether a budget is open, so that whatever is built must be spent for."""
    return _open.get() is not None


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


@contextmanager
def watched(check: Callable[[], None]) -> Iterator[None]:
    """Let the long loops within the block call `check` now and then; they end if it raises."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def look() -> None:
    """Call what watches here, if anything does; raises what that raises."""
    _check.get()()


def looking(things: Iterable[Thing]) -> Iterator[Thing]:
    """Iterate over the things, with a look every ROWS of them; quick enough for whole columns."""
    return chain.from_iterable(in_parts(things))


def in_parts(things: Iterable[Thing]) -> Iterator[list[Thing]]:
    """Iterate over the things, ROWS of them at a time, with a look before each part."""
    left = iter(things)
    while part := list(islice(left, ROWS)):
        look()
        yield part
