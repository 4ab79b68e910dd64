"""Workers of a `concurrent.futures.Executor` that the caller has: processes, or threads.

The load stands in a file that all of them read, each once; one that does not share files with us
says so, and gets it with its task.
"""

from __future__ import annotations

import os
import queue
import tempfile
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ....models.errors import SolverError
from .pool import Ended, Lost
from .work import Load, Parcel, Refused, Task, packed, perform

__all__ = ["Executors", "LoadFile", "heard", "noted", "waited"]

Outcome = Future[object]


class LoadFile:
    """A load in a file, as long as it is wanted."""

    def __init__(self, load: Load) -> None:
        self._payload = packed(load)
        number, path = tempfile.mkstemp(prefix="minuet-", suffix=".load")
        with os.fdopen(number, "wb") as file:
            file.write(self._payload)
        self.parcel = Parcel(load.key, path)

    def whole(self) -> Parcel:
        """Return the load itself, for who cannot read the file."""
        return replace(self.parcel, payload=self._payload)

    def remove(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            Path(self.parcel.path).unlink()


class Executors:
    """The workers of an executor, which stays the caller's."""

    cost = 0.001

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self.workers = int(getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
        self.room = 2 * self.workers  # so that nobody waits for us
        self._ended: queue.SimpleQueue[tuple[Task, Outcome]] = queue.SimpleQueue()
        self._out: set[Outcome] = set()
        self._file: LoadFile | None = None

    def begin(self, load: Load) -> None:
        """Write the load down."""
        self._file = LoadFile(load)

    def send(self, task: Task) -> None:
        """Submit a task."""
        assert self._file is not None  # for the type checker
        self._submit(self._file.parcel, task)

    def ended(self, seconds: float) -> Sequence[Ended]:
        """Wait for tasks: see `Pool`."""
        came: list[Ended] = []
        for task, future in waited(self._ended, seconds):
            self._out.discard(future)
            outcome = heard(future, task)
            if isinstance(outcome, Lost):
                raise SolverError(
                    "a worker of the executor died, and its pool is broken; what was found is kept"
                )
            if outcome is not None:
                came.append((task, outcome))
            elif self._file is not None:
                self._submit(self._file.whole(), task)
        return came

    def finish(self) -> None:
        """Cancel what was not begun."""
        for future in self._out:
            future.cancel()
        self._out.clear()
        self._ended = queue.SimpleQueue()
        if self._file is not None:
            self._file.remove()

    def close(self) -> None:
        """Leave the executor to its owner."""

    def _submit(self, parcel: Parcel, task: Task) -> None:
        try:
            future = self._executor.submit(perform, parcel, task)
        except (BrokenExecutor, RuntimeError) as error:
            raise SolverError(f"the executor takes no work: {error}") from None
        self._out.add(future)
        future.add_done_callback(partial(noted, self._ended, task))


def noted(ended: queue.SimpleQueue[tuple[Task, Outcome]], task: Task, future: Outcome) -> None:
    """Put a task that has ended into a queue, with what came of it."""
    ended.put((task, future))


def waited(
    ended: queue.SimpleQueue[tuple[Task, Outcome]], seconds: float
) -> list[tuple[Task, Outcome]]:
    """Return all that stands in a queue, after having waited for the first."""
    came = []
    with suppress(queue.Empty):
        came.append(ended.get(timeout=max(seconds, 0.0)))
        while True:
            came.append(ended.get_nowait())
    return came


def heard(future: Outcome, task: Task) -> Any:
    """Return what came of a task; None: the worker has no load.

    Raises SolverError where it refuses the task, or fails.
    """
    try:
        outcome = future.result()
    except (BrokenExecutor, CancelledError):
        return Lost()
    except MemoryError:
        raise SolverError("a worker ran out of memory; what was found is kept") from None
    if isinstance(outcome, Refused):
        if outcome.why:
            raise SolverError(f"a worker {outcome.why}")
        return None
    return outcome
