"""Ctrl-C put off for a moment in which it would do harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["ctrl_c_waits"]


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Put Ctrl-C off until the end of the block, lest a child is begun that nobody knows.

    To block the signal is not enough: another thread may take it, and Python swallows what is
    raised in the midst of a fork.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
