"""What a SAT search spends: seconds of encoding and of loading, and what clause learning did.

What was spent by the time that a search is cut short is noted too; of a child process that is
killed, what it had told before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..contract.progress import Progress

__all__ = ["Effort", "encoding", "loading"]

Clock = Callable[[], float]


@contextmanager
def encoding(progress: Progress, clock: Clock = time.monotonic) -> Iterator[None]:
    """Note how long the block takes that makes the formula."""
    began = clock()
    try:
        yield
    finally:
        progress.encode_seconds += clock() - began


class Effort:
    """Hears of one solver when it holds the formula, and what it did so far."""

    def __init__(self, progress: Progress, clock: Clock = time.monotonic) -> None:
        self._progress, self._clock = progress, clock
        self._began: float | None = clock()
        self._before = (progress.conflicts, progress.decisions, progress.propagations)

    def heard(self, kind: str, numbers: list[int]) -> bool:
        """Take a message of the child; False for one that is about something else."""
        if kind == "l":
            self.loaded()
        elif kind == "e":
            self.searched(numbers)
        return kind in ("l", "e")

    def loaded(self) -> None:
        """Note the end of loading; only the first time counts."""
        if self._began is not None:
            self._progress.load_seconds += self._clock() - self._began
            self._began = None

    def searched(self, numbers: list[int]) -> None:
        """Note the solver's conflicts, decisions and propagations so far."""
        progress = self._progress
        progress.conflicts, progress.decisions, progress.propagations = (
            before + now for before, now in zip(self._before, numbers, strict=True)
        )


@contextmanager
def loading(progress: Progress, clock: Clock = time.monotonic) -> Iterator[Effort]:
    """Give the effort of a solver that is loaded, and asked, in the block."""
    effort = Effort(progress, clock)
    try:
        yield effort
    finally:
        effort.loaded()
