"""Cardinality: how many choices of each group are made, or what their weights add up to.

The multiplicities of Knuth's Algorithm M (The Art of Computer Programming, volume 4B): each group
becomes an item of the matrix, which `low` to `high` of its options cover. Exactly one is a primary
item, at most one a secondary one. Where rows count with weights, the item bounds their sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Self

import numpy as np

from ..errors import ModelError
from ..matrix.arrays import are_ones
from ..spelling import amount, bounds, spell
from ..tables.selections import Formula
from ..tables.table import Choices
from .arguments import TABLES, Argument, Groups, Number, Over, TablesOf, Weight, puzzle_method
from .groups import GroupRule
from .keys import (
    Key,
    Numbers,
    Part,
    PerTable,
    Tables,
    WeightPerTable,
    everything,
    keys_of_groups,
    parts_of,
)
from .rule import Block, Chosen, Fault, Group, Items, Rule, Softened
from .rulebook import Rulebook
from .weights import (
    Bounds,
    Range,
    Ranges,
    added_up,
    pairs_of,
    ranges_of,
    require_weights,
    same_range,
)

__all__ = [
    "Cardinality",
    "at_least",
    "at_most",
    "at_most_one",
    "between",
    "exactly",
    "exactly_one",
    "sum_equals",
]

BOUNDS = Argument("bounds")
FEW = 3  # different numbers that a description lists


@dataclass(frozen=True, eq=False)
class Cardinality(GroupRule):
    """`low` to `high` choices of each group are made; None is no bound.

    Where rows have weights, it is the sum of the weights that lies between the two.

    most    where `high` is None: so many choices of a group at most can be made anyway, if known
    ranges  the two of each group, in place of `low` and `high`; None: they are the same for all
    mapped  whether these alone name the groups, and no `over`
    plain   whether a row that has a key twice is a mistake, and no weight
    """

    low: int | None
    high: int | None
    most: int | None = field(default=None, repr=False, kw_only=True)
    ranges: Ranges | None = field(default=None, repr=False, kw_only=True)
    mapped: bool = field(default=False, repr=False, kw_only=True)
    plain: bool = field(default=False, repr=False, kw_only=True)

    @property
    def method(self) -> str:
        """The method that states it in the fewest words: chosen by its bounds."""
        ranges = [(self.low, self.high)] if self.ranges is None else list(self.ranges.values())
        low, high = (all(bounds[side] is not None for bounds in ranges) for side in (0, 1))
        is_simple = self.ranges is None and not self.weighs
        if is_simple and (self.low or 0, self.high) in ((1, 1), (0, 1)):
            return "exactly_one" if self.low else "at_most_one"
        if low and high and all(least == most for least, most in ranges):
            return "sum_equals" if self.weighs else "exactly"
        if high and not low:
            return "at_most"
        return "between" if high or is_simple else "at_least"

    @property
    def takes_weights(self) -> bool:
        """Whether a row may count for more than one, or less, in a group."""
        return not self.plain

    @property
    def lacking(self) -> str:
        """What is said of a group that the rule does not know."""
        if self.mapped:
            cure = "give it one, or None as its key where it is to be in no group"
            return f"which has no number: {cure}"
        return "which `over` does not name"

    @property
    def primary(self) -> bool:
        """At most one is what a secondary item means."""
        return (self.low or 0, self.high) != (0, 1) or self.ranges is not None or self.weighs

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """Which row is in which group, and with which weight, table by table. Raises ModelError."""
        by_table: dict[Choices, list[Block]] = {}
        for part, block in zip(self.parts, self._numbered[1], strict=True):
            by_table.setdefault(part.table, []).append(block)
        return [
            blocks[0] if len(blocks) == 1 else self._joined(table, blocks)
            for table, blocks in by_table.items()
        ]

    def _joined(self, table: Choices, blocks: Sequence[Block]) -> Block:
        """Return blocks of one table as one: what a row counts in a group is added up."""
        flat = [block._replace(offset=0).flat() for block in blocks]
        rows, groups = (np.concatenate([numbers[k] for numbers in flat]) for k in (0, 1))
        whole = np.concatenate([block.flat_weights() for block in blocks])
        rows, groups, weights = added_up(rows, groups, whole)
        order = np.argsort(rows, kind="stable")
        mine = None if weights is None else weights[order]
        block = Block(table.offset, (len(table),), groups[order], rows[order], None, mine)
        require_weights(block, table, self.mistake)
        return block

    @cached_property
    def weighs(self) -> bool:
        """Whether any row counts for more than one, or less, in a group. Raises as `blocks`."""
        if self.plain:
            return False
        weights = [block.weights for block in self.blocks]
        return any(mine is not None and not are_ones(np.asarray(mine)) for mine in weights)

    def range_of(self, key: Key) -> Range:
        """Return the least and the most of a group; None: no bound."""
        return (self.low, self.high) if self.ranges is None else self.ranges[key]

    # ---- The matrix -----------------------------------------------------------------------

    @property
    def items(self) -> Items:
        """An item a group, of that multiplicity, or with a sum of weights so large."""
        size = len(self.keys)
        low = self.low or 0
        if self.ranges is None and not self.weighs and low >= 0 and (self.high or 0) >= 0:
            high: Sequence[int] | Numbers
            if self.high is None:
                # How many choices of each group can be made at most.
                sizes = np.bincount(self.entries.groups, minlength=len(self.keys))
                bound = np.minimum(sizes, sizes.max(initial=0) if self.most is None else self.most)
                high = [max(int(most), low) for most in bound]
            else:
                high = np.full(size, self.high)
            return Items(self.keys, np.full(size, low), high, self.blocks)
        return Items(self.keys, *self._limits(), self.blocks)

    def _limits(self) -> tuple[list[int], list[int]]:
        """Return the bounds of each group's sum; a bound that is none is what can be had anyway."""
        least, most = (extreme.tolist() for extreme in self.extremes())
        lows, highs = [], []
        for key, low_sum, high_sum in zip(self.keys, least, most, strict=True):
            low, high = self.range_of(key)
            last = max(high_sum, low_sum if low is None else low) if high is None else high
            # No sum is less: what asks for more than that asks for nothing.
            reach = min(low_sum, last)
            lows.append(reach if low is None else max(low, reach))
            highs.append(last)
        return lows, highs

    def extremes(self) -> tuple[Numbers, Numbers]:
        """Return the least and the most that each group's sum can be, by place."""
        least, most = np.zeros((2, len(self.keys)), np.int64)
        for block in self.blocks:
            groups, weights = block.flat()[1], block.flat_weights()
            np.add.at(least, groups, np.minimum(weights, 0))
            np.add.at(most, groups, np.maximum(weights, 0))
        return least, most

    # ---- What `prefer` and `if_chosen` make of it -----------------------------------------

    def breakable(self) -> Self:
        """Return the rule: every group whose sum lies beyond its bounds costs."""
        return self

    def softened(self, weight: int, *, per_unit: bool, groups: Any = None) -> Softened:
        """Return the items with rows that pay for sums beyond their bounds."""
        from .statements.soft import softened_items

        return softened_items(self.name, self.items, weight, per_unit=per_unit)

    def faults(self, chosen: Chosen) -> Iterator[Fault]:
        """Yield each group whose sum lies beyond its bounds, and by how much."""
        sums = self.group_sums(chosen)
        for key, text in self._broken_groups(chosen, sums):
            low, high = self.range_of(key)
            short = 0 if low is None else low - sums[key]
            yield Fault(text, max(short, 0 if high is None else sums[key] - high))

    def if_chosen(self, selection: Formula) -> Rule:
        """Return the rule on a condition."""
        from .statements.conditional import conditional

        return conditional(self, selection)

    # ---- How an answer is checked ---------------------------------------------------------

    def group_sums(self, chosen: Chosen) -> Counter[Key]:
        """Count the chosen rows of each group, or add up their weights.

        chosen  gives the numbers of a table's chosen rows
        """
        return self.counted(self.parts, chosen)

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the groups that hold more of the chosen rows than they may.

        Of weights: those whose sum lies beyond its bounds, whatever else is chosen.
        """
        sums = self.group_sums(chosen)
        if not self.weighs:
            for key, number in sums.items():
                high = self.range_of(key)[1]
                if high is not None and number > high:
                    yield Group(self.name, key)
            return
        # By how much each group's sum can still fall and rise.
        falls, rises = self.extremes()
        for table, block in zip(self.tables, self.blocks, strict=True):
            rows, groups = block._replace(offset=0).flat()
            there = np.isin(rows, list(chosen(table)))
            groups, weights = groups[there], block.flat_weights()[there]
            np.subtract.at(falls, groups, np.minimum(weights, 0))
            np.subtract.at(rises, groups, np.maximum(weights, 0))
        for place, key in enumerate(self.groups):
            low, high = self.range_of(key)
            too_much = high is not None and sums[key] + falls[place] > high
            if too_much or (low is not None and sums[key] + rises[place] < low):
                yield Group(self.name, key)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each group with too few or too many of the chosen rows, what is wrong."""
        yield from (text for _, text in self._broken_groups(chosen, self.group_sums(chosen)))

    def _broken_groups(self, chosen: Chosen, sums: Counter[Key]) -> Iterator[tuple[Key, str]]:
        """Yield each group with too few or too many of the chosen rows, and what is wrong."""
        for key in dict.fromkeys([*self.groups, *sums]):
            low, high = self.range_of(key)
            if (low is not None and sums[key] < low) or (high is not None and sums[key] > high):
                yield key, self.adding_up(key, chosen, sums[key])

    # ---- Its words ------------------------------------------------------------------------

    def adding_up(self, key: Key, chosen: Chosen, total: int) -> str:
        """Describe a group whose number or sum of chosen rows, `total`, breaks the rule."""
        if not self.weighs:
            return self.broken(key, f"{total} chosen")
        if self.words is not None:
            return self.broken(key, f"adds up to {total}")
        must = bounds(*_open(self.range_of(key)))
        return f"{Group(self.name, key)} adds up to {total}, must be {must}"

    def reach(self, key: Key, chosen: Chosen, left: Chosen) -> str | None:
        """Say what a group can still add up to."""
        return f"what is left adds up to {self._between(key, self.parts, chosen, left)}"

    def _between(
        self,
        key: Key,
        parts: Sequence[Part],
        chosen: Chosen,
        left: Chosen,
        sign: int = 1,
        more: int = 0,
    ) -> str:
        """Return what some parts can come to in a group, times `sign` and `more` added."""
        counts: Counter[tuple[Choices, int]] = Counter()
        for part in parts:
            for number in left(part.table):
                counts[part.table, number] += sign * part.counted(number)[key]
        whole = sign * self.counted(parts, chosen)[key] + more
        least = whole + sum(min(count, 0) for count in counts.values())
        most = whole + sum(max(count, 0) for count in counts.values())
        return f"{least}" if least == most else f"{least} to {most}"

    @property
    def wanted(self) -> str:
        """How many choices of a group the rule wants, or which sum, in words."""
        if self.ranges is None:
            return self._range_text((self.low, self.high))
        texts = list(dict.fromkeys(map(self._range_text, self.ranges.values())))
        if len(texts) > FEW:
            return f"{'a sum' if self.weighs else 'a number'} of its own"
        return " or ".join(texts)

    def wanted_of(self, key: Key) -> str:
        """How many choices of this group the rule wants, or which sum, in words."""
        return self._range_text(self.range_of(key))

    def _range_text(self, of: Range) -> str:
        if self.weighs:
            return f"a sum of {bounds(*_open(of))}"
        return amount(of[0] or 0, of[1])

    @property
    def verb(self) -> str:
        """A group that may be empty needs nothing."""
        of = [(self.low, self.high)] if self.ranges is None else self.ranges.values()
        return self._does([low for low, _ in of])

    def verb_of(self, key: Key) -> str:
        """What this group does: one that may be empty needs nothing."""
        return self.verb if self.ranges is None else self._does([self.range_of(key)[0]])

    def _does(self, lows: Sequence[int | None]) -> str:
        return "needs" if any(lows) or (self.weighs and None not in lows) else "allows"


def _open(of: Range) -> tuple[int, int | None]:
    return -(1 << 62) if of[0] is None else of[0], of[1]


# ---- The methods of a puzzle -------------------------------------------------------------------


def exactly_one(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    name: str | None = None,
) -> Cardinality:
    """Demand exactly one choice of every group.

    `choices` is a table or several, whose rows then share the groups.
    `by` gives a row its one group: a column name, a tuple of names, or a function of columns.
    `covering` gives it several: a column (or a function) that holds an iterable of keys.
    Either may be a mapping from table to columns where the tables differ.
    None is no group: a row whose key is None is in none, as one that covers nothing is.
    `over` names all the groups there are, even those that no row can fill; without it, there
    are those that some row is in. Raises ModelError for a table or a column that is not there,
    and for a key that `over` names twice.
    """
    return _rule(puzzle, choices, (1, 1), by, covering, over, name, plain=True)


puzzle_method(
    exactly_one,
    example='exactly_one = "table"',
    doc='one choice of every group; `["one", "other"]` for several tables',
)


def at_most_one(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    name: str | None = None,
) -> Cardinality:
    """Allow at most one choice of every group; the arguments are those of `exactly_one`."""
    return _rule(puzzle, choices, (0, 1), by, covering, over, name, plain=True)


puzzle_method(at_most_one, example='at_most_one = "table"', doc="one choice or none")


def exactly(
    puzzle: Rulebook,
    counts: Number,
    choices: TablesOf,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    weight: Weight = None,
    name: str | None = None,
) -> Cardinality:
    """Demand so many choices of every group; or of each group the number that `counts` gives.

    A mapping from key to number names all the groups there are, as the counts beside the rows
    of a battleship puzzle do, and demands them even where no row can fill them. A row that
    `covering` gives a key twice, as a ship of two cells in one line, counts twice there. The
    other arguments are those of `between`; `over` beside a mapping must name the same groups.
    Raises ModelError for a row in a group without a number, a number without a group, and a
    group called None, which is none.
    """
    if isinstance(counts, Mapping):
        # Raise ModelError for what is no number of choices.
        signed = weight is not None or covering is not None
        for key, number in counts.items():
            whole = hasattr(number, "__index__") and not isinstance(number, bool)
            if not whole or (number < 0 and not signed):
                expected = "an integer" if signed else "a number from 0"
                raise ModelError(f"exactly {number!r} of {spell(key)}, expected {expected}")
    names = "`counts` names"
    return _rule(puzzle, choices, (counts, counts), by, covering, over, name, weight, names=names)


puzzle_method(
    exactly,
    example='exactly = 2, of = "table"',
    doc="exactly this many; or one number for each group of `over`: `exactly = [2, 0, 1]`",
)


def between(
    puzzle: Rulebook,
    low: Annotated[Bounds | Mapping[Any, tuple[int | None, int | None]], BOUNDS],
    high: Annotated[Any, BOUNDS],
    choices: Annotated[Tables | None, TABLES] = None,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    weight: Weight = None,
    name: str | None = None,
) -> Cardinality:
    """Demand `low` to `high` choices of every group; None is no bound: as many as one likes.

    Each may be a mapping from a group's key to its bound, and a mapping from key to both may
    stand in place of the two: `between({"mon": (2, 3)}, shift, by="day")`. A mapping names all
    the groups there are. `by`, `covering` and `over` are those of `exactly_one`; without
    `by` and `covering` all rows are one group.

    `weight` says how much a chosen row counts, so that the bounds are those of a sum: a column,
    a function of columns or one integer, or a mapping from table to such. Weights are integers,
    negative ones too, and bounds may be negative then. `covering` may also give a row a
    mapping from key to weight, or a key several times, which then counts so often.

    Counts are the multiplicities of Knuth's Algorithm M. Raises ModelError unless low <= high,
    and, when the matrix is made, for a weight that is no integer of 32 bits.
    """
    if choices is None:
        if not isinstance(low, Mapping):
            raise ModelError(f"between {low!r}, expected low, high and a table")
        return _rule(puzzle, high, pairs_of(low, "between"), by, covering, over, name, weight)
    bounds: Any = (low, high)
    return _rule(puzzle, choices, bounds, by, covering, over, name, weight)


puzzle_method(
    between,
    example='between = [1, 3], of = "table"',
    doc='from 1 to 3 choices; `[1, "many"]` has no upper bound',
)


def at_least(
    puzzle: Rulebook,
    number: Number,
    choices: TablesOf,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    weight: Weight = None,
    name: str | None = None,
) -> Cardinality:
    """Demand `number` choices of every group, or more; the arguments are those of `between`."""
    return _rule(puzzle, choices, (number, None), by, covering, over, name, weight)


puzzle_method(
    at_least,
    example='at_least = 2, of = "table"',
    doc="at least this many; or one number for each group of `over`",
)


def at_most(
    puzzle: Rulebook,
    number: Number,
    choices: TablesOf,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    weight: Weight = None,
    name: str | None = None,
) -> Cardinality:
    """Allow `number` choices of every group, or fewer; the arguments are those of `between`."""
    return _rule(puzzle, choices, (None, number), by, covering, over, name, weight)


puzzle_method(
    at_most,
    example='at_most = 3, of = "table", weight = "column"',
    doc="at most this many; with `weight`, here and above, the sum of the weights",
)


def sum_equals(
    puzzle: Rulebook,
    number: Number,
    choices: TablesOf,
    *,
    weight: Weight = None,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    name: str | None = None,
) -> Cardinality:
    """Demand that the weights of every group's chosen rows add up to `number`.

    The arguments are those of `between`; weights may also come from `covering`.
    """
    return _rule(puzzle, choices, (number, number), by, covering, over, name, weight)


puzzle_method(
    sum_equals,
    example='sum_equals = 34, of = "table", weight = "column"',
    doc="the weights of the chosen rows add up to this number",
)


def _rule(
    puzzle: Rulebook,
    choices: Tables,
    limits: tuple[Bounds, Bounds],
    by: PerTable | None,
    covering: PerTable | None,
    over: Iterable[Key] | None,
    name: str | None,
    weight: WeightPerTable | None = None,
    *,
    plain: bool = False,
    names: str = "the mapping names",
) -> Cardinality:
    _require_order(limits, choices, summed=weight is not None)
    by = everything if by is None and covering is None else by
    signed = weight is not None or covering is not None
    mappings = [limit for limit in limits if isinstance(limit, Mapping)]
    if not mappings:
        low, high = same_range(*limits, signed=signed and not plain)
    stated = puzzle.state(choices, name, by if by is not None else covering)
    name, source, tables = stated
    purpose = stated.purpose
    parts = parts_of(tables, by, covering, purpose, weight)
    if not mappings:
        groups = None if over is None else keys_of_groups(over, purpose)
        return puzzle.add(Cardinality(name, source, parts, groups, low, high, plain=plain))
    # Raise ModelError, beginning with `purpose`, where `over` names other groups than `counts`.
    counts = mappings[0]
    if over is not None:
        named = dict.fromkeys(keys_of_groups(over, purpose))
        for key in (*named, *keys_of_groups(counts, purpose)):
            if key not in counts or key not in named:
                lacks = "`over` does not name" if key in counts else "has no number"
                raise ModelError(f"{purpose}: {spell(key)} {lacks}, expected the same groups")
    ranges = ranges_of(*limits, purpose, signed=signed, names=names)
    mapped = over is None
    keys = tuple(ranges)
    rule = Cardinality(name, source, parts, keys, None, None, ranges=ranges, mapped=mapped)
    return puzzle.add(rule)


def _require_order(limits: tuple[Any, Any], choices: Any, *, summed: bool) -> None:
    """Raise ModelError where a table stands in place of the number: it is given behind it."""
    low, high = limits
    table = high if low is None else low
    tables = list(table) if isinstance(table, list | tuple) else [table]
    if not tables or not all(isinstance(entry, Choices) for entry in tables):
        return
    names = ", ".join(entry.name for entry in tables)
    names = f"[{names}]" if isinstance(table, list | tuple) else names
    if low is high:
        method = "sum_equals" if summed else "exactly"
    else:
        method = "at_most" if low is None else "at_least" if high is None else "between"
    numbers = f"{high!r}, {choices!r}" if method == "between" else f"{choices!r}"
    message = "a table in place of a number, expected the number first"
    raise ModelError(f"{message}: {method}({numbers}, {names})")
