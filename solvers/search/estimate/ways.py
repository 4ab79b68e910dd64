"""Random ways down the tree that dancing links search, and what they tell together.

The native engine goes down (native/links/random_ways.cpp): each way tells how many nodes, leaves
and solutions the tree has, if all of it is like what the way met. The seed and its number alone
tell where a way goes, so the same ways come whatever the clock says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...contract.deadline import Deadline
from .size import Size, size_of

if TYPE_CHECKING:
    from ... import _native

__all__ = ["Ways"]

SLICE = 0.03  # seconds between two looks at the signals and the clock
SCALE, NODES, LEAVES, SOLUTIONS, DEPTH = range(5)  # the numbers of a way


@dataclass
class Ways:
    """The ways gone so far: `numbers` is float64[ways, 5], as the native module tells them."""

    wanted: int
    seed: int
    skewed: bool
    numbers: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 5)))

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def complete(self) -> bool:
        """Whether all that were wanted have been gone."""
        return len(self) == self.wanted

    def going(self, engine: _native.DancingLinks, deadline: Deadline) -> Iterator[None]:
        """Go down, a slice of time a step, until all are gone or the deadline comes."""
        parts: list[npt.NDArray[np.float64]] = []
        while not self.complete and not deadline.passed():
            first, left = len(self), self.wanted - len(self)
            seconds = min(SLICE, deadline.left())
            gone = engine.random_ways(seconds, left, self.seed, first, self.skewed)
            parts.append(np.asarray(gone).reshape(-1, 5))
            self.numbers = np.concatenate([self.numbers, parts.pop()])
            yield

    @property
    def nodes(self) -> Size:
        """How many nodes the tree has."""
        return self._size(NODES)

    @property
    def leaves(self) -> Size:
        """How many of them have no children: solutions and dead ends."""
        return self._size(LEAVES)

    @property
    def solutions(self) -> Size:
        """How many solutions there are; its spread is infinite where no way met one."""
        return self._size(SOLUTIONS)

    @property
    def met(self) -> int:
        """How many ways met a solution."""
        return int(np.count_nonzero(self.numbers[:, SOLUTIONS]))

    @property
    def depths(self) -> tuple[float, int]:
        """How deep the ways went: in the mean, and at most."""
        depths = self.numbers[:, DEPTH]
        return float(depths.mean()), int(depths.max())

    @property
    def tail(self) -> float:
        """How heavy the heaviest ways are, as Hill tells the index of a tail of numbers of nodes.

        From 1/2 on the spread is too small, for heavier ways were not met yet; from 1 on the mean
        itself is not settled (Hill, "A simple general approach to inference about the tail of a
        distribution", Annals of Statistics 3, 1975).
        """
        logs = np.sort(self._logs(NODES))[::-1]
        most = int(min(len(logs) / 5, 3 * math.sqrt(len(logs))))
        if not most or not np.isfinite(logs[0]):
            return 0.0
        return float((logs[:most] - logs[most]).mean())

    def _size(self, column: int) -> Size:
        size = size_of(self._logs(column).tolist())
        return Size(size.log, 0.0) if self.numbers[0, NODES] == 0 else size

    def _logs(self, column: int) -> npt.NDArray[np.float64]:
        with np.errstate(divide="ignore"):
            logs: npt.NDArray[np.float64] = self.numbers[:, SCALE] + np.log(self.numbers[:, column])
        return logs
