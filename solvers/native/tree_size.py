"""The estimated size of the tree that an engine searches, for whoever watches it.

Its nodes are those that the engine has done and those that are left. What is left is estimated by
random ways (Knuth, "Estimating the efficiency of backtrack programs", 1975): an open part of the
tree is drawn, as likely as its share of what is left is large; a way goes down below it; and what
it meets counts one over the probability of getting there. So each way estimates the whole tree, the
better the less is left, and the mean over all of them is unbiased, whenever they were gone.

Where few ways hold most of the mean, as in packings, it is too small most of the time. Then there
is no estimate, and the branches of a node count alike (`progress` of an engine), which is better
there.

The ways go down the tree of dancing links. Its nodes are those of `dlx`; the masks count the
children of nodes that have several, and so do the ways for them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Literal

import numpy as np

from ...models.errors import Unsupported
from ..contract.query import Query
from .engine import NEARLY, OpenPart, problem_of, refusals

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Nodes", "TreeSize"]

# What an engine counts as nodes: all, or the children of nodes that have several.
Nodes = Literal["all", "forked"]

LATE = 1.0  # seconds that a search works before it is estimated
COST = 0.01  # of the time that the search works
ROUND = 0.004  # seconds of ways at once, at least
FEW, ENOUGH = 100, 10_000  # ways
SPREAD, TAIL = 0.1, 0.5  # of the nodes, at most, for an estimate (search/estimate.py has both)
SCALE, ALL, LEAVES, SOLUTIONS, FORKED, DEPTH = range(6)  # the numbers of a way


class TreeSize:
    """Estimates the nodes of the tree of a query.

    nodes  what the engine counts; `forked` needs items that are covered at most once, as do parts
           of a tree
    """

    def __init__(self, query: Query, nodes: Nodes) -> None:
        self._query, self._forked = query, nodes == "forked"
        self._links: _native.DancingLinks | None = None
        self._random, self._gone = Random(0), 0
        self._spent = 0.0
        self._sizes: list[float] = []  # of the whole tree, by each way
        self._size: float | None = None  # None: there is no estimate
        self._refused = False

    def share_of(self, nodes: int) -> float | None:
        """Return the part of the tree that so many nodes are, 0 to 1; None: it is not known."""
        return None if self._size is None else min(nodes / max(self._size, 1.0), NEARLY)

    def due(self, worked: float) -> bool:
        """Whether it is time for further ways."""
        ready = worked >= LATE and self._spent + ROUND <= COST * worked
        return ready and not self._refused and len(self._sizes) < ENOUGH

    def look(self, worked: float, nodes: int, parts: Callable[[], Sequence[OpenPart]]) -> None:
        """Estimate what is left, if it is time.

        nodes  that are done
        parts  returns what is left
        """
        if not self.due(worked):
            return
        began = time.monotonic()
        try:
            self._go(nodes, parts(), began + max(COST * worked - self._spent, ROUND))
        except Unsupported:
            self._refused = True
        self._size = None if self._refused else size_of(self._sizes)
        self._spent += time.monotonic() - began

    def _go(self, nodes: int, parts: Sequence[OpenPart], end: float) -> None:
        """Go ways below the parts until the time is over. Raises Unsupported, and Stopped."""
        whole = math.fsum(part.share for part in parts)
        if whole <= 0:
            return
        if self._links is None:
            from .. import _native

            with refusals("dlx"):
                check = self._query.deadline.check
                self._links = _native.DancingLinks(problem_of(self._query), check)
        weights = [part.share for part in parts]
        column = FORKED if self._forked else ALL
        while len(self._sizes) < ENOUGH:
            (part,) = self._random.choices(parts, weights)
            above, without = part.subtree
            if without:
                raise Unsupported("random ways below options that are left out")
            way = self._links.random_ways(1.0, 1, 0, self._gone, False, above)
            if not len(way):
                raise Unsupported("random ways below options that exclude each other")
            self._gone += 1
            met = float(way[column]) + self._forked * math.exp(-way[SCALE])  # a part is a node
            log = float(way[SCALE]) + math.log(max(met, 1e-300)) - math.log(part.share / whole)
            self._sizes.append(nodes + math.exp(min(log, 690.0)))
            if time.monotonic() >= end:
                return


def size_of(sizes: Sequence[float]) -> float | None:
    """Return the mean of sizes, None if they are few or some of them decide it."""
    if len(sizes) < FEW:
        return None
    logs = np.sort(np.log(sizes))[::-1]
    # Hill's estimate of the tail index, as in search/random_ways.py.
    most = int(min(len(logs) / 5, 3 * math.sqrt(len(logs))))
    tail = float((logs[:most] - logs[most]).mean())
    scaled = np.exp(logs - logs[0])
    mean = float(scaled.mean())
    spread = float(scaled.std()) / math.sqrt(len(sizes)) / mean
    good = spread <= SPREAD and tail <= TAIL
    return mean * math.exp(logs[0]) if good else None
