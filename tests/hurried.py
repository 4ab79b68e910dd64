"""A clock that runs fast, or by hand, instead of the one that minuet asks what time it is."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

__all__ = ["clock", "hurried", "hurry", "patient", "ticking"]

TIMES = 1000.0


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


def patient(seconds: float) -> float:
    """Return as many seconds as that much work takes where others work on each core, too."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@contextmanager
def ticking(seconds: float) -> Iterator[None]:
    """Let so much time pass during the block with each look at the clock, and none between."""
    looks = count()
    with clock(lambda: seconds * next(looks)):
        yield
