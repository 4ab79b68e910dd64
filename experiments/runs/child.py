"""The process of a run: `python -P -m minuet.experiments.runs.child TASK FILE`.

First the process confines itself: it dies with its parent, stays on its cores, answers through a
pipe of its own, whatever a library prints, and stops at Ctrl-C. Until then it imports next to
nothing, so that limits hold from the first moment. Then it reads its instance, lets the solver
answer about the smallest matrix, so that libraries are loaded, puts the question, and writes the
answer as a line of JSON. The parent measures how long the process took as a whole.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from ...solvers.process import signals
from .own_timing import spent

__all__: list[str] = []

MORE = 2  # processor seconds behind the limit, in which it may report what it has found


def channel(path: str) -> IO[str]:
    """Return where answers go, a file or what was standard output; the latter is now errors."""
    if path != "-":
        return open(path, "w", encoding="utf-8")  # noqa: PTH123  as long as the process
    number = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(number, "w", encoding="utf-8")


def confine(parent: int, cores: Sequence[int], memory: float | None) -> None:
    """Bind the process to its parent and its cores, and to so many bytes."""
    if parent:
        signals.die_with(parent, 1)
    signals.raise_interrupt_on("SIGINT", "SIGTERM")  # runexec sends SIGTERM
    if cores and hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(0, cores)
    _bound_memory(memory)


def bound_processor(before: float, seconds: float | None) -> None:
    """Have the system see to a limit behind what was spent before: first it asks, then it kills."""
    if seconds is None or sys.platform == "win32":
        return
    import resource

    whole = math.ceil(before + seconds)
    signals.raise_interrupt_on("SIGXCPU")
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + MORE))


def _bound_memory(memory: float | None) -> None:
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory is not None:
        # Of addresses that are only reserved, as threads do, RLIMIT_AS counts gigabytes.
        kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (int(memory), int(memory)))


def own_peak() -> int | None:
    """Return the most bytes that this process held at once; None where that is not known.

    The system's `ru_maxrss` is of no use on Linux: it begins with what the parent held.
    """
    with suppress(OSError, ValueError, IndexError), open("/proc/self/status") as file:  # noqa: PTH123
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return None


def main() -> None:
    """Do what the arguments say, and leave at once."""
    from .task import Task

    task = Task.read(sys.argv[1])
    stream = channel(sys.argv[2])
    confine(task.parent, task.cores, task.bounds.get("memory"))
    try:
        _tell(stream, _answer(task, stream))
    except BaseException:
        import traceback

        traceback.print_exc()  # the last line of which is the record's message
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def _answer(task: Any, stream: IO[str]) -> dict[str, Any]:
    from ..records.record import RUN
    from .asking import Asked, Described, failure_of
    from .program import Started
    from .task import FEATURES

    try:
        query: Asked | Described | Started
        if task.question == FEATURES:
            query = Described.prepared(task)
        elif task.question == RUN:
            query = Started.prepared(task)
        else:
            query = Asked.prepared(task)
        before = spent()
        bound_processor(before, task.bounds.get("processor_seconds"))
        start = time.monotonic()
        _tell(
            stream,
            {
                "pid": os.getpid(),
                "start_seconds": start - task.began,
                "start_processor_seconds": before,
            },
        )
        answer = query.answer()
        answer.setdefault("seconds", time.monotonic() - start)
        answer.setdefault("processor_seconds", spent() - before)
    except KeyboardInterrupt:
        answer = {"outcome": "timeout"}
    except Exception as error:
        answer = failure_of(error)
    return {"own_peak": own_peak()} | answer


def _tell(stream: IO[str], answer: dict[str, Any]) -> None:
    print(json.dumps(answer), file=stream, flush=True)


if __name__ == "__main__":
    main()
