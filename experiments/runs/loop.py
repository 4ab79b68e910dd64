"""The loop over the runs of an experiment: so many at once, each recorded as it ends.

Whoever interrupts it loses the runs under way, which are killed, and no record.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from ..records.record import Record
from ..suites.plan import Run
from .cores import Cores, usable
from .environment import environment
from .limits.chosen import enforcer
from .limits.ended import Ended, Enforcer
from .made import record_of
from .task import Task

__all__ = ["records_of"]

STEP = 0.2  # seconds in which an interrupt is heard


def records_of(
    runs: Sequence[Run],
    folder: Path,
    *,
    jobs: int = 1,
    by: Enforcer | None = None,
    tick: Callable[[], object] | None = None,
) -> Generator[Record, None, None]:
    """Run all, `jobs` at once, and yield each record as it comes.

    folder  of the suite, whose revision is told
    by      who enforces the limits; None: the best that can be had
    tick    is called some times a second

    Closing it kills what is under way.
    """
    loop = _Loop(folder, by or enforcer(), Cores(usable()))
    waiting = iter(runs)
    with ThreadPoolExecutor(jobs, "minuet") as pool:
        under_way: dict[Future[Ended], Run] = {}
        try:
            while True:
                while len(under_way) < jobs and (run := next(waiting, None)) is not None:
                    under_way[pool.submit(loop.run, run)] = run
                if not under_way:
                    return
                done, _ = wait(under_way, STEP, FIRST_COMPLETED)
                if tick is not None:
                    tick()
                for future in done:
                    yield loop.record(under_way.pop(future), future.result())
        finally:
            loop.stopped.set()


@dataclass
class _Loop:
    folder: Path
    by: Enforcer
    cores: Cores

    def __post_init__(self) -> None:
        self.stopped = threading.Event()
        self._lock = threading.Lock()

    def run(self, run: Run) -> Ended:
        """Do a run, on cores of its own."""
        with self._lock:
            cores = self.cores.take(run.solver.threads)
        try:
            task = replace(Task.of(run), began=time.monotonic(), cores=cores, parent=os.getpid())
            return self.by.run(task, run.limits.told(), self.stopped.is_set)
        finally:
            with self._lock:
                self.cores.give_back(cores)

    def record(self, run: Run, ended: Ended) -> Record:
        """Return the record of a run."""
        return record_of(run, ended, environment(self.folder), self.by.name)
