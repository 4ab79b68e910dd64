"""Entries of a matrix in brief: items in succession stand there by the first and the last of them.

Thousands of starts on a machine, each of which a task of an hour covers sixty of, are millions of
entries. A solver that has a constraint for such items (notes.py) never reads them, so that they are
written out when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .arrays import Int64Array, ones

__all__ = ["Brief", "Stretches", "spread"]


@dataclass(frozen=True, eq=False)
class Stretches:
    """Options that hold items in succession.

    options, first, last  int64[n]: an option, ascending, that holds the items first[k] to
                          last[k] - 1; one may stand there several times
    """

    options: Int64Array
    first: Int64Array
    last: Int64Array

    @classmethod
    def joined(cls, parts: Sequence[Stretches]) -> Stretches:
        """Return several as one, ordered by the options."""
        options, first, last = (
            np.concatenate([np.zeros(0, np.int64), *(getattr(part, name) for part in parts)])
            for name in ("options", "first", "last")
        )
        order = np.argsort(options, kind="stable")
        return cls(options[order], first[order], last[order])

    @property
    def entries(self) -> int:
        """The number of entries."""
        return int((self.last - self.first).sum())


@dataclass(frozen=True, eq=False)
class Brief:
    """The entries of a matrix: those in arrays as those of an `ExactCover`, and stretches.

    In each option the stretches come last; their items have no color, and the weight 1.
    """

    starts: npt.NDArray[Any]
    members: npt.NDArray[Any]
    colors: npt.NDArray[Any]
    weights: npt.NDArray[Any]
    stretches: Stretches

    def option(self, number: int) -> tuple[list[int], list[int], list[int]]:
        """Return (members, colors, weights) of an option."""
        part = slice(self.starts[number], self.starts[number + 1])
        members, colors = self.members[part].tolist(), self.colors[part].tolist()
        weights, own = self.weights[part].tolist(), self.stretches
        for place in range(self._firsts[number], self._firsts[number + 1]):
            members += range(own.first[place], own.last[place])
        more = len(members) - len(colors)
        return members, colors + [0] * more, weights + [1] * more

    def part(self, options: Int64Array) -> Brief:
        """Return the entries of some options, ascending, which are numbered from 0."""
        firsts, own = self._firsts, self.stretches
        sizes = self.starts[options + 1] - self.starts[options]
        entries = spread(self.starts[options], self.starts[options + 1])
        places = spread(firsts[options], firsts[options + 1])
        owners = np.repeat(np.arange(len(options)), firsts[options + 1] - firsts[options])
        return Brief(
            np.concatenate(([0], np.cumsum(sizes))),
            self.members[entries],
            self.colors[entries],
            self.weights[entries],
            Stretches(owners, own.first[places], own.last[places]),
        )

    @cached_property
    def _firsts(self) -> Int64Array:
        """int64[options + 1]: the first stretch of each option."""
        return np.searchsorted(self.stretches.options, np.arange(len(self.starts)))

    @cached_property
    def whole(self) -> dict[str, npt.NDArray[Any]]:
        """All entries, in the arrays of an `ExactCover`, by name."""
        own, options = self.stretches, len(self.starts) - 1
        more = np.zeros(options, np.int64)
        np.add.at(more, own.options, own.last - own.first)
        before = np.concatenate(([0], np.cumsum(more)))
        starts = (self.starts + before).astype(np.int32)
        # The entries that stand in arrays move up by what the options before them have more.
        places = np.arange(len(self.members)) + np.repeat(before[:-1], np.diff(self.starts))
        size = int(starts[-1])
        members, colors = np.zeros((2, size), np.int32)
        in_stretch = np.ones(size, bool)
        in_stretch[places] = False
        members[places], colors[places] = self.members, self.colors
        members[in_stretch] = spread(own.first, own.last)
        weights = ones(size)
        if self.weights.strides != (0,):
            weights = np.ones(size, np.int32)
            weights[places] = self.weights
        arrays = {"starts": starts, "members": members, "colors": colors, "weights": weights}
        for array in arrays.values():
            array.setflags(write=False)
        return arrays


def spread(first: Int64Array, last: Int64Array) -> Int64Array:
    """Return the numbers from first[k] to last[k] - 1, of one k after the other."""
    sizes = last - first
    ends = np.cumsum(sizes)
    return np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(last - ends, sizes)
