"""Threads: the same search by one thread and by two, in seconds by the clock.

Counts without building solutions. Here processor time would tell nothing, so this table alone is by
the clock: the best of three runs each, in turns, in one process. It wants a machine of two idle
cores; on a busy one the gain looks smaller than it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from minuet.solvers import count

from .instances import instance
from .measure import Bench, Measurement, Said, Work
from .report import Section, Table, Target, seconds_in_words

__all__ = ["run"]

WORKS = {"pent6x10": 9356, "queens14": 365596}
QUICK = {"queens8": 92}
ENGINES = ["dlx", "bitmask"]
RUNS = 3
CAP = 120.0


def both(engine: str, name: str) -> Callable[[], Said]:
    """Prepare counts by one and by two threads; the best seconds of both are told."""
    matrix = instance(name)

    def ask() -> Said:
        best, counts = [float("inf")] * 2, set()
        for _ in range(RUNS):
            for place, threads in enumerate((1, 2)):
                began = time.perf_counter()
                counts.add(count(matrix, engine, threads=threads).count)
                best[place] = min(best[place], time.perf_counter() - began)
        return Said(counts.pop() if len(counts) == 1 else sorted(map(str, counts)), best)

    return ask


def run(bench: Bench) -> Section:
    """Measure what a second thread gains."""
    section = Section("Threads", __doc__ or "")
    lines = []
    for name, number in (QUICK if bench.settings.quick else WORKS).items():
        works = [Work(engine, both, (engine, name), number, cap=CAP) for engine in ENGINES]
        for engine, one in bench.measure(name, works).items():
            lines.append([f"{name} by {engine}", *_cells(one)])
            text = f"two threads on {name} by {engine}: by one thread"
            section.targets.append(Target(text, 1.8, _gain(one)))
    header = ["count", "one thread", "two threads", "gain"]
    section.tables.append(Table(header, lines))
    return section


def _gain(one: Measurement) -> float | None:
    return one.extra[0] / one.extra[1] if one.extra and not one.problem else None


def _cells(one: Measurement) -> list[str]:
    gain = _gain(one)
    if gain is None:
        return [one.problem or "came to its cap", "", ""]
    return [*map(seconds_in_words, one.extra), f"{gain:.2f}x"]
