"""Signals: the one module that imports `signal`.

Handlers of Ctrl-C, and Ctrl-C deferred while a child is started, blocked while one is forked, and
ignored; the signals of a child process, which dies with its parent; signals sent to processes and
groups. What the command line does at Ctrl-C is in app/terminal/interrupts.py. It is imported before
anything else there, so this module imports only what is light.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

__all__ = [
    "PAUSE",
    "RESUME",
    "STOP_SIGNALS",
    "block_ctrl_c",
    "ctrl_c_blocked",
    "ctrl_c_waits",
    "die_with",
    "ignore_ctrl_c",
    "interrupt",
    "is_ctrl_c_ignored",
    "kill",
    "kill_group",
    "name_of_signal",
    "on_ctrl_c",
    "raise_interrupt_on",
    "reset_signals",
    "restore_terminate",
    "send_ctrl_c",
    "terminate",
    "unblock_ctrl_c",
    "wake_on_child_exit",
    "write_signals_to",
]

PR_SET_PDEATHSIG = 1
PAUSE: int = getattr(signal, "SIGSTOP", 0)  # of a process, until RESUME; 0: the system has none
RESUME: int = getattr(signal, "SIGCONT", 0)
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)  # of a server


# ---- This process --------------------------------------------------------------------------------


def on_ctrl_c(handler: Callable[[int, FrameType | None], None]) -> None:
    """Call a function at Ctrl-C."""
    signal.signal(signal.SIGINT, handler)


def is_ctrl_c_ignored() -> bool:
    """Whether this process ignores Ctrl-C, as in the background of a shell."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def ignore_ctrl_c() -> None:
    """Ignore Ctrl-C in this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def block_ctrl_c() -> None:
    """Let other threads than this one receive Ctrl-C. (POSIX)"""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def unblock_ctrl_c() -> None:
    """Let this thread receive Ctrl-C, even if the process was started with it blocked. (POSIX)"""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def send_ctrl_c(thread: int) -> None:
    """Raise Ctrl-C in a thread, the main one, which also wakes it where it waits."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(thread, signal.SIGINT)
    else:
        _thread.interrupt_main()


def write_signals_to(pipe: int) -> None:
    """Write a byte into a pipe, which must not block, at each signal that is handled; -1: stop."""
    signal.set_wakeup_fd(pipe, warn_on_full_buffer=False)


def wake_on_child_exit(pipe: int) -> None:
    """Write a byte into a pipe at each signal, the exit of a child included. (POSIX)"""
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    write_signals_to(pipe)


def restore_terminate() -> None:
    """Let SIGTERM end this process, whatever its parent does about it."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def raise_interrupt_on(*names: str) -> None:
    """Raise KeyboardInterrupt at the signals of these names, those that the system has."""
    for name in names:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, so that no child is started without being recorded.

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


# ---- Children ------------------------------------------------------------------------------------


def reset_signals() -> None:
    """Forget, in a fork, what its parent does about signals, and ignore Ctrl-C."""
    pipe = signal.set_wakeup_fd(-1)
    if pipe >= 0:  # nothing may wake the parent as a signal would
        with suppress(OSError):
            os.close(pipe)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    ignore_ctrl_c()
    unblock_ctrl_c()


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


def interrupt(process: int) -> None:
    """Send Ctrl-C to a process. Nothing happens if it has ended."""
    with suppress(OSError):
        os.kill(process, signal.SIGINT)


def terminate(process: int) -> None:
    """Ask a process to end. Nothing happens if it has ended."""
    with suppress(OSError):
        os.kill(process, signal.SIGTERM)


def kill(process: int) -> None:
    """Kill a process. Nothing happens if it has ended."""
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)


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
