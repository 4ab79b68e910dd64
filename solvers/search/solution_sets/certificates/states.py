"""States of a search as bit masks of Python's integers: what some certificates are written by.

A state is what tree.py says, as (live, unmet, counts): the options that may be chosen, the items
that must be covered once and are not, and of each item with other bounds (item, need, room), where
that matters. Equal states have equal solutions below them.
"""

from __future__ import annotations

from collections.abc import Iterable

from .....models.matrix.exact_cover import ExactCover

__all__ = ["State", "States", "bits"]

State = tuple[int, int, tuple[tuple[int, int, int], ...]]


def bits(mask: int) -> Iterable[int]:
    """Yield the numbers of the bits that are set, ascending."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class States:
    """The states of a matrix without weights and conditions."""

    def __init__(self, matrix: ExactCover) -> None:
        self.low, self.high = matrix.low.tolist(), matrix.high.tolist()
        self.options = [matrix.option(option) for option in range(matrix.options)]
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
        self._once = sum(1 << item for item, bounds in enumerate(ranges) if bounds == (1, 1))
        self._covers = [sum(1 << item for item, _ in entries) for entries in self.options]
        counts = ((item, *bounds) for item, bounds in enumerate(ranges) if bounds[1] != 1)
        self.root = self._settled((1 << len(self.options)) - 1, self._once, counts)

    def chosen(self, state: State, option: int, passed: int = 0) -> State:
        """Return the state after an option, where the options in `passed` are passed over."""
        live, unmet, counts = state
        mine = self._covers[option]
        live &= ~(self._clash(option) | passed)
        if not counts:
            return live, unmet & ~mine, ()
        less = ((i, need - (mine >> i & 1), room - (mine >> i & 1)) for i, need, room in counts)
        return self._settled(live, unmet & ~mine, less)

    def without(self, state: State, option: int) -> State:
        """Return the state where an option is passed over."""
        live, unmet, counts = state
        return self._settled(live & ~(1 << option), unmet, counts)

    def needs(self, state: State) -> Iterable[tuple[int, int]]:
        """Yield the items in need, and how many options they need."""
        for item in bits(state[1]):
            yield item, 1
        for item, need, _ in state[2]:
            if need > 0:
                yield item, need

    def room(self, state: State, item: int) -> tuple[int, int]:
        """Return how many uncolored options an item must and may get."""
        for one, need, room in state[2]:
            if one == item:
                return max(need, 0), room
        most = (state[0] & self.plain[item]).bit_count()
        return state[1] >> item & 1, min(most, self.high[item])

    def _settled(self, live: int, unmet: int, counts: Iterable[tuple[int, int, int]]) -> State:
        counts = tuple(counts)
        for item, _, room in counts:
            if room == 0:
                live &= ~self.users[item]
        matter = (
            (item, need, room)
            for item, need, room in counts
            if need > 0 or room < (live & self.users[item]).bit_count()
        )
        return live, unmet, tuple(matter)

    def _clash(self, option: int) -> int:
        """Return the options that cannot stand beside one, and itself."""
        known = self._clashes.get(option)
        if known is None:
            known = 1 << option
            for item, color in self.options[option]:
                if self.high[item] == 1:
                    alike = self._painted[item, color] if color else 0
                    known |= self.users[item] & ~alike
            self._clashes[option] = known
        return known
