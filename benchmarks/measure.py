"""Measures work in child processes: the processor time of repetitions that take turns.

A piece of `Work` names a function that prepares it and returns what is to be measured; both run in
a child process, one for each engine, so that a library's warm-up, memory and crashes are its own
affair. All engines prepare first; then they run in turns, one repetition each, until there are
enough of them. What is measured is user and system time, helpers of the child included; the cap is
on the same time (the kernel's profiling timer ends the child). A work that takes less than a
hundredth of a second is looped over within a repetition.
"""

from __future__ import annotations

import gc
import multiprocessing
import resource
import signal
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Bench", "Measurement", "Said", "Settings", "Work", "geometric_mean"]

SHORT = 0.01
LOOP = 0.05
PREPARING = 120.0  # seconds, by the clock: imports and just-in-time compilers


class Said(NamedTuple):
    """What work may return: the answer, and something else worth telling."""

    answer: Any
    extra: Any


@dataclass(frozen=True)
class Settings:
    """How thorough a run is."""

    repetitions: int = 3
    quick: bool = False
    long: bool = False
    peers: bool = True
    cap: float = 10.0  # seconds of processor time for a repetition
    patience: float = 3.0  # seconds of processor time after which a work is not repeated


@dataclass(frozen=True)
class Work:
    """Something to measure.

    engine    its name in the tables; each engine has a child process of its own
    prepare   called in the child with `args`; returns what is to be measured: a function that
              returns the answer, or `Said`
    expected  the answer; None: any
    needs     the module without which it is left out; only peers need one
    cap       seconds instead of the settings' cap
    """

    engine: str
    prepare: Callable[..., Callable[[], Any]]
    args: tuple[Any, ...] = ()
    expected: Any = None
    needs: str = ""
    cap: float | None = None


@dataclass
class Measurement:
    """What came of a work: the times of its repetitions, or the problem that it had."""

    engine: str
    peer: bool
    times: list[float] = field(default_factory=list)
    answer: Any = None
    extra: Any = None
    memory: int = 0  # bytes, the most that the child ever had
    capped: bool = False
    problem: str = ""

    @property
    def seconds(self) -> float | None:
        """The median; the cap if it came to that, None if there was a problem."""
        return statistics.median(self.times) if self.times and not self.problem else None


class Bench:
    """Measures, and keeps the children that stay between two measurements."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.wrong: list[str] = []  # what went wrong with minuet
        self.notes: list[str] = []  # what went wrong with peers
        self.missing: set[str] = set()
        self._children: dict[str, _Child] = {}

    def measure(
        self, title: str, works: Sequence[Work], *, fresh: bool = False, once: bool = False
    ) -> dict[str, Measurement]:
        """Measure works of different engines in turns.

        fresh  each in a new child
        once   without repetitions, so that what is done only once in a process counts in full
        """
        if fresh:
            self.close()
        found = {work.engine: Measurement(work.engine, bool(work.needs)) for work in works}
        ready = [work for work in works if self._is_wanted(work) and self._prepare(work, found)]
        for _ in range(1 if once else self.settings.repetitions):
            for work in ready:
                self._repeat(work, found[work.engine], loop=not once)
        for one in found.values():
            if one.problem:
                told = self.notes if one.peer else self.wrong
                told.append(f"{title}: {one.engine}: {one.problem}")
        return {name: one for name, one in found.items() if one.times or one.problem}

    def close(self) -> None:
        """End all children."""
        for child in self._children.values():
            child.close()
        self._children.clear()

    def _is_wanted(self, work: Work) -> bool:
        if not work.needs:
            return True
        if not self.settings.peers:
            return False
        if find_spec(work.needs) is None:
            self.missing.add(work.engine)
            return False
        return True

    def _prepare(self, work: Work, found: dict[str, Measurement]) -> bool:
        child = self._children.get(work.engine)
        if child is None:
            child = self._children[work.engine] = _Child()
        said = child.ask((work.prepare, work.args), PREPARING)
        if said is None:
            self._drop(work)
        if said != "ready":
            found[work.engine].problem = f"failed: {said or 'ended while it prepared'}"
        return bool(said == "ready")

    def _repeat(self, work: Work, found: Measurement, *, loop: bool) -> None:
        if found.problem or found.capped or sum(found.times) > self.settings.patience:
            return
        cap = self.settings.cap if work.cap is None else work.cap
        said = self._children[work.engine].ask(_Run(cap, loop), 4 * cap + 10)
        # Killed at its cap of processor time; or silent for so long, as one that waits for others.
        if said is None and self._drop(work) in (-signal.SIGPROF, -signal.SIGKILL):
            found.capped, found.times = True, [cap]
        elif said is None:
            found.problem = "failed: the process ended or said nothing"
        elif isinstance(said, str):
            found.problem = f"failed: {said}"
        else:
            seconds, answer, found.memory = said
            found.times.append(seconds)
            found.answer, found.extra = answer if isinstance(answer, Said) else (answer, None)
            if work.expected is not None and found.answer != work.expected:
                found.problem = f"wrong: {found.answer}, expected {work.expected}"

    def _drop(self, work: Work) -> int | None:
        return self._children.pop(work.engine).close()


class _Child:
    """A child process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other,), daemon=False)
        self._process.start()
        other.close()

    def ask(self, what: Any, seconds: float) -> Any:
        """Return what the child says; None if it is dead or says nothing for so long."""
        try:
            self._pipe.send(what)
            return self._pipe.recv() if self._pipe.poll(seconds) else None
        except (EOFError, OSError):
            return None

    def close(self) -> int | None:
        """End the process; return its exit status."""
        self._process.join(0.1)
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self._pipe.close()
        return self._process.exitcode


def _serve(pipe: Connection) -> None:
    """Prepare what is asked for, or run what was prepared: the child's whole life."""
    run: Callable[[], Any] = int
    while True:
        try:
            asked = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            if isinstance(asked, _Run):
                pipe.send(_timed(run, asked))
            else:
                prepare, args = asked
                run = prepare(*args)
                pipe.send("ready")
        except Exception as error:
            pipe.send(f"{type(error).__name__}: {error}")


class _Run(NamedTuple):
    """What a child is asked for: the seconds at most, and whether a short work is looped over."""

    cap: float
    loop: bool


def _timed(run: Callable[[], Any], asked: _Run) -> tuple[float, Any, int]:
    """Return (processor seconds, answer, peak memory); dies by SIGPROF at the cap."""
    gc.collect()
    signal.setitimer(signal.ITIMER_PROF, asked.cap)
    began = _processor_time()
    answer = run()
    seconds = _processor_time() - began
    if seconds < SHORT and asked.loop:
        times = int(LOOP / max(seconds, 1e-4))
        began = _processor_time()
        for _ in range(times):
            run()
        seconds = (_processor_time() - began) / times
    signal.setitimer(signal.ITIMER_PROF, 0)
    return seconds, answer, _peak_memory()


def _processor_time() -> float:
    """Return user and system time. (The process's clock is coarse while a timer is set on it.)"""
    parts = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in parts)


def _peak_memory() -> int:
    """Return the most memory that this process ever had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def geometric_mean(values: Sequence[float]) -> float | None:
    """Return the geometric mean; 0 if one of them is 0, None of nothing."""
    if not values or min(values) <= 0:
        return 0.0 if values else None
    return statistics.geometric_mean(values)
