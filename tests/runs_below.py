"""The runs of experiments that are under way below a process."""

from __future__ import annotations

from contextlib import suppress

import psutil

__all__ = ["runs_below"]


def runs_below(pid: int) -> list[psutil.Process]:
    """The processes of runs among those that a process began; those that ended are passed over."""
    found = []
    for one in psutil.Process(pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # which ZombieProcess is, too
            found += [one] * ("minuet.experiments.runs.child" in one.cmdline())
    return found
