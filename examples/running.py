"""Many grids answered, one after the other or in several processes; Ctrl-C ends all of them."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice

from .answering import Outcome, answer
from .collection import Sample

__all__ = ["outcomes"]


def outcomes(
    samples: Sequence[Sample], *, time_limit: float, jobs: int = 1, solver: str = "auto"
) -> Iterator[Outcome]:
    """Yield what becomes of each grid, in order."""
    work = partial(answer, time_limit=time_limit, solver=solver)
    if jobs == 1:
        yield from map(work, samples)
        return
    left = iter(samples)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _leave_interrupts) as pool:
        try:
            begun = deque(pool.submit(work, sample) for sample in islice(left, 4 * jobs))
            while begun:
                yield begun.popleft().result()
                begun.extend(pool.submit(work, sample) for sample in islice(left, 1))
        except BaseException:  # Ctrl-C among them: nobody waits for what is at work
            for child in multiprocessing.active_children():
                child.terminate()
            raise


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
