"""Processes to which something happens now and then, by chance, while others rely on them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random

import psutil


@contextmanager
def struck(
    pids: Callable[[], Sequence[int]],
    act: Callable[[psutil.Process], None],
    seconds: float,
    *,
    most: int = 100,
    spared: int = 0,
) -> Iterator[list[int]]:
    """Do something to a process every so many seconds, during the block; yield to whom.

    pids    those that may be met, as they are then
    spared  so many are left alone
    """
    over, rng, met = threading.Event(), Random(0), list[int]()

    def run() -> None:
        while not over.wait(seconds) and len(met) < most:
            found = list(pids())
            for one in rng.sample(found, int(len(found) > spared)):
                with suppress(psutil.Error):
                    act(psutil.Process(one))
                    met.append(one)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield met
    finally:
        over.set()
        thread.join()


def forked() -> list[int]:
    """The processes that this one has forked as workers; other tests have begun others."""
    own, found = psutil.Process(), []
    for one in own.children():
        with suppress(psutil.Error):
            if one.cmdline() == own.cmdline():
                found.append(one.pid)
    return found
