"""Runs `minuet ...` inside the process of the tests, which spares a start of Python each time."""

from __future__ import annotations

import io
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from minuet.app.run import finished, run

__all__ = ["completed", "minuet"]

STDERR = 2


ESCAPE = re.compile(r"\x1b\[[0-9;]*[mK]")


class _Stream(io.TextIOWrapper):
    """A standard stream; Ctrl-C is pressed once it shows a pattern."""

    def __init__(self, raw: io.IOBase, encoding: str, stop_at: str, *, terminal: bool) -> None:
        super().__init__(raw, encoding, newline="\n")  # type: ignore[type-var]
        self._terminal, self._stop_at, self._shown = terminal, stop_at, ""

    def isatty(self) -> bool:
        return self._terminal

    def write(self, text: str) -> int:
        number = super().write(text)
        if self._stop_at:
            self._shown += ESCAPE.sub("", text)
            if re.search(self._stop_at, self._shown):
                self._stop_at = ""
                self.flush()
                signal.raise_signal(signal.SIGINT)
        return number


@contextmanager
def _instead_of_stderr(file: int) -> Iterator[None]:
    """Let what is written past `sys.stderr`, as by libraries and children, go into a file too."""
    before = os.dup(STDERR)
    os.dup2(file, STDERR)
    try:
        yield
    finally:
        os.dup2(before, STDERR)
        os.close(before)


def minuet(
    *arguments: str,
    text: str | bytes = b"",
    cwd: Path | None = None,
    encoding: str = "utf-8",
    terminal: bool | str = False,
    stop_at: str = "",
    stop_when: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run a command on a text; what a process of its own would print and exit with.

    encoding  of standard output and standard error
    terminal  whether standard error is a terminal, or of which kind it is
    stop_at   a pattern: Ctrl-C is pressed once standard error shows it, escapes left out
    stop_when  the same of standard output
    """
    kind = "xterm-256color" if terminal is True else terminal
    environment = {"TERM": kind} if kind else {}
    data = text if isinstance(text, bytes) else text.encode()
    stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8")
    logger = logging.getLogger("minuet")
    before = logger.handlers, logger.propagate, logger.level
    out = io.BytesIO()
    with tempfile.TemporaryFile(buffering=0) as err:
        printed = _Stream(out, encoding, stop_when, terminal=False)
        said = _Stream(err, encoding, stop_at, terminal=bool(terminal))
        try:
            with (
                redirect_stdout(printed),
                redirect_stderr(said),
                mock.patch.object(sys, "stdin", stdin),
                mock.patch.dict(os.environ, environment),
                chdir(cwd or Path.cwd()),
                _instead_of_stderr(err.fileno()),
            ):
                status = finished(run(arguments))
                said.flush()
        finally:
            logger.handlers, logger.propagate = before[:2]
            logger.setLevel(before[2])
            for stream in (printed, said):
                stream.detach()
        err.seek(0)
        texts = out.getvalue().decode(encoding), err.read().decode(encoding)
    return subprocess.CompletedProcess(arguments, status, *texts)


def completed(*words: str, shell: str = "zsh") -> list[str]:
    """Return what is offered to a shell for the last word behind `minuet`."""
    set_up = {
        "_MINUET_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(["minuet", *words]),
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
    }
    with mock.patch.dict(os.environ, set_up):
        done = minuet()
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    if shell == "zsh":  # a kind, a value and a help, a line each
        return lines[1::3]
    return [line.partition(",")[2].split("\t")[0] for line in lines]
