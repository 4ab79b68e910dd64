"""Refuse files and connections: a pasted text must not read a file, nor reach another machine.

A format opens files only in a folder that its caller names, which the page never does, and no
expression can. This is the second lock: after `close_files`, Python opens nothing in this process
but its own code and files of the system, and no connection.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

__all__ = ["close_files"]

WRITTEN = (os.devnull, "/proc/self/oom_score_adj")
SYSTEM = ("/proc/self/", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/sys/", "/dev/urandom")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
REFUSED = frozenset(
    (
        *("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"),
        *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
        *("os.chmod", "os.chown", "os.listxattr", "os.system", "os.startfile", "ftplib.connect"),
    )
)


def close_files() -> None:
    """Refuse to open files of users, and connections, as long as this process lives."""
    own = Path(__file__).parents[3]
    folders = [sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path]  # of code
    folders += [str(own / room) for room in ("models", "solvers", "app")]
    code = [str(Path(folder).resolve()) + os.sep for folder in folders if folder]
    read = (*SYSTEM, *code)

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
