"""The child's side of isolation.py: what a fork must undo before it works, and how it tells.

A fork is a copy of its parent in the middle of something. It must not write what the parent still
has to write, not run the parent's last wishes (atexit), not answer its signals, and collect none of
its garbage, for a finalizer might stop what the parent still uses. So its streams are new ones
(what it prints goes to standard error), its signals are at their defaults, what was there is
frozen, and it leaves by os._exit alone.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import os
import pickle
import struct
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from .signals import die_with, kill_group, reset_signals

__all__ = [
    "HEADER",
    "MESSAGE",
    "Tell",
    "Work",
    "cut_loose",
    "is_isolated",
    "perform",
    "room",
    "run",
]

Tell = Callable[[object], None]
Work = Callable[[Tell], object]

HEADER = struct.Struct("<Q")  # the length of what follows: a pickled tuple, its kind first
MESSAGE = "message"
AT_ONCE = 200  # messages that are not held back
HELD = 0.02  # seconds that later ones are
FULL = 1 << 15  # bytes that are held back at most
ORPHANED = 0.5  # seconds between two looks for the parent, where the system does not tell
PART = 0.75  # of the free memory
LONG = 2000  # characters of the message of an exception
LEAST = 4 << 30  # bytes of addresses: threads reserve more than they ever use

_isolated = False
_kept: list[object] = []  # the parent's streams: they would write when they are collected


def is_isolated() -> bool:
    """Whether this process is such a child, whose own children are to stay in its group."""
    return _isolated


def room(memory: int | None) -> int | None:
    """Return how many bytes of addresses a child may have; None: any.

    memory  bytes beyond what this process holds; None: what is free
    """
    if sys.platform != "linux" or hasattr(ctypes.CDLL(None), "__asan_init"):
        return None  # the address sanitizer's shadow takes terabytes
    held = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return held + (max(int(PART * _free()), LEAST) if memory is None else memory)


def _free() -> int:
    """Return the bytes that the machine, and our control group there, have left."""
    free = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) * 1024
    with suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        most, used = (group / name for name in ("memory.max", "memory.current"))
        free = min(free, int(most.read_text()) - int(used.read_text()))
    return free


def run(work: Work, pipe: int, parent: int, limit: int | None) -> NoReturn:
    """Do the work in the fork, tell how it ended, and leave."""
    try:
        cut_loose(parent, limit)
        teller = _Teller(pipe, parent)
        ending = perform(work, teller.tell)
        try:
            teller.send(ending)
        except Exception as error:  # what it returned cannot be sent
            teller.send(_raised(error))
        teller.flush()
    finally:
        os._exit(0)


def perform(
    work: Work, tell: Tell, through: type[BaseException] | tuple[()] = ()
) -> tuple[Any, ...]:
    """Do the work; return how it ended, and with what; `through`: an exception that passes."""
    try:
        return "finished", work(tell)
    except through:
        raise
    except MemoryError:
        return ("memory",)
    except BaseException as error:
        return _raised(error)


def _raised(error: BaseException) -> tuple[str, str, str]:
    try:
        said = str(error)
    except Exception:
        said = ""
    return "raised", type(error).__name__, said if len(said) <= LONG else said[: LONG - 3] + "..."


def cut_loose(parent: int, limit: int | None) -> None:
    """Be a process of our own, that dies with its parent and has so many bytes of addresses."""
    global _isolated
    _isolated = True
    gc.freeze()
    os.setpgid(0, 0)
    die_with(parent)
    reset_signals()
    faulthandler.disable()
    _kept.extend((sys.stdin, sys.stdout, sys.stderr))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  as long as the process
    sys.stdout = sys.stderr = open(  # noqa: SIM115
        2, "w", buffering=1, errors="backslashreplace", closefd=False
    )
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limit is not None:
        with suppress(OSError, ValueError):
            soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            bounds = [limit, *(bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY)]
            resource.setrlimit(resource.RLIMIT_AS, (min(bounds), hard))
    with suppress(OSError):  # where memory runs out all the same, this process goes first
        Path("/proc/self/oom_score_adj").write_text("1000")


class _Teller:
    """Writes messages into the pipe, soon: a thread sees to those that were held back."""

    def __init__(self, pipe: int, parent: int) -> None:
        self._pipe, self._parent = pipe, parent
        self._held = bytearray()
        self._lock = threading.Lock()
        self._some = threading.Event()
        self._told, self._flushed = 0, 0.0
        threading.Thread(target=self._see_to_it, daemon=True, name="minuet").start()

    def tell(self, message: object) -> None:
        """Send a plain value."""
        self.send((MESSAGE, message))

    def send(self, parts: tuple[Any, ...]) -> None:
        data = pickle.dumps(parts, pickle.HIGHEST_PROTOCOL)
        with self._lock:
            self._held += HEADER.pack(len(data)) + data
            self._told += 1
            soon = self._told <= AT_ONCE or len(self._held) >= FULL
            if soon or time.monotonic() >= self._flushed + HELD:
                self._write()
            else:
                self._some.set()

    def flush(self) -> None:
        with self._lock:
            self._write()

    def _write(self) -> None:
        data, self._held = memoryview(self._held), bytearray()
        while data:
            try:
                data = data[os.write(self._pipe, data) :]
            except BrokenPipeError:  # nobody hears us
                os._exit(0)
        self._flushed = time.monotonic()

    def _see_to_it(self) -> None:
        while True:
            if self._some.wait(ORPHANED):
                self._some.clear()
                time.sleep(HELD)
                self.flush()
            if os.getppid() != self._parent:
                kill_group(0)
