"""States of a search as bit masks of Python integers.

A state is that of ../tree.py as (live, unmet, counts): the options that may be chosen, the items
that must be covered once and are not, and of each item with other bounds or with weights (item,
need, room), where that matters. Equal states have equal solutions below them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .....models.matrix.exact_cover import ExactCover

__all__ = ["State", "States", "bits"]

State = tuple[int, int, tuple[tuple[int, int, int], ...]]


def bits(mask: int) -> Iterable[int]:
    """Yield the numbers of the bits that are set, ascending."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class States:
    """The states of a matrix without conditions."""

    def __init__(self, matrix: ExactCover) -> None:
        self.low, self.high = matrix.low.tolist(), matrix.high.tolist()
        self.options = [matrix.option(option) for option in range(matrix.options)]
        self.weights = _weights_of(matrix)
        self._by_weight: dict[int, list[tuple[int, int]]] = {}  # weights, and options of each
        for item, weights in self.weights.items():
            masks: dict[int, int] = {}
            for option, weight in weights.items():
                masks[weight] = masks.get(weight, 0) | 1 << option
            self._by_weight[item] = list(masks.items())
        self.costs: list[int] = matrix.costs.tolist()
        self.users = [0] * len(self.low)
        self.plain = [0] * len(self.low)  # those that use an item without a color
        self._painted: dict[tuple[int, int], int] = {}
        self._clashes: dict[int, int] = {}
        for option, entries in enumerate(self.options):
            for item, color in entries:
                bit = 1 << option
                self.users[item] |= bit
                self.plain[item] |= 0 if color else bit
                self._painted[item, color] = self._painted.get((item, color), 0) | bit
        ranges = list(zip(self.low, self.high, strict=True))
        self._single = [high == 1 and i not in self.weights for i, high in enumerate(self.high)]
        once = (i for i, low in enumerate(self.low) if low == 1 and self._single[i])
        self._once = sum(1 << item for item in once)
        self._covers = [sum(1 << item for item, _ in entries) for entries in self.options]
        counts = ((i, *bounds) for i, bounds in enumerate(ranges) if not self._single[i])
        self.root = self._settled((1 << len(self.options)) - 1, self._once, counts)

    def chosen(self, state: State, option: int, passed: int = 0) -> State:
        """Return the state after an option, where the options in `passed` are passed over."""
        live, unmet, counts = state
        mine = self._covers[option]
        live &= ~(self._clash(option) | passed)
        if not counts:
            return live, unmet & ~mine, ()
        less = []
        for item, need, room in counts:
            amount = mine >> item & 1 and self.weights.get(item, {}).get(option, 1)
            less.append((item, need - amount, room - amount))
        return self._settled(live, unmet & ~mine, less)

    def without(self, state: State, option: int) -> State:
        """Return the state where an option is passed over."""
        live, unmet, counts = state
        return self._settled(live & ~(1 << option), unmet, counts)

    def needs(self, state: State) -> Iterable[tuple[int, int]]:
        """Yield the items in need, and how many options they need at least."""
        for item in bits(state[1]):
            yield item, 1
        for item, need, room in state[2]:
            if item not in self.weights:
                if need > 0:
                    yield item, need
            elif need > 0 or room < 0:
                yield item, 1

    def lacking(self, state: State) -> int | None:
        """Return an item whose live options are too few, or come to too much; None: none is."""
        live = state[0]
        for item in bits(state[1]):
            if not live & self.users[item]:
                return item
        for item, need, room in state[2]:
            least, most = self.sums(live, item)
            if most < need or least > room:
                return item
        return None

    def sums(self, live: int, item: int) -> tuple[int, int]:
        """Return how much an item is covered by some of the live options, at least and at most."""
        has = live & self.users[item]
        if item not in self.weights:
            return 0, has.bit_count()
        least = most = 0
        for weight, options in self._by_weight[item]:
            amount = weight * (has & options).bit_count()
            if weight < 0:
                least += amount
            else:
                most += amount
        return least, most

    def _settled(self, live: int, unmet: int, counts: Iterable[tuple[int, int, int]]) -> State:
        counts = tuple(counts)
        for item, _, room in counts:
            if room <= 0 and item not in self.weights:
                live &= ~self.users[item]
        matter = []
        for item, need, room in counts:
            least, most = self.sums(live, item)
            if need > least or room < most:
                matter.append((item, need, room))
        return live, unmet, tuple(matter)

    def _clash(self, option: int) -> int:
        """Return the options that cannot stand beside one, and itself."""
        clash = self._clashes.get(option)
        if clash is None:
            clash = 1 << option
            for item, color in self.options[option]:
                if self._single[item]:
                    alike = self._painted[item, color] if color else 0
                    clash |= self.users[item] & ~alike
            self._clashes[option] = clash
        return clash


def _weights_of(matrix: ExactCover) -> dict[int, dict[int, int]]:
    """Return, of each item with weights, how much its options count."""
    if not matrix.has_weights:
        return {}
    weights: dict[int, dict[int, int]] = {
        item: {} for item in np.flatnonzero(matrix.weighted_items).tolist()
    }
    for option, item, weight in zip(
        matrix.owners().tolist(), matrix.members.tolist(), matrix.weights.tolist(), strict=True
    ):
        if item in weights:
            weights[item][option] = weight
    return weights
