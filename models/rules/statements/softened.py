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
from typing import NamedTuple

import numpy as np

from ...errors import ModelError
from ...matrix.validation import COST_LIMIT
from ...tables.selections import Not
from ..cardinality import Cardinality
from ..exactly_one import NO_GROUPS, ExactlyOneGroups, Literal
from ..keys import Key, Numbers
from ..rule import OWN, Block, Chosen, Entries, Items, Rule
from .all_different import AllDifferent
from .clause_items import Normal, items_of, joined_items
from .clauses import Clauses, clauses_of
from .increasing import Increasing
from .words import WordRule

__all__ = ["KINDS", "Fault", "Softened", "faults", "softened"]

MOST_ROWS = 100_000  # hidden ones of a rule
KINDS = (Cardinality, AllDifferent, Increasing, WordRule, Clauses)


class Softened(NamedTuple):
    """What a soft rule adds to the matrix.

    rows   the hidden rows: the key and the range of sums that each stands for
    costs  what each of them costs
    worst  no answer costs more
    """

    items: Items
    further: Items | None
    rows: list[tuple[Key, int, int]]
    costs: Numbers
    worst: int


class Fault(NamedTuple):
    """One thing that an answer breaks: what is wrong, and by how much."""

    text: str
    amount: int


# ---- What an answer breaks -----------------------------------------------------------------------


def faults(rule: Rule, chosen: Chosen) -> Iterator[Fault]:
    """Yield what the chosen rows break, as they tell: a fault for each hidden row that pays."""
    if isinstance(rule, Cardinality):
        amounts = [amount for amount in _amounts(rule, chosen) if amount]
        yield from map(Fault, rule.violations(chosen), amounts)
    elif isinstance(rule, AllDifferent):
        for key, value, number in rule.repeats(chosen):
            yield Fault(rule.said_twice(key, [value]), number - 1)
    elif isinstance(rule, Increasing):
        for key, what in rule.falls(chosen):
            yield Fault(rule.broken(key, what), 1)
    elif isinstance(rule, WordRule):
        yield from (Fault(text, 1) for text in rule.misread(chosen))
    else:
        yield from (Fault(text, 1) for text in rule.violations(chosen))


def _amounts(rule: Cardinality, chosen: Chosen) -> Iterator[int]:
    """Yield by how much each group lies beyond its bounds, in the order of the violations."""
    made = rule.made(chosen)
    for key in dict.fromkeys([*rule.groups, *made]):
        low, high = rule.range_of(key)
        short = 0 if low is None else low - made[key]
        over = 0 if high is None else made[key] - high
        yield max(short, over, 0)


# ---- What it adds to the matrix ------------------------------------------------------------------


def softened(
    rule: Rule, weight: int, per_unit: bool, groups: ExactlyOneGroups = NO_GROUPS
) -> Softened:
    """Return what a rule adds that may be broken at this cost. Raises ModelError if it is large.

    groups  the exactly-one groups that the items of a statement may depend on
    """
    if isinstance(rule, Clauses):
        return _statement(rule, weight, groups)
    if isinstance(rule, WordRule):
        table = rule.hidden
        costs = np.array([weight * (not row[-1]) for row in table], np.int64)
        rows = [(row[0], 0, 0) for row in table]
        return Softened(rule.items, rule.further, rows, costs, weight * len(rule.lines))
    if isinstance(rule, Increasing):
        found = _Ranges(rule.name, rule.further, weight, per_unit).softened()
        return found._replace(items=joined_items(rule.items, found.items))
    return _Ranges(rule.name, rule.items, weight, per_unit).softened()


def _statement(rule: Clauses, weight: int, groups: ExactlyOneGroups) -> Softened:
    """Return clauses that hold exactly if the hidden row of a broken case is not chosen."""
    numbered: list[tuple[Key, Normal]] = []
    rows: list[tuple[Key, int, int]] = []
    pairs: list[tuple[int, int]] = []  # (hidden row, item)
    for place, (key, said) in enumerate(rule.stated.items()):
        broken: Literal = (None, len(rows))
        kept: Literal = (None, len(rows) + 1)
        rows += [(key, 0, 0), (key, 1, 1)]
        pairs += [(broken[1], place), (kept[1], place)]
        clauses = [Normal(one.chosen | {kept}, one.needed) for one in rule.clauses[key]]
        contrary = clauses_of(Not(said))
        clauses += [Normal(one.chosen | {broken}, one.needed) for one in contrary]
        numbered += [((key, number), clause) for number, clause in enumerate(clauses, 1)]
        if len(rows) > MOST_ROWS:
            what = f"over {MOST_ROWS // 2} cases that may be broken, expected fewer"
            raise ModelError(f"rule {rule.name}: {what}")
    primary, secondary = items_of(numbered, groups, len(rows))
    own, items = np.array(pairs, np.int64).reshape(-1, 2).T
    size = len(rule.stated)
    either = Items(
        [(key, "broken") for key in rule.stated],
        [1] * size,
        [1] * size,
        [Block(OWN, (len(rows),), items, own)],
    )
    costs = np.tile(np.array([weight, 0], np.int64), size)
    return Softened(joined_items(either, primary), secondary, rows, costs, weight * size)


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
        blocks = _as_blocks(self.of_rule)
        least, most = np.zeros((2, size), np.int64)
        for block in blocks:
            groups, weights = block.flat()[1], block.flat_weights()
            np.add.at(least, groups, np.minimum(weights, 0))
            np.add.at(most, groups, np.maximum(weights, 0))
        places = np.full((size, 2), -1, np.int64)  # of each item, the two that bound its sum
        for number, key in enumerate(self.of_rule.groups):
            low, high = int(self.of_rule.low[number]), int(self.of_rule.high[number])
            places[number] = self._item(key, low, high, int(least[number]), int(most[number]))
        return Softened(
            Items(self.keys, self.low, self.high, [*_spread(blocks, places), self._hidden()]),
            self._once(),
            self.rows,
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


def _as_blocks(items: Items) -> Sequence[Block]:
    assert not isinstance(items.entries, Entries)
    return items.entries


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
