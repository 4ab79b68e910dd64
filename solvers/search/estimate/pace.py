"""How many nodes a second dancing links search, here and now, on one matrix.

The engine of `dlx` searches from the root for a moment, in slices. Nodes near the root, or of
another part of the tree, may be slower or quicker: how much the slices differ is the spread that is
told, and cannot tell of parts where the search did not come. A search that ends meanwhile needs no
estimate.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...contract.deadline import Deadline
from ...native.engine import Engine

__all__ = ["Finished", "Pace", "searching"]

SLICES = 16


@dataclass(frozen=True)
class Finished:
    """A search that came to its end while its pace was measured: nothing of it is an estimate."""

    nodes: int
    solutions: int
    seconds: float


@dataclass(frozen=True)
class Pace:
    """Nodes a second; `spread` is its relative standard error over the slices."""

    rate: float
    spread: float


def searching(
    engine: Engine, seconds: float, deadline: Deadline
) -> Iterator[tuple[Pace | None, Finished | None]]:
    """Search for so long; yield after each slice the pace, if it is known, and how it ended."""
    slices: list[tuple[int, float]] = []
    began, spent, nodes = time.perf_counter(), 0.0, 0
    while spent < seconds and not deadline.passed():
        ended = engine.count(min(seconds / SLICES, deadline.left()))
        before, spent = spent, time.perf_counter() - began
        slices.append((engine.nodes - nodes, spent - before))
        nodes = engine.nodes
        yield (
            _pace(slices),
            Finished(nodes, engine.solutions, spent) if ended else None,
        )
        if ended:
            return


def _pace(slices: Sequence[tuple[int, float]]) -> Pace | None:
    nodes, seconds = sum(n for n, _ in slices), sum(s for _, s in slices)
    if not nodes or seconds <= 0:
        return None
    rate = nodes / seconds
    if len(slices) == 1:
        return Pace(rate, math.inf)
    off = math.fsum((n - rate * s) ** 2 for n, s in slices) / (len(slices) - 1)
    return Pace(rate, math.sqrt(off * len(slices)) / nodes)
