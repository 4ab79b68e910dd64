"""What minuet does with signals, on behalf of the processes that it starts.

Ctrl-C put off while a child is begun or ended, and blocked while one is forked; the signals of a
child, which dies with its parent and hears no Ctrl-C; the end of a whole group; a signal's name.
(How the command line answers Ctrl-C is its own affair: app/terminal/interrupts.py.)
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = [
    "ctrl_c_blocked",
    "ctrl_c_waits",
    "die_with",
    "ignore_ctrl_c",
    "kill_group",
    "name_of_signal",
    "reset_signals",
]

PR_SET_PDEATHSIG = 1


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


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Block Ctrl-C in this thread: a fork in the block begins without it. (POSIX)"""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def ignore_ctrl_c() -> None:
    """Ignore Ctrl-C in this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def reset_signals() -> None:
    """Forget, in a fork, what its parent does about signals, and ignore Ctrl-C."""
    pipe = signal.set_wakeup_fd(-1)
    if pipe >= 0:  # nothing may wake the parent as a signal would
        with suppress(OSError):
            os.close(pipe)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    ignore_ctrl_c()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def die_with(parent: int, status: int = 0) -> None:
    """Let this process be killed when its parent dies; end it now if that happened meanwhile.

    parent  the parent's process id; not positive: unknown
    status  the exit status in the latter case
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent > 0 and hasattr(os, "getppid") and os.getppid() != parent:
        os._exit(status)


def kill_group(group: int) -> None:
    """Kill a process and all of its group; 0: our own. Nothing happens if it has ended."""
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def name_of_signal(number: int) -> str:
    """Return what a signal is called, as `SIGSEGV`."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
