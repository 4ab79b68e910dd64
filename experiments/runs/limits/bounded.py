"""Limits by the system: what `setrlimit` bounds in the process of a run, where there is no psutil.

Processor seconds and memory are then those of single processes and not of all together, and the
memory is that of data, not all that is held. Seconds are seen to as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..task import Task
from .ended import Ended, Limit
from .piped import Piped, command_of
from .watched import watch

__all__ = ["Bounded"]


class Bounded:
    """Enforces limits by the system's own means."""

    name = "rlimit"

    def run(self, task: Task, limits: Limit, stopped: Callable[[], bool]) -> Ended:
        """Run a task; see `Enforcer`."""
        bounds = {name: limits.get(name) for name in ("processor_seconds", "memory")}
        process = Piped(command_of(replace(task, bounds=bounds)))
        wall = {"seconds": limits.get("seconds")}
        try:
            ended = watch(process, task.began, wall, stopped, _nothing, process.kill)
        finally:
            process.close()
        used, most = ended.processor_seconds, limits.get("processor_seconds")
        if not ended.limit and most is not None and used is not None and used > most:
            return replace(ended, limit="processor_seconds", killed=ended.status < 0)
        return ended


def _nothing() -> tuple[float, int]:
    return 0.0, 0
