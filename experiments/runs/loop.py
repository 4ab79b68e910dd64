"""The loop over the runs of an experiment: so many at once, each recorded as it ends.

Before them the features of instances may be told, each by a process of its own, too.

Whoever interrupts it loses the runs under way, which are killed, and no record.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from ...solvers.search.settings import Settings
from ..records.description import Description
from ..records.record import Record
from ..suites.loading import Instance
from ..suites.plan import Run
from .came import Came
from .cores import Cores, usable
from .doing import Doing
from .elsewhere import all_elsewhere
from .environment import environment, surroundings
from .limits.chosen import enforcer
from .limits.ended import Ended, Enforcer, Limit
from .made import description_of, record_of
from .task import Task

__all__ = ["descriptions_of", "records_of"]

MORE = 5.0  # seconds behind those for features, for what cannot be stopped halfway
STEP = 0.2  # seconds in which an interrupt is heard


def records_of(
    runs: Sequence[Run],
    folder: Path,
    doing: Doing,
) -> Generator[Record, None, None]:
    """Do all runs, and yield each record as it comes.

    folder  of the suite, whose revision is told

    Closing it kills what is under way.
    """
    asked = [(Task.of(run), run.limits.told()) for run in runs]
    for place, came in _all(asked, doing):
        where = {**came.environment, "git": environment(folder)["git"]}
        yield record_of(runs[place], came.ended, where, came.limited_by)


def descriptions_of(
    instances: Sequence[Instance],
    seconds: float,
    memory: int | None,
    doing: Doing,
) -> Generator[Description, None, None]:
    """Tell the features of each instance, within so many seconds and bytes; see `records_of`."""
    limits = {"seconds": seconds + MORE, "memory": memory}
    asked = [(Task.describing(one, seconds), limits) for one in instances]
    for place, came in _all(asked, doing):
        yield description_of(instances[place].digest, seconds, came.ended)


def _all(
    asked: Sequence[tuple[Task, Limit]], doing: Doing
) -> Generator[tuple[int, Came], None, None]:
    """Do all tasks, and yield the place of each and what came of it, as it comes."""
    if doing.on is not None:
        yield from all_elsewhere(asked, doing)
        return
    by = doing.by or enforcer()
    for place, ended in _all_here(asked, doing, by):
        yield place, Came(ended, surroundings(), by.name)


def _all_here(
    asked: Sequence[tuple[Task, Limit]], doing: Doing, by: Enforcer
) -> Generator[tuple[int, Ended], None, None]:
    loop = _Loop(by, Cores(usable()))
    waiting = iter(range(len(asked)))
    with ThreadPoolExecutor(doing.jobs, "minuet") as pool:
        under_way: dict[Future[Ended], int] = {}
        try:
            while True:
                while len(under_way) < doing.jobs and (place := next(waiting, None)) is not None:
                    under_way[pool.submit(loop.run, *asked[place])] = place
                if not under_way:
                    return
                done, _ = wait(under_way, STEP, FIRST_COMPLETED)
                if doing.tick is not None:
                    doing.tick()
                for future in done:
                    yield under_way.pop(future), future.result()
        finally:
            loop.stopped.set()


@dataclass
class _Loop:
    by: Enforcer
    cores: Cores

    def __post_init__(self) -> None:
        self.stopped = threading.Event()
        self._lock = threading.Lock()

    def run(self, task: Task, limits: Limit) -> Ended:
        """Do a task, on cores of its own."""
        with self._lock:
            cores = self.cores.take(Settings.from_dict(task.settings).threads)
        try:
            task = replace(task, began=time.monotonic(), cores=cores, parent=os.getpid())
            return self.by.run(task, limits, self.stopped.is_set)
        finally:
            with self._lock:
                self.cores.give_back(cores)
