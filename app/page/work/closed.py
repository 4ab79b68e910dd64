"""A text that somebody pasted must never read a file of this machine, nor reach another one.

No format of minuet's opens files, and no expression can. This is the second lock: from here on
Python opens nothing in this process but what belongs to Python itself and to the system, and no
connection. Files are opened by who is still to be imported, and by solvers for scratch.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

__all__ = ["close_files"]

_REFUSED = ("socket.connect", "socket.bind", "socket.getaddrinfo", "os.remove", "os.rename")
_SYSTEM = ("/proc/", "/sys/", "/dev/null", "/dev/urandom")


def close_files() -> None:
    """Refuse to open files of people, and connections, as long as this process lives."""
    allowed = (*_SYSTEM, *_roots())

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path = arguments[0]
            if isinstance(path, int):
                return
            whole = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  no link is followed
            if not whole.startswith(allowed):
                raise PermissionError(f"{os.fsdecode(path)!r} is not opened for a page")
        elif event in _REFUSED:
            raise PermissionError(f"{event}: refused for a page")

    sys.addaudithook(watch)


def _roots() -> list[str]:
    """Return the folders that code is imported from, and that for scratch files."""
    own = Path(__file__).parents[3]
    found = [sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path, own / "models"]
    found += [own / "solvers", own / "app", tempfile.gettempdir()]
    return [str(Path(one).resolve()) + os.sep for one in map(str, found) if one]
