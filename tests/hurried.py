"""A clock that runs fast, or by hand, instead of the one that minuet asks what time it is."""

from __future__ import annotations

import math
import mmap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from minuet.solvers.contract import Deadline

__all__ = ["AfterLooks", "clock", "hanging", "hurried", "hurry", "ticking"]

TIMES = 1000.0
HEARD = 20  # looks at the clock; far more than it takes to read the messages of a child


def hurry(times: float = TIMES) -> None:
    """Let time fly for good; for a child process."""
    time.monotonic = _fast(time.monotonic, times)


@contextmanager
def hurried(times: float = TIMES, *, here: bool = False) -> Iterator[None]:
    """Let time fly during the block, so that patience is soon at its end; here: in this thread."""
    real, own = time.monotonic, threading.get_ident()
    fast = _fast(real, times)
    with clock(lambda: real() if here and threading.get_ident() != own else fast()):
        yield


@contextmanager
def clock(now: Callable[[], float]) -> Iterator[None]:
    """Let `time.monotonic` and `time.perf_counter` be another function during the block."""
    real = time.monotonic, time.perf_counter
    time.monotonic = time.perf_counter = now
    try:
        yield
    finally:
        time.monotonic, time.perf_counter = real


def _fast(real: Callable[[], float], times: float) -> Callable[[], float]:
    began = real()
    return lambda: began + times * (real() - began)


@contextmanager
def hanging(seconds: float) -> Iterator[Callable[[], None]]:
    """Put the clock forward by so much for each child that hangs, however fast it gets there.

    Yields what a child calls as it begins to hang. The clock goes on HEARD looks later, when this
    process has read all messages that the child sent before.
    """
    begun = mmap.mmap(-1, 1)  # shared with the children
    real, ahead, hung, looks = time.monotonic, 0.0, 0, 0

    def hang() -> None:
        begun[0] += 1

    def now() -> float:
        nonlocal ahead, hung, looks
        if begun[0] > hung:
            looks += 1
            if looks == HEARD:
                ahead, hung, looks = ahead + seconds, hung + 1, 0
        return real() + ahead

    with begun, clock(now):
        yield hang


@contextmanager
def ticking(seconds: float) -> Iterator[None]:
    """Let so much time pass during the block with each look at the clock, and none between."""
    looks = count()
    with clock(lambda: seconds * next(looks)):
        yield


class AfterLooks(Deadline):
    """A deadline that passes once it was looked at so many times.

    left  the seconds that it says are left until then
    """

    def __init__(self, looks: int, left: float = math.inf) -> None:
        super().__init__()
        self.looks, self._seconds = looks, left

    def passed(self) -> bool:
        self.looks -= 1
        return self.looks < 0

    def left(self) -> float:
        return self._seconds if self.looks > 0 else 0.0
