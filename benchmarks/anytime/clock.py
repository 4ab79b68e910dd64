"""Processor time as the clock of a question: for its moments, and for its limit.

A solver is given a deadline, and asks it how long there is. Here the answer is in seconds of the
processor, of this process and of the children that work for it, so that it makes little difference
what else the machine does. (SCIP's own clock is set to processor time.) One thing remains that goes
by the clock on the wall: HiGHS' limit is the time that is left when it begins; on a busy machine it
ends early, and its record says how early.

What several threads do at once is not to count twice: each has its part of the processor time, and
that is what cores with nothing else to do would take on the wall if all threads were busy all the
time. Where one waits for another they take longer, up to as many times as there are threads. So the
record has all of it besides (`processor`), and the wall.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

from minuet.solvers.contract.deadline import Deadline

__all__ = ["BUSY", "Clock", "ClockDeadline"]

BUSY = 20.0  # times its limit that a run may take on the wall, on a busy machine
OFTEN = 0.02  # seconds between two looks at the children
TICKS = os.sysconf("SC_CLK_TCK")


class Clock:
    """Seconds since it was made: of the processor, a part of them for each of the threads."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._ended, self._children, self._looked = 0.0, 0.0, -1.0
        self._began = self._now()

    def __call__(self) -> float:
        """Return the seconds."""
        return self.processor() / self._threads

    def processor(self) -> float:
        """Return the seconds of all threads together."""
        return self._now() - self._began

    def _now(self) -> float:
        ended = _user_and_system(resource.RUSAGE_CHILDREN)
        return _user_and_system(resource.RUSAGE_SELF) + ended + self._living(ended)

    def _living(self, ended: float) -> float:
        """Return the time of the children that have not ended, looked up now and then.

        And once another one has ended, whose time would count twice.
        """
        if ended != self._ended or time.monotonic() > self._looked + OFTEN:
            self._children, self._looked, self._ended = _of_children(), time.monotonic(), ended
        return self._children


class ClockDeadline(Deadline):
    """A deadline by another clock.

    look  called whenever the deadline is asked
    """

    def __init__(self, clock: Clock, seconds: float, look: Callable[[], None]) -> None:
        super().__init__()
        self._clock, self._seconds, self._look = clock, seconds, look

    def left(self) -> float:
        """Seconds of the clock until the deadline, at least 0."""
        self._look()
        return max(self._seconds - self._clock(), 0.0)

    def longest(self) -> float:
        """Seconds that a library may take by its own clock; it is stopped at the deadline."""
        return BUSY * self.left()

    def passed(self) -> bool:
        """Whether the deadline has come."""
        return self.left() <= 0


def _user_and_system(whose: int) -> float:
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def _of_children() -> float:
    """Return the processor time of the children that have not ended, where Linux tells it."""
    ticks = 0
    for listed in Path("/proc/self/task").glob("*/children"):
        try:
            children = listed.read_text().split()
        except OSError:  # a thread that has ended since
            continue
        for child in children:
            try:
                # After the command's name, in brackets, the state is the third field.
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS
