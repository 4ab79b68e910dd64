"""Work for a child process, and what is heard of it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from minuet.solvers import Deadline
from minuet.solvers.process.isolation import Ending, Isolated, Tell, Work

SOON = 5.0  # seconds; a tenth of it on a machine that has nothing else to do


def heard(
    work: Work, seconds: float = 20.0, memory: int | None = None
) -> tuple[list[object], Ending]:
    with Isolated(work, Deadline(seconds), memory=memory) as child:
        messages = list(child)
    return messages, child.ending


def after(action: Callable[[], object]) -> Work:
    """Return work that tells two things and then does something."""

    def work(tell: Tell) -> object:
        tell((1, 2))
        tell("two")
        return action()

    return work


def busy() -> None:
    """Work on for ever, deaf to all that can be ignored."""
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    while True:
        pass


def end_itself() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def raises(error: BaseException) -> Callable[[], None]:
    def action() -> None:
        raise error

    return action
