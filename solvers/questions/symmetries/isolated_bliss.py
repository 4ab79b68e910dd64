"""The search for symmetries within a time limit: BLISS never asks for the time.

So that of a large graph works in a child process, which is killed when time is over. On a small one
it takes milliseconds, as a fork does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....models.errors import SolverError
from ....models.symmetry.bliss import Bliss, Vertices
from ...contract.deadline import Deadline, Stopped
from ...process.isolation import End, Isolated, Tell, Work

__all__ = ["bliss_within"]

SMALL = 50_000  # edges


def bliss_within(deadline: Deadline) -> type[Bliss]:
    """Return a Bliss that finds the group of a graph by the deadline, or raises Stopped."""

    class InTime(Bliss):
        """A Bliss of which generators are asked first, then their order."""

        _order: int | None = None

        def generators(self, classes: Sequence[int]) -> list[Vertices]:
            if self._order is not None or len(self._edges) <= SMALL:
                return super().generators(classes)
            self.require_library()
            order_of, generators_of = super().order, super().generators

            def work(tell: Tell) -> None:
                tell(str(order_of(classes)))
                for one in generators_of(classes):
                    tell(one.tobytes())

            order, *found = _told(work, deadline)
            self._order = int(order)
            return [np.frombuffer(one, np.int32) for one in found]

        def order(self, classes: Sequence[int]) -> int:
            known, self._order = self._order, 0
            return known or super().order(classes)

    return Bliss if math.isinf(deadline.left()) else InTime


def _told(work: Work, deadline: Deadline) -> list[Any]:
    """Return what a child tells. Raises Stopped where it is late, SolverError where it fails."""
    with Isolated(work, deadline, grace=0.0) as child:
        told = list(child)
    if child.ending.how is End.HUNG:
        raise Stopped
    if not child.ending:
        raise SolverError(f"symmetries: the search for them {child.ending.words}")
    return told
