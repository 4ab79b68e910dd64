"""Follows an engine in a process of its own: every better answer and bound, and when.

The child imports what the engine needs, compiles the instance and says so; then the clock begins.
What gets better is sent at once, so that nothing is lost with a child that must be killed. A child
stays for the next instance unless its engine was stopped, for a library may go on for a while.

SCIP (`mip`) tells its last answer only; so it is asked anew for each of LOOKS.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection

from minuet.models import ExactCover, Puzzle
from minuet.models.errors import SolverError
from minuet.solvers import solve
from minuet.solvers.contract.near import Exact
from minuet.solvers.search.running import RunningSearch
from minuet.solvers.search.search import Search
from minuet.solvers.search.settings import Settings
from minuet.solvers.search.single import better_solutions

from .clock import BUSY, Clock, ClockDeadline
from .instances import Instance
from .records import Moment, Run

__all__ = ["LOOKS", "Follower", "limits_of"]

LOOKS = (5.0, 25.0, 60.0)
PATIENCE = 60.0  # seconds on the wall besides: to prepare, and to end
OFTEN = 0.05  # seconds between two bounds that are told
SEED = 1


def limits_of(solver: str, seconds: float) -> Sequence[float]:
    """Return the limits with which a solver is asked, ascending."""
    if solver != "mip":
        return [seconds]
    return [*(look for look in LOOKS if look < seconds), seconds]


class Follower:
    """Asks an engine, in a child process, about one instance after the other."""

    def __init__(self, solver: str, threads: int) -> None:
        self._solver, self._threads = solver, threads
        self._pipe: Connection | None = None
        self._process: multiprocessing.process.BaseProcess | None = None

    def follow(self, instance: Instance, seconds: float) -> Run:
        """Return what the engine knew, from each moment on at which that got better."""
        run = _begun(instance, self._solver, self._threads, seconds)
        pipe = self._connected()
        pipe.send((instance, seconds))
        latest = time.monotonic() + BUSY * seconds + 2 * PATIENCE
        try:
            while pipe.poll(max(latest - time.monotonic(), 0.0)):
                told = pipe.recv()
                if isinstance(told, Moment):
                    run.moments.append(told)
                    continue
                ended = replace(told, moments=run.moments)
                if not ended.complete:
                    self.close()
                return ended
            run.message = "killed: it did not end in time"
        except (EOFError, OSError):
            run.message = "the process ended"
        self.close()
        return run

    def close(self) -> None:
        """End the child."""
        if self._pipe is not None and self._process is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None

    def _connected(self) -> Connection:
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, other = context.Pipe()
            asked = other, self._solver, self._threads
            self._process = context.Process(target=_serve, args=asked)
            self._process.start()
            other.close()
        return self._pipe


def _begun(instance: Instance, solver: str, threads: int, seconds: float) -> Run:
    return Run(
        instance.name,
        instance.family,
        solver,
        threads,
        seconds,
        instance.upwards,
        instance.known,
    )


def _serve(pipe: Connection, solver: str, threads: int) -> None:
    """Answer one instance after the other: the child's whole life."""
    tiny = ExactCover(primary=1, items=["a"], starts=[0, 1, 2], members=[0, 0], costs=[2, 1])
    for name in {solver, "mip", "cpsat", "mip:highs"} if solver == "auto" else {solver}:
        solve(tiny, name)  # imports what `auto` too may ask
    while True:
        try:
            instance, seconds = pipe.recv()
        except (EOFError, OSError):
            return
        run = _begun(instance, solver, threads, seconds)
        problem = instance.make()
        if isinstance(problem, Puzzle):
            _ = problem.matrix
        began, clock = time.monotonic(), Clock(threads)
        try:
            followed = _Followed(pipe, problem, run, clock)
            followed.search()
        except SolverError as error:
            run.message = str(error)
        run.processor, run.elapsed = clock.processor(), time.monotonic() - began
        run.spent = run.processor / threads
        pipe.send(run)


class _Followed:
    """One search, whose moments are sent."""

    def __init__(
        self, pipe: Connection, problem: Puzzle | ExactCover, run: Run, clock: Clock
    ) -> None:
        self._pipe, self._run, self._clock = pipe, run, clock
        own = {"timing/clocktype": 1} if run.solver == "mip" else None
        settings = Settings(solver=run.solver, threads=run.threads, seed=SEED, parameters=own)
        self._running = RunningSearch.of(Search(problem, settings=settings))
        self._best: int | None = None  # the least cost
        self._bound: int | None = None  # that was told last
        self._told = 0.0
        self._telling = threading.Lock()

    def search(self) -> None:
        """Search until the limit, or to the end."""
        running, run = self._running, self._run
        deadline = ClockDeadline(self._clock, run.seconds, self._look)
        for options in better_solutions(running, replace(running.query, deadline=deadline)):
            with self._telling:
                self._best = running.query.matrix.cost(options)
                self._tell(running.progress.now().bound)
        run.complete = running.progress.complete
        run.version = running.solver.answerer.version()
        with self._telling:
            self._tell(self._best if run.complete else running.progress.now().bound)

    def _look(self) -> None:
        """Tell what was proved since the last look, if it is time."""
        if time.monotonic() < self._told + OFTEN or not self._telling.acquire(blocking=False):
            return
        try:
            bound = self._running.progress.now().bound
            if bound is not None and (self._bound is None or bound > self._bound):
                self._tell(bound)
        finally:
            self._telling.release()

    def _tell(self, bound: int | None) -> None:
        known = [one for one in (self._bound, bound) if one is not None]
        self._told, self._bound = time.monotonic(), max(known, default=None)
        objective, shown = map(self._in_words, (self._best, self._bound))
        self._pipe.send(Moment(self._clock(), objective, shown))

    def _in_words(self, cost: int | None) -> int | None:
        said: Exact | None = self._running.in_words(cost)
        return None if said is None else int(said)
