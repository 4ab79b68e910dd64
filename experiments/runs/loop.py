"""The loop over the runs of an experiment: several at once, each recorded as it ends.

Cores that are threads of one core (hyper-threads) share its units: while there are others, a run
gets one of its own. A run of several threads gets as many cores.

An interrupt kills the runs under way, which have no record then; no record is lost.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ...models.spelling import counted
from ...solvers.search.settings import Settings
from ..records.record import Description, Record
from ..revision import revision_of
from ..suites.loading import Instance
from ..suites.plan import Run
from .limits import enforcer
from .recording import description_of, record_of, surroundings
from .task import Came, Doing, Enforcer, Limit, Task
from .workers import all_elsewhere

__all__ = ["Cores", "descriptions_of", "disturbances", "records_of", "usable"]

SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def usable() -> list[list[int]]:
    """Return the cores that this process may use, hyper-threads of one together."""
    ours = getattr(os, "sched_getaffinity", None)
    numbers = sorted(ours(0)) if ours else list(range(os.cpu_count() or 1))
    cores: dict[tuple[int, ...], list[int]] = {}
    for number in numbers:
        siblings: tuple[int, ...] = (number,)
        with suppress(OSError, ValueError):
            siblings = tuple(_numbers(Path(SIBLINGS.format(number)).read_text(encoding="ascii")))
        cores.setdefault(siblings, []).append(number)
    return list(cores.values())


def _numbers(text: str) -> Iterator[int]:
    """Yield the numbers of a list as `0-1,4`."""
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


class Cores:
    """Gives out cores, first those that no other run shares."""

    def __init__(self, groups: Sequence[Sequence[int]]) -> None:
        width = max(map(len, groups), default=0)
        self._order = [group[k] for k in range(width) for group in groups if k < len(group)]
        self._taken: dict[int, int] = dict.fromkeys(self._order, 0)

    def take(self, number: int) -> tuple[int, ...]:
        """Return so many cores, those that fewest runs have; all, if there are no more."""
        ranked = sorted(self._order, key=lambda core: self._taken[core])  # stable: in their order
        chosen = tuple(ranked[:number])
        for core in chosen:
            self._taken[core] += 1
        return chosen

    def give_back(self, cores: Sequence[int]) -> None:
        """Let others have the cores."""
        for core in cores:
            self._taken[core] -= 1


def disturbances(jobs: int, threads: int, groups: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield, in a line each, why so many runs at once would disturb each other.

    threads  of the run that has most
    """
    cores, whole = sum(map(len, groups)), len(groups)
    wanted = jobs * threads
    each = f" of {threads} threads" if threads > 1 else ""
    if threads > cores:
        yield f"runs{each} on {counted(cores, 'core')}: their threads wait for each other"
    elif jobs > 1 and wanted > cores:
        yield f"{jobs} runs{each} at once on {counted(cores, 'core')}: they wait for each other"
    elif jobs > 1 and wanted > whole:
        yield (
            f"{jobs} runs{each} at once on {counted(whole, 'core')} with hyper-threads: some share "
            "a core and slow each other down"
        )


MORE = 5.0  # seconds behind those for features, for what cannot be stopped halfway
STEP = 0.2  # seconds in which an interrupt is heard


def records_of(
    runs: Sequence[Run],
    folder: Path,
    doing: Doing,
) -> Generator[Record, None, None]:
    """Do all runs, and yield each record as it comes.

    folder  of the suite, whose revision is recorded

    Closing it kills what is under way.
    """
    tasks = [(Task.of(run), run.limits.to_dict()) for run in runs]
    revision = revision_of(folder.resolve())
    for place, came in _all(tasks, doing):
        where = {**came.environment, "git": revision}
        yield record_of(runs[place], came.ended, where, came.limited_by)


def descriptions_of(
    instances: Sequence[Instance],
    seconds: float,
    memory: int | None,
    doing: Doing,
) -> Generator[Description, None, None]:
    """Tell the features of each instance, within so many seconds and bytes; see `records_of`."""
    limits = {"seconds": seconds + MORE, "memory": memory}
    tasks = [(Task.describing(instance, seconds), limits) for instance in instances]
    for place, came in _all(tasks, doing):
        yield description_of(instances[place].digest, seconds, came.ended)


def _all(
    tasks: Sequence[tuple[Task, Limit]], doing: Doing
) -> Generator[tuple[int, Came], None, None]:
    """Do all tasks, and yield the place of each and what came of it, as it comes."""
    if doing.on is not None:
        yield from all_elsewhere(tasks, doing)
        return
    loop = _Loop(doing.by or enforcer(), Cores(usable()))
    waiting = iter(range(len(tasks)))
    with ThreadPoolExecutor(doing.jobs, "minuet") as pool:
        under_way: dict[Future[Came], int] = {}
        try:
            while True:
                while len(under_way) < doing.jobs and (place := next(waiting, None)) is not None:
                    under_way[pool.submit(loop.run, *tasks[place])] = place
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

    def run(self, task: Task, limits: Limit) -> Came:
        """Do a task, on cores of its own."""
        with self._lock:
            cores = self.cores.take(Settings.from_dict(task.settings).threads)
        try:
            where = surroundings()
            task = replace(task, began=time.monotonic(), cores=cores, parent=os.getpid())
            ended = self.by.run(task, limits, self.stopped.is_set)
            return Came(ended, where, self.by.name)
        finally:
            with self._lock:
                self.cores.give_back(cores)
