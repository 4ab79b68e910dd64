"""The child process in which sat_child.py searches: how it is begun, and what it complained of."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from . import sat_child
from .isolated_child import is_isolated

__all__ = ["child_process", "complaint"]


def child_process(*arguments: str, pass_fds: Sequence[int] = ()) -> subprocess.Popen[str]:
    """Begin the child; it takes its task from standard input."""
    # A group of its own: the terminal's Ctrl-C is for us, who then kill the child. Where we are an
    # isolated child ourselves, we are killed with our whole group.
    return subprocess.Popen(
        [sys.executable, "-P", str(Path(sat_child.__file__)), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=None if sys.platform == "win32" or is_isolated() else 0,
        pass_fds=pass_fds,
    )


def complaint(child: subprocess.Popen[str]) -> str:
    """Return what to say of a child that ended early."""
    said = child.stderr.read().strip().rpartition("\n")[2] if child.stderr else ""
    return f"solver sat: the child process ended early ({said or 'no message'})"
