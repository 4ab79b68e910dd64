"""`prefer`: a rule that may be broken at a cost, and the hidden rows that pay the cost.

Soft constraints (weighted constraint satisfaction; clingo's weak constraints): what an answer
breaks is added to what the puzzle minimises. Of several levels a higher one comes first: its costs
are multiplied so that nothing below outweighs one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import Any, ClassVar, Self

import numpy as np

from ...answer import Broken
from ...errors import ModelError
from ...matrix.exact_cover import COST_LIMIT
from ...tables.table import Choices
from ..arguments import puzzle_method
from ..keys import Key, Numbers
from ..rule import OWN, Block, Chosen, Entries, Group, Items, Rule, Softened
from ..rulebook import Rulebook
from ..weights import in_two_items

__all__ = ["MOST_ROWS", "prefer", "softened_items"]

PER = ("group", "unit")
KEPT = "the rule stays and must hold"  # after a mistake in prefer


@dataclass(frozen=True, eq=False)
class SoftRule(Rule):
    """A rule that may be broken.

    rule    the rule
    weight  what it costs to break it
    level   costs of a higher level come first
    per     "group": so much for each group that is broken; "unit": for each choice, or unit of a
            sum, that is missing there or too many
    """

    is_soft: ClassVar[bool] = True

    rule: Rule = field(repr=False)
    weight: int
    level: int
    per: str

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        return self._copy(rule=self.rule.twin(tables), without=("_softened",))

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "prefer"

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables that the rule looks at."""
        return self.rule.tables

    @property
    def groups(self) -> list[Key]:
        """The keys of the rule's groups."""
        return self.rule.groups

    # ---- What it adds to the matrix -------------------------------------------------------

    @cached_property
    def _softened(self) -> Softened:
        try:
            return self.rule.softened(self.weight, per_unit=self.per == "unit")
        except ModelError as error:
            raise ModelError(f"prefer ({self.source}): {error}") from None

    @property
    def primary(self) -> bool:
        """Its sums are bounded, together with what may be broken."""
        return True

    @property
    def items(self) -> Items:
        """The items of the rule, with the hidden rows that pay."""
        return self._softened.items

    @property
    def further(self) -> Items | None:
        """That one hidden row pays for a group at most."""
        return self._softened.further

    @property
    def uses_groups(self) -> bool:
        """As the rule has it."""
        return self.rule.uses_groups

    def items_with(self, groups: Any) -> tuple[Items, Items | None]:
        """Return the items of the rule, with the hidden rows that pay."""
        per_unit = self.per == "unit"
        softened = self.rule.softened(self.weight, per_unit=per_unit, groups=groups)
        return softened.items, softened.further

    @property
    def hidden(self) -> Choices:
        """A row for each way in which a group may be broken."""
        return self._softened.hidden

    @property
    def cost_level(self) -> int:
        """The level of its costs."""
        return self.level

    @property
    def hidden_costs(self) -> Numbers:
        """What breaking the rule costs."""
        return self._softened.costs

    @property
    def worst(self) -> int:
        """The most that an answer pays."""
        return self._softened.worst

    # ---- How an answer is checked ---------------------------------------------------------

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield nothing: it may be broken."""
        yield from ()

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say what it needs to be read at all: a line has one choice at each place."""
        yield from self.rule.unreadable(chosen)

    def broken_by(self, chosen: Chosen) -> Iterator[Broken]:
        """Yield what the chosen rows break, and what that costs."""
        for text, amount in self.rule.faults(chosen):
            cost = self.weight * (amount if self.per == "unit" else 1)
            yield Broken(self.name, text, cost, self.level)

    # ---- Its words ------------------------------------------------------------------------

    @property
    def price(self) -> str:
        """What it costs, in words."""
        unit = " for each unit" if self.per == "unit" else ""
        return f"or {self.weight}{unit}" + (f" at level {self.level}" if self.level else "")

    @property
    def wanted(self) -> str:
        """What the rule wants, or what it costs."""
        return f"{self.rule.wanted}, {self.price}"

    @property
    def verb(self) -> str:
        """It prefers what it wants."""
        return "prefers"

    @property
    def summary(self) -> str:
        """The rule's own line, and what it costs."""
        return f"{self.rule.summary}, {self.price}"

    def demand(self, key: Key) -> str:
        """Say what the rule prefers of a group, also under the key of an item of its own."""
        groups = set(self.rule.groups)
        of_item = (
            key not in groups and isinstance(key, tuple) and key[-1] in ("least", "most", "broken")
        )
        own = key[0] if of_item and isinstance(key, tuple) else key
        return f"{self.rule.demand(own)}, {self.price}"


def prefer(
    puzzle: Rulebook,
    rule: Rule | Iterable[Rule],
    weight: int = 1,
    *,
    level: int = 0,
    per: str = "group",
) -> SoftRule | tuple[SoftRule, ...]:
    """Let a rule of the puzzle be broken: that costs `weight`, which the puzzle minimises.

    `rule` is what a method returned, as in `prefer(puzzle.at_most_one(...), 5)`; it takes its
    place among the rules. Every group that is broken costs `weight` (of `all_different` every
    value said twice, of `increasing` every step that falls, of `regular` and `table_rule` every
    line, whose places need one choice all the same); with per="unit" every choice that is
    missing or too many, or every unit of a sum. What is minimised or maximised
    besides counts together with it. Costs of a higher `level` come first: no cost of a lower
    one outweighs them; what `minimize` and `maximize` say is of level 0. An answer's `broken`
    says what it breaks. Raises ModelError for a rule that is not this puzzle's, of a kind that
    has no cost (`agree`, graph rules), and for a weight that is no positive integer.
    """
    if not isinstance(rule, Rule | str) and isinstance(rule, Iterable):
        return tuple([_soften(puzzle, member, weight, level, per) for member in rule])
    return _soften(puzzle, rule, weight, level, per)


puzzle_method(prefer)


def _soften(puzzle: Rulebook, rule: Rule, weight: Any, level: Any, per: str) -> SoftRule:
    rule = puzzle.own_rule(rule, "prefer")
    purpose = f"prefer {rule.name} ({rule.source})"
    breakable = rule.breakable()
    if breakable is None:
        subject = f"a rule of the kind {type(rule).__name__}, which has no cost"
        raise ModelError(f"{purpose}: {subject}; {rule.instead('`prefer` that choice')}")
    for subject, number in (("weight", weight), ("level", level)):
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise ModelError(f"{purpose}: {subject} {number!r}, expected an integer; {KEPT}")
    if not 0 < index(weight) < COST_LIMIT:
        raise ModelError(f"{purpose}: weight {weight}, expected 1 or more, below 2^62; {KEPT}")
    if per not in PER:
        raise ModelError(f"{purpose}: per {per!r}, expected one of {', '.join(PER)}; {KEPT}")
    soft = SoftRule(
        rule.name, rule.source, breakable, index(weight), index(level), per, words=rule.words
    )
    soft.items  # noqa: B018  what is too large is found here
    return puzzle.exchange(rule, soft)


# ---- Softening a rule ----------------------------------------------------------------------------
# Of each item of the rule a hidden row says in which range the sum of the chosen lies that it must
# not lie in; none is chosen where it lies as it must. With the row of a range `a` to `b` of an
# item `low` to `high`
#
#     sum + (low - a) row >= low        sum + (high - b) row <= high
#
# so that each answer has exactly one set of hidden rows, and its cost is exact. A statement
# (clauses) has two hidden rows for each of its cases, of which one is chosen: one if the case is
# broken, which pays, and one if it holds. Of a line that an automaton reads the words that it
# refuses pay.


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
        entries = sorted(self.own)
        rows, items, weights = (
            np.array([entry[k] for entry in entries], np.int64) for k in range(3)
        )
        own = Block(OWN, (len(self.rows),), items, rows, None, weights.astype(np.int32))
        once = None
        if self.limited:
            rows, items = (np.array([pair[k] for pair in self.pairs], np.int64) for k in range(2))
            limited = len(self.limited)
            pairs = Block(OWN, (len(self.rows),), items, rows)
            once = Items(self.limited, [0] * limited, [1] * limited, [pairs])
        return Softened(
            Items(self.keys, self.low, self.high, [*in_two_items(blocks, places), own]),
            once,
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
