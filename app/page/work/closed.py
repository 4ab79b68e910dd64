"""A text that somebody pasted must never read a file of this machine, nor reach another one.

A format opens files only in a folder that its caller names, which the page never does, and no
expression can. This is the second lock: from here on Python opens nothing in this process but its
own code and what the system tells, and no connection.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

__all__ = ["close_files"]

WRITTEN = (os.devnull, "/proc/self/oom_score_adj")
TOLD = ("/proc/self/", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/sys/", "/dev/urandom")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
REFUSED = frozenset(
    (
        *("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"),
        *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
        *("os.chmod", "os.chown", "os.listxattr", "os.system", "os.startfile", "ftplib.connect"),
    )
)


def close_files() -> None:
    """Refuse to open files of people, and connections, as long as this process lives."""
    read = (*TOLD, *_roots())

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, int) or path is None:
                return
            whole = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  no link is followed
            writes = bool((flags or 0) & WRITES)
            if whole not in WRITTEN and (writes or not whole.startswith(read)):
                raise PermissionError(f"{whole!r}: no file is opened for a page")
        elif event in REFUSED:
            raise PermissionError(f"{event}: refused for a page")

    sys.addaudithook(watch)


def _roots() -> list[str]:
    """Return the folders that code is imported from."""
    own = Path(__file__).parents[3]
    found = [sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path]
    found += [str(own / room) for room in ("models", "solvers", "app")]
    return [str(Path(one).resolve()) + os.sep for one in found if one]
