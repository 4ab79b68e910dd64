"""The command `minuet` as a person runs it: a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

MINUET = [sys.executable, "-m", "minuet.app"]


def minuet(
    *arguments: str, text: str | bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run(
        [*MINUET, *arguments], input=data, capture_output=True, check=False, cwd=cwd, timeout=120
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    """The complaint about bad input: exit 2, one line, nothing on standard output."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("minuet: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert len(done.stderr) < 300
    return done.stderr


def listed_commands(text: str) -> list[str]:
    """The commands that a help lists, under any heading."""
    return re.findall("^  ([a-z]+) {2,}", text, re.M)


def _hold_back() -> None:
    """Block the signal, which Python cannot answer while it starts: minuet lets it through.

    A test run in the background of a shell ignores it, and so would its children.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _unblock() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class _Begun(subprocess.Popen[str]):
    """A process that ends with its block, where that fails."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, error, where)


def begin(arguments: Sequence[str], *, held: bool = True) -> subprocess.Popen[str]:
    """Begin a command that is to be interrupted; held: not before it listens."""
    return _Begun(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_hold_back if held else _unblock,
    )
