"""Processes of our own, as many as were asked for: `processes:N`.

Each is a `ProcessPoolExecutor` of one process. So it is known of which task a process died, the
others work on, and a new one takes its place. One that does not come back long after its slice (it
was stopped, or hangs) is killed. They die with us, and hear no Ctrl-C.

As long as anybody else holds the end of a pipe that a process writes its answers to, who waits for
the rest of an answer does not hear that it died in the midst of it. The executor holds it, and a
fork has all open files of its parent. So we close our end, and a fork lets go of those of others.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import time
import warnings
import weakref
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, cast

from ....models.errors import SolverError
from ...process.isolated_child import cut_loose
from ...process.signals import ctrl_c_waits, ignore_ctrl_c
from .executors import LoadFile, Outcome, heard, noted, waited
from .pool import Ended, Lost
from .work import Load, Parcel, Task, perform

__all__ = ["Processes"]

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
            outcome = heard(future, task)
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
    ends = [end for one in _begun for end in _pipes(one)]
    context = multiprocessing.get_context("fork")
    made = ProcessPoolExecutor(1, context, _begin, (os.getpid(), ends))
    _begun.add(made)
    return made


def _pipes(executor: Any) -> list[int]:
    """Return the files by which an executor's process is asked and answers."""
    queues = [one for one in (executor._call_queue, executor._result_queue) if one is not None]
    ends = [end for one in queues for end in (one._reader, one._writer)]
    return [end.fileno() for end in ends if not end.closed]


def _begin(parent: int, ends: Sequence[int]) -> None:
    """Be a process of our own, and hold no pipe of another one."""
    cut_loose(parent, None)
    nothing = os.open(os.devnull, os.O_RDWR)
    for end in ends:
        os.dup2(nothing, end)  # whoever closes it once more shuts nothing else
    os.close(nothing)
