"""How a search grows with its workers: by discrete events, for 1 to 10,000; `--measure`: here.

    python -m benchmarks.simulate_workers            the table of docs/scale.md
    python -m benchmarks.simulate_workers --measure  runs at 1, 2 and 4 workers, and simulated ones

Simulated are the coordinator, who sees to one task at a time, and the workers. A bundle is an
amount of work, cut into two that are alike but for chance; slices follow the coordinator's own
rules and numbers, and costs are what was measured.

Machines are seldom idle, so what is measured is told in processor seconds: how many tasks a run
took, what they cost the workers, and what they cost the coordinator. As slices end by the clock, a
simulated run gets as much of a processor as the workers got in the measured one.
"""

from __future__ import annotations

import argparse
import heapq
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count as numbers
from random import Random

from minuet.solvers.contract.deadline import Deadline
from minuet.solvers.contract.goal import Goal
from minuet.solvers.contract.query import Query
from minuet.solvers.search.workers.coordinator import BUSY, LONG, PART, SHORT, Coordinator
from minuet.solvers.search.workers.prepared import load_of
from minuet.solvers.search.workers.processes import Processes

from .instances import instance

__all__ = ["Costs", "Outcome", "simulated"]

MEASURED, SOLVER, COVERS = "pent6x10", "dlx:cells", 9356
MANY = (10, 100, 1000, 10_000)
UNEVEN = 0.2  # of a half, more or less, when a bundle is cut
GRAIN = 1e-4  # seconds of work that are not cut


@dataclass(frozen=True)
class Costs:
    """What a task costs, in seconds.

    seeing   the coordinator, to give it out and take what came of it
    extra    the worker, beside the search
    latency  on its way, there and back
    share    of a processor that each worker has
    ahead    whether a task waits beside those that are at work
    """

    seeing: float
    extra: float = 0.002
    latency: float = 0.001
    share: float = 1.0
    ahead: bool = False


@dataclass(frozen=True)
class Outcome:
    """What came of a run.

    seconds  by the clock; search: processor seconds of the workers, seeing: of the coordinator
    """

    workers: int
    seconds: float
    tasks: int
    search: float
    seeing: float


PLACES = {"processes": Costs(0.0015), "Dask": Costs(0.005, latency=0.01, ahead=True)}


class _Run:
    """One simulated run."""

    def __init__(self, work: float, workers: int, costs: Costs, seed: int) -> None:
        self.costs, self.workers = costs, workers
        self.now = self.seeing = 0.0
        self.tasks = self._out = 0
        self._rng, self._number = Random(seed), numbers()
        self._waiting = [(-work, 0)]
        self._ready: deque[tuple[float, float]] = deque()  # work and slice, with no worker yet
        self._idle = workers
        self._events: list[tuple[float, int, float]] = []  # who is back when, with what is left
        self._room = workers + (1 + workers // 8 if costs.ahead else 0)

    def go(self) -> None:
        """Run until nothing is left."""
        self._send()
        while self._out:
            back, _, left = heapq.heappop(self._events)
            self._idle += 1
            self.now = max(self.now, back + self.costs.latency) + self.costs.seeing
            self.seeing += self.costs.seeing
            self._out -= 1
            if left > 0:
                heapq.heappush(self._waiting, (-left, next(self._number)))
            self._begin(back)  # what waits with the workers
            self._send()

    def _send(self) -> None:
        free = self._room - self._out
        if free <= 0 or not self._waiting:
            return
        wanted = free + self._room // 2
        self._cut(wanted)
        seconds = self._slice(wanted)
        while free > 0 and self._waiting:
            self._ready.append((-heapq.heappop(self._waiting)[0], seconds))
            self._out += 1
            self.tasks += 1
            free -= 1
        self._begin(self.now + self.costs.latency)

    def _begin(self, when: float) -> None:
        """Let workers who have nothing to do begin what waits for them."""
        while self._idle and self._ready:
            self._idle -= 1
            work, seconds = self._ready.popleft()
            done = min(work, seconds * self.costs.share)
            took = (done + self.costs.extra) / self.costs.share
            heapq.heappush(self._events, (when + took, next(self._number), work - done))

    def _cut(self, wanted: int) -> None:
        while len(self._waiting) < wanted and -self._waiting[0][0] > GRAIN:
            work = -heapq.heappop(self._waiting)[0]
            part = work / 2 * (1 + UNEVEN * self._rng.uniform(-1, 1))
            for one in (part, work - part):
                heapq.heappush(self._waiting, (-one, next(self._number)))

    def _slice(self, wanted: int) -> float:
        most = max(LONG, BUSY * self.costs.seeing * self.workers)
        if len(self._waiting) < wanted:
            return min(SHORT * 2, most)
        return min(max(self.now / PART, SHORT), most)


def simulated(work: float, workers: int, costs: Costs, *, seed: int = 0) -> Outcome:
    """Return what comes of a search of so many processor seconds."""
    run = _Run(work, workers, costs, seed)
    run.go()
    return Outcome(workers, run.now, run.tasks, work + run.tasks * costs.extra, run.seeing)


def measured(workers: int) -> Outcome:
    """Count by so many processes, here."""
    query = Query(instance(MEASURED), deadline=Deadline(None))
    pool = Processes(workers)
    search = Coordinator(load_of(Goal.COUNT, SOLVER, query), pool, query.deadline)
    found, tasks, spent = 0, 0, 0.0
    began, own = time.monotonic(), time.process_time()
    try:
        for done in search.results():
            found, tasks, spent = found + done.found, tasks + 1, spent + done.seconds
        took, own = time.monotonic() - began, time.process_time() - own
    finally:
        pool.close()
    if found != COVERS:
        raise SystemExit(f"{found} solutions of {MEASURED}, expected {COVERS}")
    return Outcome(workers, took, tasks, spent, own)


def _compared() -> Iterator[str]:
    yield "| workers | tasks | of a processor | workers | coordinator |\n|---|---|---|---|---|"
    work = None
    for workers in (1, 2, 4):
        here = measured(workers)
        work = work or here.search
        costs = replace(PLACES["processes"], share=min(here.search / here.seconds / workers, 1.0))
        for told, one in (("measured", here), ("simulated", simulated(work, workers, costs))):
            yield (
                f"| {workers}, {told} | {one.tasks} | {costs.share:.2f} | {one.search:.2f} s "
                f"| {one.seeing:.2f} s |"
            )


def _table(hours: float) -> Iterator[str]:
    yield "| workers | by | time | speed-up | coordinator | tasks |\n|---|---|---|---|---|---|"
    for name, costs in PLACES.items():
        for workers in MANY:
            work = hours * 3600 * workers
            one = simulated(work, workers, costs)
            yield (
                f"| {workers} | {name} | {one.seconds:.0f} s | {work / one.seconds:.0f} "
                f"| {one.seeing / one.seconds:.0%} | {one.tasks} |"
            )


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--measure", action="store_true")
    reader.add_argument("--hours", type=float, default=1.0, help="of each worker")
    asked = reader.parse_args()
    for row in _compared() if asked.measure else _table(asked.hours):
        print(row, flush=True)
