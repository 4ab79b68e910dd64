"""A folded tree as the lines of a certificate: docs/trust.md has the format.

The lines stand parents before children, so that a checker can work out the state of each node from
what it has read: the nodes from the root, which is the last, to the first. What a state shows by
itself (nothing is left; an item has too few options) stands on the edge, and has no line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

import numpy as np
import numpy.typing as npt

from .....models.matrix.exact_cover import ExactCover
from ..tree import FREE, PRODUCT, TRUE, FoldedTree

__all__ = ["State", "States", "bits", "counts_of", "lines_of", "tree_lines"]

NO_LINE = -1


def counts_of(tree: FoldedTree) -> list[int]:
    """Return how many solutions lie below each node."""
    counts: list[int] = []
    first, below = tree.first.tolist(), tree.child.tolist()
    for node, kind in enumerate(tree.kind_or_item.tolist()):
        if kind == TRUE:
            counts.append(1)
        else:
            children = (counts[child] for child in below[first[node] : first[node + 1]])
            counts.append(prod(children) if kind == PRODUCT else sum(children))
    return counts


def lines_of(tree: FoldedTree) -> int:
    """Return how many lines the nodes are."""
    return int(_numbers(tree).max(initial=NO_LINE)) + 1


def tree_lines(tree: FoldedTree) -> Iterator[str]:
    """Yield the lines of the nodes, from the root on, with the numbers of solutions.

    The tree holds its dead ends.
    """
    kinds, numbers = tree.kind_or_item.tolist(), _numbers(tree).tolist()
    counts = counts_of(tree)
    leads = [
        ("." if kind == TRUE else f"!{kind}")
        if number < 0
        else f">{number}={count}"
        if count
        else f">{number}"
        for kind, number, count in zip(kinds, numbers, counts, strict=True)
    ]
    first, below = tree.first.tolist(), tree.child.tolist()
    options = tree.option.tolist()
    for node in np.flatnonzero(_numbers(tree) >= 0)[::-1].tolist():
        kind, edges = kinds[node], slice(first[node], first[node + 1])
        if kind >= 0:
            words = "".join(
                f" {option}{leads[child]}"
                for option, child in zip(options[edges], below[edges], strict=True)
            )
            yield f"{numbers[node]} {kind}{words}"
        elif kind == FREE:
            chosen, passed = below[edges]
            yield f"{numbers[node]} ? {options[first[node]]}{leads[chosen]} -{leads[passed]}"
        else:
            words = "".join(f" {_option_of(tree, part)}{leads[part]}" for part in below[edges])
            yield f"{numbers[node]} *{words}"


def _numbers(tree: FoldedTree) -> npt.NDArray[np.int64]:
    """Return the numbers of the nodes that have lines, from the root on; NO_LINE of the others.

    Those have lines that the root leads to; of the leaves the root alone.
    """
    lined = np.diff(tree.first) > 0
    lined[tree.root] = True
    led = np.zeros(tree.nodes, bool)
    led[tree.child] = True  # from nodes that are led to, if all are
    if not led[: tree.root][lined[: tree.root]].all():
        led = np.zeros(tree.nodes, bool)
        led[tree.root] = True
        for node in range(tree.root, -1, -1):
            if led[node]:
                led[tree.child[tree.first[node] : tree.first[node + 1]]] = True
        lined &= led
    numbers = np.full(tree.nodes, NO_LINE, np.int64)
    numbers[lined] = np.arange(int(lined.sum()))[::-1]
    return numbers


def _option_of(tree: FoldedTree, node: int) -> int:
    """Return a live option of a node's state."""
    option, child = next(tree.below(node))
    return _option_of(tree, child) if tree.kind_or_item[node] == PRODUCT else option


# ---- States as bit masks of Python integers ------------------------------------------------------
#
# A state is that of ../tree.py as (live, unmet, counts): the options that may be chosen, the items
# that must be covered once and are not, and of each item with other bounds or with weights (item,
# need, room), where that matters. Equal states have equal solutions below them.


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
        weights = [weight for option, weight in self.weights[item].items() if has >> option & 1]
        return sum(min(weight, 0) for weight in weights), sum(max(weight, 0) for weight in weights)

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
