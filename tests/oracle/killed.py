"""Work in a child process that is killed at some moment, again and again, until it is done."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

BEGINNING = 4  # times that it writes before it has surely found something
PATIENCE = 60.0  # seconds for a child to get on; far more than it takes


def written(path: Path) -> int:
    """When the checkpoint was written last; 0: not yet."""
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0


def killed_again_and_again(
    path: Path, work: Callable[[int], None], kills: int, seed: int = 0
) -> int:
    """Fork children that do the work, and kill each some time after it has saved something.

    work  is told its number; return how many were killed before their end
    """
    rng, count = Random(seed), 0
    for number in range(kills):
        before, child, writes = written(path), os.fork(), 0
        if child == 0:
            status = 1
            try:
                work(number)
                status = 0
            finally:
                os._exit(status)
        end = time.monotonic() + PATIENCE
        while writes < BEGINNING and time.monotonic() < end:
            if os.waitpid(child, os.WNOHANG)[0]:
                return count
            time.sleep(0.0005)
            now = written(path)
            writes, before = writes + (now != before), now
        time.sleep(rng.random() * 0.01)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        _, how = os.waitpid(child, 0)
        count += os.WIFSIGNALED(how)
        assert os.WIFSIGNALED(how) or os.waitstatus_to_exitcode(how) == 0
    return count
