"""Limits by looking: the whole tree of processes is looked at ten times a second, by psutil.

Its processor seconds and its memory are added up, those of children included. At the limit of
seconds the solver should have stopped by itself; at that of processor seconds it is interrupted.
Either way it has a moment to tell what it has found, and is then killed with all its children. One
that holds too much memory is killed at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..task import Task
from .ended import GRACE, START, Ended, Limit
from .piped import Piped, command_of

__all__ = ["Tree", "Watched", "watch"]

STEP = 0.1  # seconds between two looks
AT_ONCE = ("memory", "start")  # the limits at which there is nothing to wait for
SECONDS = ("processor_seconds", "seconds")

Look = Callable[[], tuple[float, int]]  # processor seconds and bytes, so far


class Watched:
    """Enforces limits on trees of processes; `psutil` must be installed."""

    name = "psutil"

    def run(self, task: Task, limits: Limit, stopped: Callable[[], bool]) -> Ended:
        """Run a task; see `Enforcer`."""
        process = Piped(command_of(task))
        tree = Tree(process.pid)
        try:
            return watch(process, task.began, limits, stopped, tree.look, tree.end)
        finally:
            tree.end()
            process.close()


def watch(
    process: Piped,
    began: float,
    limits: Limit,
    stopped: Callable[[], bool],
    look: Look,
    end: Callable[[], None],
) -> Ended:
    """Wait for the end of a process, and bring it about at its limits.

    look  tells what it has taken; end: kills it with all its children
    """
    used, most = 0.0, 0
    limit, since, killed = "", 0.0, False
    while not process.wait(STEP):
        seconds = time.monotonic() - began
        now_used, held = look()
        used, most = max(used, now_used), max(most, held)
        if not limit:
            limit = _reached(limits, process.start, seconds, used, held)
            since = seconds
            if limit == "processor_seconds":
                process.interrupt()
        if stopped() or limit in AT_ONCE or (limit and seconds > since + GRACE):
            limit = "stopped" if stopped() else limit
            killed = True
            end()
            process.kill()
    seconds = time.monotonic() - began
    end()
    process.close()
    begun, before = process.start or (0.0, 0.0)
    whole = max(used, process.processor_seconds or 0.0)
    return Ended(
        process.output,
        process.errors,
        process.status or 0,
        seconds - begun,
        max(whole - before, 0.0) if whole else None,
        most or None,
        limit,
        killed,
    )


def _reached(
    limits: Limit, start: tuple[float, float] | None, seconds: float, used: float, held: int
) -> str:
    """Return which limit has come; "" if none has.

    start  the seconds and processor seconds before the question was put; None: it was not yet
    """
    told = [("memory", float(held), limits.get("memory"))]
    if start is None:
        told.append(("start", seconds, START))
    else:
        for name, value, before in zip(SECONDS, (used, seconds), (start[1], start[0]), strict=True):
            told.append((name, value - before, limits.get(name)))
    return next((name for name, value, most in told if most is not None and value > most), "")


class Tree:
    """A process and all that descend from it, those too that have ended meanwhile."""

    def __init__(self, pid: int) -> None:
        import psutil

        self._gone = psutil.Error
        self._known: dict[int, Any] = {}
        self._used: dict[int, float] = {}
        with suppress(psutil.Error):
            self._known[pid] = psutil.Process(pid)
        self._root = self._known.get(pid)

    def look(self) -> tuple[float, int]:
        """Return the processor seconds of all, and the bytes that they hold now."""
        if self._root is None:
            return 0.0, 0
        with suppress(self._gone):
            for child in self._root.children(recursive=True):
                self._known.setdefault(child.pid, child)
        held = 0
        for pid, process in self._known.items():
            with suppress(self._gone):
                with process.oneshot():
                    times, memory = process.cpu_times(), process.memory_info().rss
                self._used[pid] = times.user + times.system
                held += memory
        return sum(self._used.values()), held

    def end(self) -> None:
        """Kill those that still run, whatever group they are in."""
        for process in self._known.values():
            with suppress(self._gone, OSError):
                if process.is_running():
                    process.kill()
