"""Which cores runs get, and where runs would disturb each other.

Cores that are threads of one core (hyper-threads) share its units: as long as there are others, a
run gets one of its own. A run of several threads gets as many cores.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ...models.telling.spelling import counted

__all__ = ["Cores", "disturbances", "usable"]

SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def usable() -> list[list[int]]:
    """Return the cores that this process may use, hyper-threads of one together."""
    ours = getattr(os, "sched_getaffinity", None)
    numbers = sorted(ours(0)) if ours else list(range(os.cpu_count() or 1))
    found: dict[tuple[int, ...], list[int]] = {}
    for number in numbers:
        found.setdefault(_siblings(number), []).append(number)
    return list(found.values())


def _siblings(number: int) -> tuple[int, ...]:
    with suppress(OSError, ValueError):
        return tuple(_numbers(Path(SIBLINGS.format(number)).read_text(encoding="ascii")))
    return (number,)


def _numbers(text: str) -> Iterator[int]:
    """Yield the numbers of a list as `0-1,4`."""
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


class Cores:
    """Gives out cores, first those that no other run shares."""

    def __init__(self, groups: Sequence[Sequence[int]]) -> None:
        width = max(map(len, groups), default=0)
        self._order = [group[k] for k in range(width) for group in groups if k < len(group)]
        self._taken: dict[int, int] = dict.fromkeys(self._order, 0)

    def take(self, number: int) -> tuple[int, ...]:
        """Return so many cores, those that fewest runs have; all, if there are no more."""
        ranked = sorted(self._order, key=lambda core: self._taken[core])  # stable: in their order
        chosen = tuple(ranked[:number])
        for core in chosen:
            self._taken[core] += 1
        return chosen

    def give_back(self, cores: Sequence[int]) -> None:
        """Let others have the cores."""
        for core in cores:
            self._taken[core] -= 1


def disturbances(jobs: int, threads: int, groups: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield, in a line each, why so many runs at once would disturb each other.

    threads  of the run that has most
    """
    cores, whole = sum(map(len, groups)), len(groups)
    wanted = jobs * threads
    each = f" of {threads} threads" if threads > 1 else ""
    if threads > cores:
        yield f"runs{each} on {counted(cores, 'core')}: their threads wait for each other"
    elif jobs > 1 and wanted > cores:
        yield f"{jobs} runs{each} at once on {counted(cores, 'core')}: they wait for each other"
    elif jobs > 1 and wanted > whole:
        yield (
            f"{jobs} runs{each} at once on {counted(whole, 'core')} with hyper-threads: some share "
            "a core and slow each other down"
        )
