"""The progress bar of a command, on standard error where that is a terminal.

    with interruptible(told), bar("count", total=len(problems)) as progress:
        for problem in problems:
            result = solvers.count(problem, progress=progress)

It appears once the block has taken a second, and goes away before anything is printed (streams.py),
at the end of the block and at Ctrl-C. In a pipe, with --quiet and on a terminal that cannot go back
in a line there is none, and nothing is watched.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from . import interrupts
from .streams import display

if TYPE_CHECKING:
    from ...solvers.contract.watching.receiver import Receiver
    from ...solvers.contract.watching.snapshot import Snapshot
    from ...solvers.contract.watching.terminal_bar import TerminalBar

__all__ = ["bar"]

UNIT = "puzzles"
OFTEN = 0.1  # seconds between two drawings that the ends of quick questions bring about


@contextmanager
def bar(what: str, *, total: int | None = None, at_once: bool = False) -> Iterator[Receiver | None]:
    """Show a bar during the block; it yields what `progress=` takes, None where no bar is shown.

    at_once  whether it appears before a second is over, and says who is at work
    what   the label of the bar
    total  puzzles, each of which is a question of its own, or all of which are one: the bar counts
           those that ended
    """
    if display.quiet or not _is_terminal():
        yield None
        return
    before = display.wipe
    mine = _CommandBar(what, total if total != 1 else None, at_once=at_once)
    display.wipe = mine.close
    try:
        yield mine
    finally:
        mine.close()
        display.wipe = before


def _is_terminal() -> bool:
    try:
        terminal = sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # closed
        return False
    return terminal and os.environ.get("TERM", "") not in ("dumb", "unknown")


class _CommandBar:
    """Shows the snapshots of the questions of a command, one after the other."""

    def __init__(self, what: str, total: int | None, *, at_once: bool = False) -> None:
        self._what, self._total, self._done = what, total, 0
        self._at_once = at_once
        self._began = time.monotonic()
        self._next = 0.0
        self._drawing: TerminalBar | None = None

    def hear(self, snapshot: Snapshot) -> None:
        """Draw a snapshot, as one of the whole command."""
        from dataclasses import replace

        if snapshot.ended:
            self._done += 1
        now = time.monotonic()
        if snapshot.ended and (self._total is None or now < self._next):
            return
        self._next = now + OFTEN
        shown = replace(snapshot, seconds=now - self._began, ended=False)
        if self._total is not None:
            done = snapshot.done if snapshot.unit == UNIT else self._done  # of a batch, or here
            shown = replace(shown, done=done, total=self._total, unit=UNIT, found=None)
        if self._drawing is None:
            from ...solvers.contract.watching.terminal_bar import TerminalBar

            plain, at_once = display.plain, self._at_once
            self._drawing = TerminalBar(sys.stderr, self._what, colors=not plain, at_once=at_once)
        interrupts.drawn(True)
        with suppress(OSError):  # nobody sees it any more
            self._drawing.hear(shown)
        interrupts.drawn(self._drawing.shown)

    def close(self) -> None:
        """Remove it from the terminal, if it is drawn; it may be drawn again."""
        if self._drawing is not None and self._drawing.shown:
            with suppress(OSError):
                self._drawing.wipe()
            interrupts.drawn(False)
