"""Files that one process holds: a checkpoint, and the output that goes with it.

The lock is of the file and not of its name, ends with the process, and is not handed to children.
Whoever only looks whether a file is held takes a lock for a moment, so one that begins waits a
little before it gives way.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from contextlib import suppress
from pathlib import Path

from ....models.errors import CheckpointError

__all__ = ["at_work", "locked", "require_regular", "unlock"]

PATIENCE = 1.0  # seconds for one who only looks
PAUSE = 0.02  # seconds between two trials

_held: set[int] = set()  # descriptors of the files that this process has locked


def _let_go() -> None:
    """In a child process: let the lock be the parent's alone, lest it outlives it."""
    for number in _held:
        with suppress(OSError):
            os.close(number)
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def locked(path: Path, what: str, *, new: bool = True) -> int:
    """Open a file and lock it for this process; return its descriptor.

    what  that the file is for; new: whether it is made where there is none

    Raises CheckpointError for what is no regular file, or held by another; OSError where it cannot
    be opened.
    """
    flags = os.O_RDWR | (os.O_CREAT if new else 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        number = os.open(path, flags, 0o666)
    except IsADirectoryError:
        require_regular(path, path.stat(), what)
        raise
    try:
        require_regular(path, os.fstat(number), what)
        _lock(path, number)
    except BaseException:
        os.close(number)
        raise
    _held.add(number)
    return number


def unlock(number: int) -> None:
    """Let go of a file; once more is no harm."""
    if number in _held:
        _held.discard(number)
        os.close(number)


def _lock(path: Path, number: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: the owner's token alone keeps two processes apart
        return
    end = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                why = "another process is at work on it"
                raise CheckpointError(f"{path}: {why}, expected one at a time") from None
            time.sleep(PAUSE)
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.ENOLCK):
                raise
            return
        else:
            return


def at_work(path: Path) -> bool:
    """Whether a process holds the file now, as far as the system tells."""
    try:
        import fcntl
    except ImportError:
        return False
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
    return False


def require_regular(path: Path, status: os.stat_result, what: str = "checkpoint") -> None:
    """Raise CheckpointError for a pipe, a device and the like."""
    if not stat.S_ISREG(status.st_mode):
        raise CheckpointError(f"{path}: no file of its own, expected one for the {what}")
