"""The search for symmetries within a time limit: BLISS never asks for the time.

So it works in a child process, which is killed when time is over. Once a small graph has proved to
be quick, what else is asked of it is answered in this process: a fork takes longer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from ....models.errors import SolverError
from ....models.symmetry.bliss import Bliss, MakeBliss, Vertices
from ...contract.deadline import Deadline, Stopped
from ...process.interrupt import Run, returned, streamed
from ...process.isolation import End, Isolated, Tell

__all__ = ["bliss_within"]

SMALL = 50_000  # edges
QUICK = 0.02  # seconds of the processor


def bliss_within(deadline: Deadline) -> MakeBliss:
    """Return what makes a Bliss that answers by the deadline, or raises Stopped."""
    return Bliss if math.isinf(deadline.left()) else partial(_InTime, deadline)


class _InTime(Bliss):
    """A Bliss in a child process, of which generators are asked first, then their order."""

    def __init__(self, deadline: Deadline, vertices: int, edges: Vertices) -> None:
        super().__init__(vertices, edges)
        self._deadline = deadline
        self._is_quick = self._is_imported = False
        self._orders: dict[bytes, int] = {}  # of the first classes that generators were asked of

    def generators(self, classes: Sequence[int]) -> list[Vertices]:
        generators_of, order_of = super().generators, super().order
        first = not self._orders

        def ask() -> list[Any]:
            order = [str(order_of(classes))] if first else []
            return [*order, *(one.tobytes() for one in generators_of(classes))]

        found = self._in_time(ask)
        if first:
            self._orders[_key(classes)] = int(found.pop(0))
        return [np.frombuffer(one, np.int32) for one in found]

    def order(self, classes: Sequence[int]) -> int:
        known = self._orders.get(_key(classes))
        order_of = super().order
        return known or int(self._in_time(lambda: [str(order_of(classes))])[0])

    def name(self, classes: Sequence[int]) -> bytes:
        name_of = super().name
        found: bytes = self._in_time(lambda: [name_of(classes)])[0]
        return found

    def _import(self, run: Run[None]) -> bool:
        self.require_library()
        return True

    def _in_time(self, ask: Callable[[], list[Any]]) -> list[Any]:
        """Return plain values: from a child, until the graph is known to be quick."""
        if self._is_quick:
            return ask()
        self._deadline.check()
        if not self._is_imported:
            # In a thread: the limit does not wait for the import to end.
            returned(streamed(self._import, self._deadline))
            self._deadline.check()
            self._is_imported = True

        def work(tell: Tell) -> float:
            began = time.process_time()
            for one in ask():
                tell(one)
            return time.process_time() - began

        # What a child tells, and returns.
        deadline = self._deadline
        with Isolated(work, deadline, grace=0.0) as child:
            told = list(child)
        ending = child.ending
        if ending.how is End.HUNG or (
            ending.how is End.RAISED and ending.error == Stopped.__name__
        ):
            raise Stopped
        if not ending:
            raise SolverError(f"symmetries: the search for them {ending.words}")
        found, seconds = told, ending.value
        self._is_quick = len(self._edges) <= SMALL and seconds < QUICK
        return found


def _key(classes: Sequence[int]) -> bytes:
    return np.array(classes, np.int64).tobytes()
