"""Workers of a `concurrent.futures.Executor` of the caller, and processes of our own.

The load stands in a file that all of them read, each once; one that does not share files with us
says so, and gets it with its task.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import tempfile
import time
import warnings
import weakref
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast

from ....models.errors import SolverError
from ...process.isolation import cut_loose
from ...process.signals import ctrl_c_waits, ignore_ctrl_c
from .tasks import Load, Parcel, Refused, Task, packed, perform

__all__ = ["Ended", "Executors", "Lost", "Pool", "Processes", "outcome_of", "waited"]

# ---- The interface that the coordinator uses -----------------------------------------------------


@dataclass(frozen=True)
class Lost:
    """A task whose worker died; `times`: so often."""

    times: int = 1


Ended = tuple[Any, Any]  # a task, and what came of it: what it returned, or `Lost`


class Pool(Protocol):
    """Workers, and the tasks that are with them.

    cost  seconds of our own time that a task takes to be given out and brought back, as measured
    """

    cost: float

    @property
    def workers(self) -> int:
        """How many there are now."""

    @property
    def room(self) -> int:
        """How many tasks should be with them at once."""

    def begin(self, load: Load) -> None:
        """Get a load to where the workers can fetch it; tasks of it come."""

    def send(self, task: Task) -> None:
        """Submit a task to any free worker."""

    def ended(self, seconds: float) -> Sequence[Ended]:
        """Wait up to some seconds for tasks to end; return those that did.

        Raises SolverError, naming the worker, for one that cannot do it, and where all are gone.
        """

    def finish(self) -> None:
        """Forget all tasks; what still runs ends with its slice, and its result is dropped."""

    def close(self) -> None:
        """Let the workers go, if they were brought here by us."""


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
        self.room = 2 * self.workers  # so that no worker waits for a task
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
            outcome = outcome_of(future, task)
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


def outcome_of(future: Outcome, task: Task) -> Any:
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


# ---- Own processes: `processes:N` ----------------------------------------------------------------
#
# Each is a `ProcessPoolExecutor` of one process. So it is known of which task a process died, the
# others work on, and a new one takes its place. One that does not come back long after its slice
# (it was stopped, or hangs) is killed. They die with us, and hear no Ctrl-C.
#
# As long as anybody else holds the end of a pipe that a process writes its answers to, who waits
# for the rest of an answer does not hear that it died in the midst of it. The executor holds it,
# and a fork has all open files of its parent. So we close our end, and a fork lets go of those of
# others.


PATIENCE = 30.0  # seconds behind its slice before a process is killed
FORKS = hasattr(os, "fork")


class Processes:
    """Processes of our own."""

    cost = 0.001

    def __init__(self, number: int) -> None:
        self.workers = self.room = number
        self._idle = [_Process() for _ in range(number)]
        self._busy: dict[str, tuple[_Process, float]] = {}  # by task, with when it is overdue
        self._ended: queue.SimpleQueue[tuple[Task, Outcome]] = queue.SimpleQueue()
        self._file: LoadFile | None = None

    def begin(self, load: Load) -> None:
        """Write the load down."""
        self._file = LoadFile(load)

    def send(self, task: Task) -> None:
        """Have a process do a task."""
        if self._file is None or not self._idle:
            raise SolverError("internal error: a task for which there is no process")
        process = self._idle.pop()
        self._busy[task.name] = process, time.monotonic() + task.seconds + PATIENCE
        process.submit(self._file.parcel, task, self._ended)

    def ended(self, seconds: float) -> Sequence[Ended]:
        """Wait for tasks: see `Pool`."""
        came: list[Ended] = []
        for task, future in waited(self._ended, seconds):
            process, _ = self._busy.pop(task.name)
            outcome = outcome_of(future, task)
            if isinstance(outcome, Lost):
                process.kill()
                process = _Process()
            self._idle.append(process)
            if outcome is None:
                raise SolverError("a worker cannot read what was written for it")
            came.append((task, outcome))
        now = time.monotonic()
        for process, late in self._busy.values():
            if now > late:
                process.kill()
        return came

    def finish(self) -> None:
        """Forget all tasks, and who is at work on them."""
        for process, _ in self._busy.values():
            process.kill()
            self._idle.append(_Process())
        self._busy.clear()
        self._ended = queue.SimpleQueue()
        if self._file is not None:
            self._file.remove()

    def close(self) -> None:
        """End the processes."""
        self.finish()
        for process in self._idle:
            process.kill()


class _Process:
    """One process, begun with its first task."""

    def __init__(self) -> None:
        self._executor: ProcessPoolExecutor | None = None

    def submit(
        self, parcel: Parcel, task: Task, ended: queue.SimpleQueue[tuple[Task, Outcome]]
    ) -> None:
        """Do a task, and then put it with what came of it."""
        with ctrl_c_waits(), warnings.catch_warnings():
            # That threads of ours run makes no difference to who calls nothing of theirs.
            warnings.simplefilter("ignore", DeprecationWarning)
            future = self._submitted(parcel, task)
        future.add_done_callback(partial(noted, ended, task))

    def _submitted(self, parcel: Parcel, task: Task) -> Outcome:
        if self._executor is not None:
            try:
                return self._executor.submit(perform, parcel, task)
            except BrokenExecutor:  # it died while it had nothing to do
                self.kill()
        self._executor = _executor()
        future = self._executor.submit(perform, parcel, task)
        if FORKS:
            cast(Any, self._executor)._result_queue._writer.close()
        return future

    def kill(self) -> None:
        """End it at once."""
        if self._executor is None:
            return
        for child in list((self._executor._processes or {}).values()):
            with suppress(OSError, ValueError):
                child.kill()
        self._executor.shutdown(wait=True)
        self._executor = None


_begun: weakref.WeakSet[ProcessPoolExecutor] = weakref.WeakSet()


def _executor() -> ProcessPoolExecutor:
    if not FORKS:
        return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), ignore_ctrl_c)
    ends = [end for executor in _begun for end in _pipes(executor)]
    context = multiprocessing.get_context("fork")
    executor = ProcessPoolExecutor(1, context, _begin, (os.getpid(), ends))
    _begun.add(executor)
    return executor


def _pipes(executor: Any) -> list[int]:
    """Return the files by which an executor's process is asked and answers."""
    queues = [
        channel for channel in (executor._call_queue, executor._result_queue) if channel is not None
    ]
    ends = [end for channel in queues for end in (channel._reader, channel._writer)]
    return [end.fileno() for end in ends if not end.closed]


def _begin(parent: int, ends: Sequence[int]) -> None:
    """Be a process of our own, and hold no pipe of another one."""
    cut_loose(parent, None)
    nothing = os.open(os.devnull, os.O_RDWR)
    for end in ends:
        os.dup2(nothing, end)  # whoever closes it once more shuts nothing else
    os.close(nothing)
