"""Search and count on bit masks in readable Python: the reference for the native engine.

The undecided options are one big integer, a bit an option. Choosing an option drops those that it
excludes: one AND with a mask prepared beforehand. An option that was tried is dropped for its
later siblings, so no set of options comes twice. A set is a solution when nothing is undecided and
no item is open. Nothing is undone: every node keeps its own integers. It says what a cover is; the
native engine is compared with it (`bitmask:python`), and leaves to it what it does not do itself,
multiplicities, weights, costs and conditions. A node ends where a weighted item can no longer come
between its bounds, whatever is chosen of the live options; conditions are looked at where nothing
is open, for a solution that breaks one is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .contract.batch import Options
from .contract.deadline import Stopped
from .contract.progress import Progress
from .contract.query import Query
from .encoding.priced_matrix import allowed_options, reduced_costs

__all__ = ["Masks", "count", "improving", "solutions"]

LOOK = 64  # options whose masks are looked at or made between two looks at the deadline


def solutions(query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
    """Yield every solution."""
    with suppress(Stopped):
        for node in Masks(query, progress, costs=False).walk():
            yield [node.options()]


def improving(query: Query, progress: Progress) -> Iterator[Options]:
    """Yield ever cheaper solutions: a branch that costs as much as the best one ends."""
    least: int | None = None
    with suppress(Stopped):
        masks = Masks(query, progress, costs=True)
        progress.bound = masks.base
        for node in masks.walk():
            masks.budget = node.spent - 1
            least = masks.base + node.spent
            yield node.options()
    if progress.complete and least is not None:
        progress.bound = least


class Node(NamedTuple):
    """A node of the search tree: what is chosen from the root down to it, and what is left."""

    live: int  # options not decided on
    open: int  # items that still need an option
    times: tuple[int, ...]  # how often each counted item is covered, or what its weights come to
    spent: int
    choice: int  # the option chosen here; -1: none
    parent: Node | None

    def options(self) -> Options:
        """Return the options chosen from the root down to here."""
        node: Node | None = self
        chosen = []
        while node is not None:
            if node.choice >= 0:
                chosen.append(node.choice)
            node = node.parent
        return tuple(reversed(chosen))


class Masks:
    """The matrix as masks; an item that may be covered more than once, or weighs, is *counted*.

    sums  for each weighted item its place among the counted, and the options of each weight
    """

    def __init__(self, query: Query, progress: Progress, *, costs: bool) -> None:
        self.query, self.progress = query, progress
        matrix = query.matrix
        allowed = allowed_options(matrix, query.forbidden)
        prices = reduced_costs(matrix, allowed, costs=costs, check=query.deadline.check)
        self.base, self.budget = prices.base, None if not costs else 1 << 63
        self.reduced: list[int] = prices.reduced.tolist()
        self.skip: list[int] = prices.skip.tolist()
        self.entries: list[list[tuple[int, int]]] = []
        self.weights: list[list[int]] = []
        self.low, self.high = matrix.low.tolist(), matrix.high.tolist()
        self.users = [0] * len(matrix.items)
        # For each weighted item, for each weight the mask of its options.
        self.weighted: dict[int, dict[int, int]] = {}
        if matrix.has_weights:
            items = np.unique(matrix.members[matrix.weights != 1])
            self.weighted = {item: {} for item in items.tolist()}
        counted = (i for i, high in enumerate(self.high) if high > 1 or i in self.weighted)
        self.counted = {item: place for place, item in enumerate(counted)}
        self.sums: list[tuple[int, int, dict[int, int]]] = []
        self.live = _mask(allowed == 1)
        self.paying = _mask(prices.skip > 0)
        self.drops: list[int] = []

    def _read(self) -> None:
        """Make the masks of items and options."""
        matrix = self.query.matrix
        weights = matrix.weights.tolist()
        for option in range(matrix.options):
            self._look(option)
            self.entries.append(matrix.option(option))
            for item, _ in self.entries[option]:
                self.users[item] |= 1 << option
            own = weights[matrix.starts[option] : matrix.starts[option + 1]]
            self.weights.append(own)
            for (item, _), weight in zip(self.entries[option], own, strict=True):
                if item in self.weighted:
                    some = self.weighted[item]
                    some[weight] = some.get(weight, 0) | 1 << option
        self.sums = [(item, self.counted[item], some) for item, some in self.weighted.items()]
        self._exclude()

    def _look(self, step: int) -> None:
        """Raise Stopped at the deadline, which is looked at every LOOK steps."""
        if step % LOOK == 0:
            self.query.deadline.check()

    def _exclude(self) -> None:
        """Note for each option those that it excludes whatever else is chosen, itself too."""
        tints: dict[int, dict[int, int]] = {}
        for option, entries in enumerate(self.entries):
            self._look(option)
            self.drops.append(1 << option)
            for item, color in entries:
                if color:
                    uses = tints.setdefault(item, {})
                    uses[color] = uses.get(color, 0) | 1 << option
                elif self.high[item] == 1 and item not in self.weighted:
                    self.drops[option] |= self.users[item]
        for item, uses in tints.items():
            plain = self.users[item] & ~sum(uses.values())
            for first, second in combinations([*uses.values(), plain], 2):
                for left, right in ((first, second), (second, first)):
                    for step, option in enumerate(_bits(left)):
                        self._look(step)
                        self.drops[option] |= right

    def roots(self) -> list[Node]:
        """Return the node at which the given options are chosen; none if they exclude each other.

        Each option below has been read, and its masks are made.
        """
        self._read()
        needing = (i for i, low in enumerate(self.low) if low > 0 and i not in self.weighted)
        needed = sum(1 << item for item in needing)
        stack = [Node(self.live, needed, (0,) * len(self.counted), 0, -1, None)]
        for step, option in enumerate(dict.fromkeys(self.query.given)):
            self._look(step)
            if not stack or not stack[0].live >> option & 1:
                stack = []
                break
            stack = [self._choose(stack[0], option)]
        return stack

    def walk(self) -> Iterator[Node]:
        """Yield the nodes that are solutions, depth first."""
        query, progress, stack = self.query, self.progress, self.roots()
        while stack:
            node = stack.pop()
            progress.nodes += 1
            if self.budget is not None and node.spent > self.budget:
                continue
            if self.misses(node):
                continue
            if not node.live and not node.open:
                if self.holds(node):
                    yield node
            elif query.deadline.passed():
                return
            else:
                stack += reversed(self.children(node))
        progress.complete = True

    def misses(self, node: Node) -> bool:
        """Whether a weighted item cannot come between its bounds, whatever is chosen below."""
        for item, place, some in self.sums:
            least = most = node.times[place]
            for weight, options in some.items():
                left = weight * (options & node.live).bit_count()
                least += min(left, 0)
                most += max(left, 0)
            if least > self.high[item] or most < self.low[item]:
                return True
        return False

    def holds(self, node: Node) -> bool:
        """Whether what is chosen at a node holds all conditions."""
        conditions = self.query.matrix.conditions
        return not conditions or all(
            condition.clause(node.options()) is None for condition in conditions
        )

    def children(self, node: Node) -> list[Node]:
        """Return the nodes below, which share no solution: the options of one item, one each."""
        if not node.open:
            option = (node.live & -node.live).bit_length() - 1
            return [self._choose(node, option), self._drop(node, 1 << option)]
        children = []
        for step, option in enumerate(_bits(self._fewest(node))):
            self._look(step)
            children.append(self._choose(node, option))
            node = self._drop(node, 1 << option)
        return children

    def _fewest(self, node: Node) -> int:
        """Return the live options of the open item that has the fewest to spare."""
        best, least = 0, len(self.entries) + 1
        for item in _bits(node.open):
            mine = node.live & self.users[item]
            place = self.counted.get(item)
            missing = self.low[item] - (0 if place is None else node.times[place])
            spare = mine.bit_count() - missing
            if spare < 0:
                return 0
            if spare < least:
                best, least = mine, spare
        return best

    def _choose(self, node: Node, option: int) -> Node:
        drops, closed = self.drops[option], 0
        times = list(node.times)
        for (item, _), weight in zip(self.entries[option], self.weights[option], strict=True):
            place = self.counted.get(item)
            if place is None:
                closed |= 1 << item
                continue
            times[place] += weight
            if item in self.weighted:
                continue
            if times[place] >= self.low[item]:
                closed |= 1 << item
            if times[place] >= self.high[item]:
                drops |= self.users[item]
        left = self._drop(node, drops, choice=option)
        return left._replace(open=node.open & ~closed, times=tuple(times))

    def _drop(self, node: Node, drops: int, choice: int = -1) -> Node:
        gone = node.live & drops
        spent = node.spent + (self.reduced[choice] if choice >= 0 else 0)
        for option in _bits(gone & self.paying):
            if option != choice:
                spent += self.skip[option]
        return Node(node.live & ~drops, node.open, node.times, spent, choice, node)


def _mask(bits: npt.NDArray[np.bool_]) -> int:
    """Return the number with these bits, the lowest first."""
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# ---- Counting with memory ------------------------------------------------------------------------
#
# What is below a node depends on its undecided options, its open items and how often the counted
# items are covered (or what their weights come to), and on nothing else but conditions; where
# there are conditions nothing is remembered. So nodes that are equal in these are counted once.
# The keys are these numbers themselves, never their hashes alone. The tree is that of the search
# above; the native memo (solvers/native/memo/depth_first.hpp) shares no code with this one.


MEMORY = 1 << 28  # bytes for what is remembered, if nothing else is said
ENTRY = 300  # bytes of an entry of the memo, besides the bits of its key

Key = tuple[int, int, tuple[int, ...]]


def count(query: Query, progress: Progress) -> int:
    """Return the number of solutions, and set `progress.complete`, or of those found in time."""
    with suppress(Stopped):
        masks = Masks(query, progress, costs=False)
        roots = masks.roots()
        if roots:
            _count_below(masks, roots[0], query, progress)
        progress.complete = True
    return progress.found


@dataclass
class _Frame:
    """A node on its way: what is left to look at below it, and what was found there."""

    key: Key
    children: list[Node]
    found: int = 0


def _count_below(masks: Masks, root: Node, query: Query, progress: Progress) -> None:
    room = (query.memory or MEMORY) // (ENTRY + query.matrix.options // 8)
    memo: dict[Key, int] = {}
    if query.matrix.conditions:
        room = 0
    top = _Frame((0, 0, ()), [root])
    stack = [top]
    try:
        while stack:
            frame = stack[-1]
            if not frame.children:
                stack.pop()
                if stack:
                    stack[-1].found += frame.found
                    if len(memo) < room:
                        memo[frame.key] = frame.found
                continue
            node = frame.children.pop()
            progress.nodes += 1
            query.deadline.check()
            key = node.live, node.open, node.times
            if masks.misses(node):
                continue
            if not node.live and not node.open:
                frame.found += masks.holds(node)
            elif (number := memo.get(key)) is not None:
                frame.found += number
            else:
                stack.append(_Frame(key, masks.children(node)))
    finally:
        # After a limit: what was found below the nodes that are on their way, no node twice.
        progress.found = sum(frame.found for frame in stack) if stack else top.found
