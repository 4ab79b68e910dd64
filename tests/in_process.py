"""Runs `minuet ...` inside the process of the tests, which spares a start of Python each time."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from minuet.app.run import finished, run

__all__ = ["minuet"]


def minuet(
    *arguments: str, text: str | bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command on a text; what a process of its own would print and exit with."""
    out, err = io.BytesIO(), io.BytesIO()
    data = text if isinstance(text, bytes) else text.encode()
    stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8")
    logger = logging.getLogger("minuet")
    before = logger.handlers, logger.propagate, logger.level
    try:
        with (
            redirect_stdout(io.TextIOWrapper(out, "utf-8", newline="\n")) as printed,
            redirect_stderr(io.TextIOWrapper(err, "utf-8", newline="\n")) as said,
            mock.patch.object(sys, "stdin", stdin),
            chdir(cwd or Path.cwd()),
        ):
            status = finished(run(arguments))
            said.flush()
    finally:
        logger.handlers, logger.propagate = before[:2]
        logger.setLevel(before[2])
    texts = out.getvalue().decode(), err.getvalue().decode()
    for stream in (printed, said):
        stream.detach()
    return subprocess.CompletedProcess(arguments, status, *texts)
