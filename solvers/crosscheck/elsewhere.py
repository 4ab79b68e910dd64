"""Solvers that are asked by workers, of an Executor, of processes, or of a Dask cluster (`on=`).

A worker does what is done here: it asks the solver in a child process of its own, and records
all its messages. They come back as a tape, and are checked and verified here like those of a local
child; so the verdict rests on no worker's word.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...models.errors import ModelError, SolverError, Unsupported
from ..contract.deadline import Deadline
from ..contract.solver import Solver
from ..process.isolation import End, Ending, Isolated
from ..registry import get_solver, name_of
from ..search.search import Search
from ..search.settings import Settings
from ..search.workers.coordinator import call_each
from ..search.workers.executors import Lost, Pool
from .worker import Task, work_of

__all__ = ["Asked", "Tape", "Workers", "travelling"]

EARLY = 0.1  # seconds that a library may stop before its time
MOST = 1 << 21  # messages of one tape: so many solutions are looked through at most


@dataclass(frozen=True)
class Asked:
    """What a solver is asked, and how; a worker has the search that is meant already.

    settings  of that search: the solver, or the name by which a worker finds it; the time limit
    grace     seconds behind the time limit before it is killed
    """

    settings: Settings
    tasks: tuple[Task, ...]
    grace: float

    @classmethod
    def of(cls, solver: Solver | str, tasks: Sequence[Task], seconds: float, grace: float) -> Asked:
        """Return what a solver is asked for so many seconds."""
        return cls(Settings(solver=solver, time_limit=seconds), tuple(tasks), grace)

    @property
    def longest(self) -> float:
        """Seconds until it is over, be it by a kill."""
        return (self.settings.time_limit or 0.0) + self.grace


@dataclass(frozen=True)
class Tape:
    """The messages of a solver, as `Isolated` yields them.

    late     whether its time was over
    seconds  that it took
    """

    tasks: tuple[Task, ...]
    messages: tuple[tuple[object, ...], ...]
    ending: Ending
    late: bool = False
    seconds: float = 0.0

    def batches(self) -> Iterator[Sequence[object]]:
        """Yield the messages, those together that came together."""
        yield from self.messages

    def __enter__(self) -> Tape:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class Workers:
    """Workers who ask solvers about one matrix. Raises Unsupported for one that cannot travel."""

    def __init__(self, pool: Pool, search: Search) -> None:
        self._pool, self._search = pool, search
        try:
            pickle.dumps(search)
        except (pickle.PicklingError, AttributeError, TypeError, ModelError) as error:
            message = f"on=: the puzzle cannot travel to workers ({error})"
            raise Unsupported(message) from None

    @property
    def number(self) -> int:
        """How many there are."""
        return self._pool.workers

    def ask(self, requests: Sequence[Asked], deadline: Deadline) -> Iterator[tuple[int, Tape]]:
        """Yield the place and the tape of each, as they come; none behind the deadline.

        Raises SolverError where the workers cannot go on.
        """
        times = [(request, 2 * request.longest) for request in requests]
        for place, came in call_each(self._pool, _taped, self._search, times, deadline):
            if isinstance(came, Lost):
                ending = Ending(End.VANISHED, message=f"{came.times} workers died of it")
                came = Tape(requests[place].tasks, (), ending)
            yield place, came


def travelling(solver: Solver) -> Solver | str | None:
    """Return a solver as it travels: by its name if that does, else itself; None: it cannot."""
    if (name := name_of(solver)) is not None:
        return name
    try:
        pickle.dumps(solver)
    except Exception:
        return None
    return solver


def _taped(search: Search, request: Asked) -> Tape:
    """Ask a solver, on the worker."""
    began, settings = time.monotonic(), request.settings
    deadline = Deadline(settings.time_limit)
    try:
        solver = get_solver(settings.solver)
    except SolverError as error:
        return Tape(request.tasks, (), Ending(End.FINISHED, value=("unable", str(error))))
    batches: list[tuple[object, ...]] = []
    number = 0
    work = work_of(search.but(solver=solver), request.tasks, deadline)
    with Isolated(work, deadline, grace=request.grace) as child:
        for batch in child.batches():
            batches.append(tuple(batch))
            number += len(batch)
            if number > MOST:
                break
    late = deadline.left() < EARLY
    return Tape(request.tasks, tuple(batches), child.ending, late, time.monotonic() - began)
