"""Runs by workers: an Executor, processes of their own, or a Dask cluster (`on=`).

A worker does with a run what is done here: a process of its own, within limits that the worker
enforces on its machine, by whatever it has. The outcome goes back to the coordinating process,
which alone writes records. Files travel once to each worker, and are used where it has not the same
ones at the same place. A run whose worker dies is done again; if three die it has crashed.

No run is bound to cores, because other processes may be at work on the machine of a worker.
"""

from __future__ import annotations

import math
import os
import platform
import sys
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from weakref import finalize

from ...models.errors import InputError, system_words
from ...solvers.contract.deadline import Deadline
from ...solvers.search.workers.coordinator import call_each
from ...solvers.search.workers.executors import Lost
from ...solvers.search.workers.workers_at import workers_at
from .limits import enforcer
from .recording import surroundings
from .task import GRACE, START, Came, Doing, Ended, Enforcer, Limit, Task

__all__ = ["all_elsewhere"]

HERE = "processes:"  # these share our files


@dataclass(frozen=True)
class Order:
    """One task for a worker, and who is to enforce its limits; None: the best that it has."""

    task: Task
    limits: Limit
    by: Enforcer | None


@dataclass(frozen=True)
class Luggage:
    """The files that tasks read, by the places where they stand with us."""

    files: Mapping[str, bytes]

    def place_of(self, file: str) -> str:
        """Return where a worker reads a file: there too, if it is the same, or a copy of it."""
        if file not in self.files:
            return file
        try:
            if Path(file).read_bytes() == self.files[file]:
                return file
        except OSError:
            pass
        copy = Path(self._folder, str(list(self.files).index(file)), Path(file).name)
        if not copy.exists():
            copy.parent.mkdir(exist_ok=True)
            part = copy.with_name(f"{os.getpid()}-{time.monotonic_ns()}")
            part.write_bytes(self.files[file])
            part.replace(copy)
        return str(copy)

    @cached_property
    def _folder(self) -> Path:
        """Where copies stand, as long as this does."""
        folder = mkdtemp(prefix="minuet-")
        finalize(self, rmtree, folder, ignore_errors=True)
        return Path(folder)

    def __getstate__(self) -> dict[str, Any]:
        return {"files": self.files}


def all_elsewhere(
    tasks: Sequence[tuple[Task, Limit]], doing: Doing
) -> Generator[tuple[int, Came], None, None]:
    """Have workers do all tasks, and yield the place of each and what came of it, as it comes.

    Raises InputError for a file that cannot be read here, and what `workers_at` raises; SolverError
    where the workers cannot go on.
    """
    on = doing.on
    orders = []
    for task, limits in tasks:
        seconds = limits.get("seconds")
        most = math.inf if seconds is None else START + seconds + GRACE
        orders.append((Order(task, limits, doing.by), 2 * most))
    shares_files = isinstance(on, str) and on.startswith(HERE)
    luggage = Luggage({} if shares_files else _files(task for task, _ in tasks))
    never = Deadline(None)
    with workers_at(on, never) as pool:
        if pool is None:
            return
        for place, came in call_each(pool, _done, luggage, orders, never, doing.tick):
            if isinstance(came, Lost):
                why = f"{came.times} workers died of it"
                came = Came(Ended("", why, 1, 0.0, None, None, "workers"), surroundings(), "")
            yield place, came


def _done(luggage: Luggage, order: Order) -> Came:
    """Do a task, on the worker."""
    by = order.by or enforcer()
    source, plug_in = dict(order.task.source), dict(order.task.plug_in)
    for entry in (source, plug_in):
        if entry.get("file"):
            entry["file"] = luggage.place_of(entry["file"])
    where, began = surroundings(), time.monotonic()
    task = replace(order.task, source=source, plug_in=plug_in, began=began, parent=os.getpid())
    ended = by.run(task, order.limits, _unwanted())
    # Distinguishes machines, and does not name them to readers of the records.
    worker = blake2b(platform.node().encode(), digest_size=4).hexdigest()
    return Came(ended, {**where, "worker": worker}, by.name)


def _unwanted() -> Callable[[], bool]:
    """Return a check whether the result of a Dask worker's task is no longer wanted."""
    if "distributed" not in sys.modules:
        return lambda: False
    from distributed import get_worker

    try:
        worker = get_worker()
        tasks, key = worker.state.tasks, worker.get_current_task()
    except (ValueError, AttributeError):  # this is none
        return lambda: False
    return lambda: key not in tasks or tasks[key].state == "cancelled"


def _files(tasks: Iterable[Task]) -> dict[str, bytes]:
    wanted = (entry.get("file") for task in tasks for entry in (task.source, task.plug_in))
    contents: dict[str, bytes] = {}
    for file in wanted:
        if file and file not in contents:
            try:
                contents[file] = Path(file).read_bytes()
            except OSError as error:
                raise InputError(
                    f"{system_words(error)}, expected a file that can be read", file=file
                ) from error
    return contents
