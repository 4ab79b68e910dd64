"""Eager threads, which give work away all the time.

A tree is split where a thread has nothing to do for some milliseconds (split.py); a small matrix is
answered before that. Here a thread looks after each node whether another one waits, and holds
hardly any solutions, so that small trees are split too. And those who improve and those who prove
side by side begin together, and take Python's lock from one another as often as can be.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..native import split
from ..turns import choosing

__all__ = ["EAGER", "eager_threads"]

EAGER = 3  # threads: who asks for so many wants them so
SOON = 1e-5  # seconds


@contextmanager
def eager_threads(threads: int) -> Iterator[None]:
    """Split as often as can be during the block, if that many threads are EAGER."""
    if threads != EAGER:
        yield
        return
    usual = split.TIME_SLICE, split.BATCH, split.AHEAD
    wait, switch = choosing.HEAD_START, sys.getswitchinterval()
    split.TIME_SLICE, split.BATCH, split.AHEAD = 0.0, 3, 10
    choosing.HEAD_START = 0.0
    sys.setswitchinterval(SOON)
    try:
        yield
    finally:
        split.TIME_SLICE, split.BATCH, split.AHEAD = usual
        choosing.HEAD_START = wait
        sys.setswitchinterval(switch)
