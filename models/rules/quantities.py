"""Quantities: the greatest and the least of several sums, and how many groups have a choice.

    load = p.sum(shift, by="nurse")
    p.minimize(p.spread(load))              # the largest load less the smallest
    p.compare(p.maximum(load), "<=", 5)
    p.minimize(p.count_distinct(packed, by="bin"))

A quantity is a table of values, one of which every answer chooses: the one that follows from the
other choices. So it is a sum itself, which is compared, added and minimised as any other, and an
answer shows it. In the matrix the value of an extreme is tied to each sum by

    sum - value - reached <= -1          sum - value - range * reached >= -range

with a hidden row `reached` of each sum, which is chosen exactly if the sum is the value, and one of
which must be (for the least, with the signs of sum and value changed).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from typing import Annotated, Any, Self

import numpy as np

from ..budget import spend
from ..errors import ModelError
from ..matrix.notes import Greatest
from ..tables.table import Choices, Values
from .arguments import Argument, Elements, TablesOf, puzzle_method
from .cardinality import Cardinality, exactly_one
from .comparison import Sum, Term, weighted_parts
from .comparison import sum as total
from .groups import GroupRule
from .keys import Key, Numbers, Part, parts_of
from .rule import OWN, Block, Chosen, Group, Items
from .rulebook import Rulebook
from .weights import in_two_items

__all__ = ["Extreme", "Presence", "count_distinct", "maximum", "minimum", "spread"]

SUMS = Argument("sums")
VALUES = Argument("values", ("values",), optional=True)
MOST_VALUES = 100_000  # rows of a quantity's table
ONE = ("exactly_one", "at_most_one")


# ---- The greatest and the least of several sums --------------------------------------------------


@dataclass(frozen=True, eq=False)
class Extreme(GroupRule):
    """The chosen row of a table is the greatest of some sums, or the least.

    value     the table, of one column, `value`
    greatest  whether it is the greatest
    constant  what every sum is more than what its rows add up to
    """

    value: Choices = field(kw_only=True)
    greatest: bool = field(kw_only=True)
    constant: int = field(default=0, kw_only=True)

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "maximum" if self.greatest else "minimum"

    @property
    def takes_weights(self) -> bool:
        """Whether a row may count for more than one, or less, in a group."""
        return True

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        twin = super().twin(tables)
        return twin._copy(value=tables[self.value], without=("_differences",))

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables of the sums, and that of the value."""
        return (*super().tables, self.value)

    @property
    def primary(self) -> bool:
        """Its sums are bounded."""
        return True

    # ---- The matrix -----------------------------------------------------------------------

    @cached_property
    def _differences(self) -> Cardinality:
        """By group, the sum less the value; of the least, the value less the sum."""
        sign = 1 if self.greatest else -1
        parts = [Term(part, sign, whole=False).weighted() for part in self.parts]
        keys = tuple(self.keys)
        values = [sign * (self.constant - value) for (value,) in self.value]
        every = Values(self.value, [keys], ())
        parts.append(Part(self.value, every, several=True, weights=values))
        return Cardinality(self.name, self.source, tuple(parts), keys, None, 0)

    @property
    def items(self) -> Items:
        """Two items a group, which say whether its sum is the value, and one for all groups."""
        keys, size = self.keys, len(self.keys)
        least = self._differences.extremes()[0]
        ranges = np.maximum(-least, 1)
        places = np.arange(2 * size).reshape(size, 2)
        numbers = np.arange(size)
        own = Block(
            OWN,
            (size,),
            np.stack([places[:, 0], places[:, 1], np.full(size, 2 * size)], axis=1).ravel(),
            np.repeat(numbers, 3),
            None,
            np.stack([-np.ones(size, np.int64), -ranges, np.ones(size, np.int64)], axis=1)
            .ravel()
            .astype(np.int32),
        )
        named = [(key, side) for key in keys for side in ("beyond", "reached")]
        low = np.stack([-ranges - 1, -ranges], axis=1).ravel()
        high = np.stack([np.full(size, -1), np.zeros(size, np.int64)], axis=1).ravel()
        return Items(
            [*named, "some"],
            [*low.tolist(), 1],
            [*high.tolist(), size],
            [*in_two_items(self._differences.blocks, places), own],
        )

    @property
    def hidden(self) -> Choices:
        """A row for each sum that is the value."""
        table = Choices("reached", ("group",), [(key,) for key in self.keys], 0)
        table.say(lambda row: f"{Group(self.name, row[0])} reached")
        return table

    def notes(self, first: int, further: int, hidden: int) -> Sequence[Greatest]:
        """Return the sums, signed so that the greatest one is the value, and the value likewise."""
        size, values = len(self.keys), np.arange(len(self.value)) + self.value.offset
        options, sums, weights = (
            np.concatenate(arrays)
            for arrays in zip(
                *((*block.flat(), block.flat_weights()) for block in self._differences.blocks),
                strict=True,
            )
        )
        of_sums = ~np.isin(options, values)
        sign = 1 if self.greatest else -1
        return [
            Greatest(
                np.arange(first, first + 2 * size + 1),
                options[of_sums],
                sums[of_sums],
                weights[of_sums],
                values,
                np.array([sign * (value - self.constant) for (value,) in self.value], np.int64),
                np.arange(size) + hidden,
            )
        ]

    # ---- How an answer is checked ---------------------------------------------------------

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the groups whose sum is beyond the value, whatever else is chosen."""
        yield from self._differences.overfilled(chosen)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say that the value is not what it must be."""
        sums = self.counted(self.parts, chosen)
        right = (max if self.greatest else min)(sums[key] for key in self.keys) + self.constant
        for number in chosen(self.value):
            (value,) = self.value[number]
            if value != right:
                yield f"{self.name} is {value}, expected {right}: {self.wanted}"

    @property
    def wanted(self) -> str:
        """What the value is of the sums."""
        return f"the {'greatest' if self.greatest else 'least'} sum"

    @property
    def verb(self) -> str:
        """The value is what is wanted."""
        return "is"


def maximum(
    puzzle: Rulebook,
    sums: Annotated[Sum, SUMS],
    *,
    values: Annotated[Iterable[int] | None, VALUES] = None,
    name: str | None = None,
) -> Sum:
    """Return the greatest of some sums, one a group, as a sum that is compared or minimised.

    sums    what `sum` gives, with groups; several are added before
    values  the values that it may have; by default all that the sums can reach, given the rules of
            at most one choice that are stated before
    name    of the table of values that is added to the puzzle, with the column `value`, where an
            answer has the value; by default `maximum`, `maximum_2` ...

    Raises ModelError for a sum without groups, and for over 100,000 values.
    """
    return _extreme(puzzle, sums, values, name, greatest=True)


def minimum(
    puzzle: Rulebook,
    sums: Annotated[Sum, SUMS],
    *,
    values: Annotated[Iterable[int] | None, VALUES] = None,
    name: str | None = None,
) -> Sum:
    """Return the least of some sums, one a group, as `maximum`."""
    return _extreme(puzzle, sums, values, name, greatest=False)


def spread(puzzle: Rulebook, sums: Sum, *, values: Iterable[int] | None = None) -> Sum:
    """Return the greatest of some sums less the least, as `maximum`."""
    kept = None if values is None else list(values)
    return maximum(puzzle, sums, values=kept) - minimum(puzzle, sums, values=kept)


puzzle_method(
    maximum,
    example='maximum = { of = "table", by = "group" }',
    doc="adds a table of the rule's name with the column `value`: the greatest of these sums",
    adds="value",
)
puzzle_method(
    minimum,
    example='minimum = { of = "table", by = "group" }, values = "0..7"',
    doc="the same of the least; `values`, if given, are all that it may be",
    adds="value",
)
puzzle_method(spread)


def _extreme(
    puzzle: Rulebook,
    sums: Any,
    values: Iterable[int] | None,
    name: str | None,
    *,
    greatest: bool,
) -> Sum:
    verb, source = "maximum" if greatest else "minimum", puzzle.source_line()
    if not isinstance(sums, Sum):
        raise ModelError(f"{verb}: {sums!r}, expected what `sum` returned ({source})")
    grouped = any(not term.whole for term in sums.terms)
    if not grouped:
        expected = "expected one with groups, as of p.sum(table, by=...)"
        raise ModelError(f"{verb}: the sum {sums.name} is one number, {expected} ({source})")
    for term in sums.terms:
        puzzle.table(term.part.table)
    named = name or _free_table(puzzle, verb)
    parts = tuple(weighted_parts(sums.terms, None))
    keys = tuple(_keys(parts))
    if not keys:
        raise ModelError(f"{verb}: no row of {sums.name} is in a group, expected some ({source})")
    if values is not None:
        values = list(values)
        wrong = [value for value in values if isinstance(value, bool) or not isinstance(value, int)]
        if wrong or not values:
            text = f"the value {wrong[0]!r}" if wrong else "no values"
            raise ModelError(f"{verb}: {text}, expected integers ({source})")
    else:
        span = _span(puzzle, named, parts, sums.constant, greatest=greatest)
        if len(span) > MOST_VALUES:
            expected = f"expected at most {MOST_VALUES}: give `values`"
            raise ModelError(f"{verb}: {len(span)} values of {sums.name}, {expected} ({source})")
        values = span
    spend(keys=2 * len(keys) * len(values))
    table = puzzle.choices(named, value=sorted({*values}))
    exactly_one(puzzle, table, name=f"one {named}")
    rule = Extreme(
        puzzle.free_name(named),
        source,
        parts,
        keys,
        value=table,
        greatest=greatest,
        constant=sums.constant,
    )
    puzzle.add(rule)
    return total(puzzle, table, weight="value")


def _keys(parts: Iterable[Part]) -> Iterable[Key]:
    """Return the keys of all groups of some parts, in the order of their rows."""
    return dict.fromkeys(chain.from_iterable(part.all_keys() for part in parts))


def _free_table(puzzle: Rulebook, name: str) -> str:
    """Return the name, or the first of `name_2`, `name_3` ... that no table has."""
    names = {table.name for table in puzzle.tables}
    numbered = chain([name], (f"{name}_{number}" for number in count(2)))
    return next(free for free in numbered if free not in names)


def _span(
    puzzle: Rulebook, name: str, parts: tuple[Part, ...], constant: int, *, greatest: bool
) -> range:
    """Return the values that the greatest or least of some sums can have.

    Of the rows of a group that a rule of one choice at most holds together one counts.
    """
    cardinality = Cardinality(name, "", parts, tuple(_keys(parts)), None, None)
    least, most = cardinality.extremes()
    for rule in puzzle.rules:
        if isinstance(rule, Cardinality) and rule.plain and rule.method in ONE:
            low, high = _extremes_beside(cardinality, rule)
            least, most = np.maximum(least, low), np.minimum(most, high)
    best = np.max if greatest else np.min
    return range(int(best(least)) + constant, int(best(most)) + constant + 1)


def _extremes_beside(sums: Cardinality, rule: Cardinality) -> tuple[Numbers, Numbers]:
    """Return the least and the most of each group of sums where a rule allows one choice a group.

    A row in several groups of the rule counts as one of the first.
    """
    held, holders = (numbers.astype(np.int64) for numbers in rule.entries[:2])
    options, groups, _, weights = sums.entries
    spend(looks=len(held) + len(options))
    least, most = np.zeros((2, len(sums.keys)), np.int64)
    if not len(options):
        return least, most
    # Number the groups of the rule, then the rows of no group: each is one by itself.
    sizes = np.bincount(holders)
    owners = len(sizes) + np.arange(1 + max(int(options.max()), int(held.max(initial=0))))
    owners[held[::-1]] = holders[::-1]
    pairs = groups.astype(np.int64) * (len(sizes) + len(owners)) + owners[options]
    order = np.argsort(pairs, kind="stable")
    firsts = np.flatnonzero(np.diff(pairs[order], prepend=-1))
    counted = np.ones(len(options), np.int64) if weights is None else weights[order]
    low, high = (extreme.reduceat(counted, firsts) for extreme in (np.minimum, np.maximum))
    of_groups, own = groups[order][firsts], owners[options][order][firsts]
    # Where a group of the rule has other rows too, none of these may be chosen.
    whole = np.append(sizes, np.zeros(len(owners), np.int64))[own]
    sure = (np.diff(firsts, append=len(order)) == whole) & (rule.low == 1)
    np.add.at(least, of_groups, np.where(sure, low, np.minimum(low, 0)))
    np.add.at(most, of_groups, np.where(sure, high, np.maximum(high, 0)))
    return least, most


# ---- How many groups have a choice ---------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Presence(GroupRule):
    """The chosen rows of a table name the groups that have a choice.

    present  the table, of one column, `group`
    """

    present: Choices = field(kw_only=True)

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "count_distinct"

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        return super().twin(tables)._copy(present=tables[self.present])

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables of the choices, and that of the groups."""
        return (*super().tables, self.present)

    @property
    def primary(self) -> bool:
        """Its sums are bounded."""
        return True

    @property
    def items(self) -> Items:
        """An item a group: it has a choice if it is present; one a choice: then it is present."""
        size = len(self.keys)
        blocks, first = list[Block](), size
        each: list[Numbers] = []
        for block in self.blocks:
            options, groups = block.flat()
            own = np.arange(first, first + len(groups))
            first += len(groups)
            each.append(groups)
            entries = np.stack([groups, own], axis=1).ravel()
            weights = np.tile(np.array([1, -1], np.int32), len(groups))
            rows = np.repeat(options - block.offset, 2)
            shape = (int(np.prod(block.shape)),)
            blocks.append(Block(block.offset, shape, entries, rows, None, weights))
        owners = np.concatenate(each)
        named = np.concatenate([np.arange(size), owners])
        order = np.argsort(named, kind="stable")
        places = np.concatenate([np.arange(size), np.arange(size, first)])[order]
        weights = np.concatenate([-np.ones(size), np.ones(len(owners))])[order].astype(np.int32)
        table = self.present
        blocks.append(Block(table.offset, (size,), places, named[order], None, weights))
        pairs = enumerate(owners.tolist())
        keys = [*self.keys, *((self.keys[owner], place) for place, owner in pairs)]
        high = np.concatenate([np.bincount(owners, minlength=size), np.ones(len(owners), np.int64)])
        return Items(keys, np.zeros(first, np.int64), high, blocks)

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield nothing: a group may still be chosen."""
        yield from ()

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Name each group that has a choice and is not chosen, or the other way round."""
        has = {key for key, number in self.counted(self.parts, chosen).items() if number}
        stated = {self.present[number][0] for number in chosen(self.present)}
        for key in self.keys:
            if (key in has) != (key in stated):
                state = "has a choice and is not" if key in has else "has no choice and is"
                yield f"{Group(self.name, key)} {state} among {self.present.name}"

    @property
    def wanted(self) -> str:
        """What is wanted of the groups."""
        return "to be named if it has a choice"

    @property
    def verb(self) -> str:
        """Every group is to be."""
        return "is"


def count_distinct(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Elements = None,
    covering: Elements = None,
    name: str | None = None,
) -> Sum:
    """Return how many groups have a chosen row, as a sum that is compared or minimised.

    So the bins or the colors in use are counted: `p.count_distinct(packed, by="bin")`. The
    arguments are those of `exactly_one`.

    name  of the table that is added to the puzzle, with the column `group`, where an answer has
          the groups that have a choice; by default `distinct`, `distinct_2` ...

    Raises ModelError as `exactly_one`, and without `by` and `covering`.
    """
    tables, source = puzzle.tables_of(choices), puzzle.source_line()
    named = name or _free_table(puzzle, "distinct")
    parts = parts_of(tables, by, covering, f"count_distinct ({source})")
    keys = tuple(_keys(parts))
    table = puzzle.choices(named, [{"group": key} for key in keys])
    puzzle.add(Presence(puzzle.free_name(named), source, parts, keys, present=table))
    return total(puzzle, table)


puzzle_method(
    count_distinct,
    example='count_distinct = "table", by = "bin"',
    doc="adds a table of the rule's name with the column `group`: the groups with a choice",
    adds="group",
)
