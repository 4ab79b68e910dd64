"""Processor seconds, and how a program that a suite runs measures itself.

What it prepares is then no part of its time:

from minuet.experiments import measure

solver = prepared()
measure(lambda: solver.count())
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any

__all__ = ["measure", "spent"]

LEAST = 0.3  # seconds in which what is short is done again and again


def spent() -> float:
    """Return the processor seconds of this process and of those children that have ended."""
    if sys.platform == "win32":
        return time.process_time()
    import resource

    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def measure(run: Callable[[], object], **fields: Any) -> None:
    """Run something, once or as often as fits into .3 s; print its seconds and its answer.

    run     returns an integer, the `count` of the record; an optimum is passed as `objective=`
    fields  further fields of the record (runs/program.py)
    """
    gc.collect()
    times = 0
    began, before = time.perf_counter(), spent()
    while not times or time.perf_counter() - began < LEAST:
        answer = run()
        times += 1
    seconds, used = time.perf_counter() - began, spent() - before
    document = {"seconds": seconds / times, "processor_seconds": used / times, **fields}
    if isinstance(answer, int):
        document.setdefault("count", answer)
    print(json.dumps(document), flush=True)
