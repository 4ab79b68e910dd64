"""What makes a rule soft: hidden rows that pay where it is broken.

Of each item of the rule a hidden row says in which range the sum of the chosen lies that it must
not lie in; none is chosen where it lies as it must. With the row of a range `a` to `b` of an item
`low` to `high`

    sum + (low - a) row >= low        sum + (high - b) row <= high

so that each answer has exactly one set of hidden rows, and its cost is exact. A statement (clauses)
has two hidden rows for each of its cases, of which one is chosen: one if the case is broken, which
pays, and one if it holds. Of a line that an automaton reads the words that it refuses pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...errors import ModelError
from ...matrix.validation import COST_LIMIT
from ...tables.table import Choices
from ..keys import Key, Numbers
from ..rule import OWN, Block, Entries, Group, Items, Softened

__all__ = ["MOST_ROWS", "softened_items"]

MOST_ROWS = 100_000  # hidden ones of a rule


def softened_items(name: str, items: Items, weight: int, *, per_unit: bool) -> Softened:
    """Return the items of a rule with hidden rows that pay for sums beyond their bounds.

    name  the rule's, for messages

    Raises ModelError where the costs or the hidden rows are too many.
    """
    return _Ranges(name, items, weight, per_unit).softened()


class _Ranges:
    """Makes the items of a rule soft, each by the ranges of sums that it does not want."""

    def __init__(self, name: str, items: Items, weight: int, per_unit: bool) -> None:
        self.name, self.weight, self.per_unit = name, weight, per_unit
        self.of_rule = items
        self.rows: list[tuple[Key, int, int]] = []
        self.costs: list[int] = []
        self.worst = 0
        self.keys: list[Key] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.own: list[tuple[int, int, int]] = []  # (hidden row, item, weight)
        self.limited: list[Key] = []
        self.pairs: list[tuple[int, int]] = []  # (hidden row, secondary item)

    def softened(self) -> Softened:
        size = len(self.of_rule.groups)
        assert not isinstance(self.of_rule.entries, Entries)
        blocks = self.of_rule.entries
        least, most = np.zeros((2, size), np.int64)
        for block in blocks:
            groups, weights = block.flat()[1], block.flat_weights()
            np.add.at(least, groups, np.minimum(weights, 0))
            np.add.at(most, groups, np.maximum(weights, 0))
        places = np.full((size, 2), -1, np.int64)  # of each item, the two that bound its sum
        for number, key in enumerate(self.of_rule.groups):
            low, high = int(self.of_rule.low[number]), int(self.of_rule.high[number])
            places[number] = self._item(key, low, high, int(least[number]), int(most[number]))
        hidden = Choices("broken", ("group", "low", "high"), self.rows, 0)
        hidden.say(lambda row: f"{Group(self.name, row[0])} broken")
        return Softened(
            Items(self.keys, self.low, self.high, [*_spread(blocks, places), self._hidden()]),
            self._once(),
            hidden,
            np.array(self.costs, np.int64),
            self.worst,
        )

    def _item(self, key: Key, low: int, high: int, least: int, most: int) -> tuple[int, int]:
        """Add what bounds the sum of one item; return its two items, -1 for one that there is not.

        least, most  what the sum can be at all
        """
        ranges = [*self._below(low, least, most), *self._above(high, least, most)]
        if not ranges:
            return -1, -1
        self.worst += max(cost for _, _, cost in ranges)
        if self.worst >= COST_LIMIT:
            raise ModelError(f"costs that sum to {self.worst}, expected less than 2^62")
        first = len(self.rows)
        self.rows += [(key, a, b) for a, b, _ in ranges]
        self.costs += [cost for _, _, cost in ranges]
        if len(self.rows) > MOST_ROWS:
            raise ModelError(
                f"rule {self.name}: over {MOST_ROWS} sums that may be broken, expected fewer; "
                "per='group' has two of each group"
            )
        if len(ranges) > 1:
            self.pairs += [(row, len(self.limited)) for row in range(first, len(self.rows))]
            self.limited.append((key, "broken"))
        up = [low - a for a, _, _ in ranges]
        down = [high - b for _, b, _ in ranges]
        if low == high and up == down:
            place = self._bounded(key, first, up, (low, high))
            return place, -1
        rise = most + sum(max(weight, 0) for weight in up)
        fall = least + sum(min(weight, 0) for weight in down)
        return (
            self._bounded((key, "least"), first, up, (low, max(rise, low))),
            self._bounded((key, "most"), first, down, (min(fall, high), high)),
        )

    def _below(self, low: int, least: int, most: int) -> Iterator[tuple[int, int, int]]:
        """Yield the ranges of sums that are too small, (first, last, cost)."""
        last = min(low - 1, most)
        if least > last:
            return
        if self.per_unit:
            yield from ((s, s, self.weight * (low - s)) for s in range(least, last + 1))
        else:
            yield least, last, self.weight

    def _above(self, high: int, least: int, most: int) -> Iterator[tuple[int, int, int]]:
        """Yield the ranges of sums that are too large."""
        first = max(high + 1, least)
        if first > most:
            return
        if self.per_unit:
            yield from ((s, s, self.weight * (s - high)) for s in range(first, most + 1))
        else:
            yield first, most, self.weight

    def _bounded(
        self, key: Key, first: int, weights: Sequence[int], bounds: tuple[int, int]
    ) -> int:
        place = len(self.keys)
        self.keys.append(key)
        self.low.append(bounds[0])
        self.high.append(bounds[1])
        self.own += [(row, place, w) for row, w in enumerate(weights, first) if w]
        return place

    def _hidden(self) -> Block:
        own = sorted(self.own)
        rows, items, weights = (np.array([one[k] for one in own], np.int64) for k in range(3))
        return Block(OWN, (len(self.rows),), items, rows, None, weights.astype(np.int32))

    def _once(self) -> Items | None:
        if not self.limited:
            return None
        rows, items = (np.array([one[k] for one in self.pairs], np.int64) for k in range(2))
        size = len(self.limited)
        block = Block(OWN, (len(self.rows),), items, rows)
        return Items(self.limited, [0] * size, [1] * size, [block])


def _spread(blocks: Sequence[Block], places: Numbers) -> Iterator[Block]:
    """Yield the entries of an item in each of the items that bound its sum."""
    for block in blocks:
        options, groups = block.flat()
        weights = np.asarray(block.flat_weights())
        rows, items, mine = [], [], []
        for side in (0, 1):
            there = places[groups, side] >= 0
            rows.append(options[there] - block.offset)
            items.append(places[groups, side][there])
            mine.append(weights[there])
        order = np.argsort(np.concatenate(rows), kind="stable")
        joined = (np.concatenate(part)[order] for part in (rows, items, mine))
        of_rows, of_items, of_weights = joined
        size = int(np.prod(block.shape))
        yield Block(block.offset, (size,), of_items, of_rows, None, of_weights.astype(np.int32))
