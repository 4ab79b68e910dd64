"""The base of rules on lines, and how lines are read off a table.

A line is a group of rows; `along` gives each row a place in it and `value` what it says there. A
place holds one choice: the variable of constraint programming, whose value it is. Where a line may
have places without a choice, `empty` is what they read as.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from ...budget import looking
from ...errors import ModelError, excerpt
from ...spelling import plain, spell
from ...tables.table import FEW, Choices, Columns, Values
from ..groups import GroupRule
from ..keys import (
    Coded,
    KeptKeys,
    Key,
    Part,
    PerTable,
    column_on,
    evaluated,
    keys_of_groups,
    parts_of,
)
from ..rule import Block, Chosen, Group, Integers

__all__ = [
    "Laid",
    "Line",
    "LineRule",
    "Lines",
    "block_of",
    "laid",
    "line_parts",
    "spelled",
    "values_of",
]

ALONE = "line"  # the key of a table's only line


class Line(NamedTuple):
    """A line: its places in order, and the rows (by number) that may be chosen at each."""

    key: Key
    places: list[Hashable]
    rows: list[list[int]]


@dataclass(frozen=True, eq=False)
class LineRule(GroupRule):
    """A rule on the values along each line: a base.

    along   the place of each row
    value   what each row says
    places  all places, in their order
    empty   what a place without a choice reads as; None: every place has one
    orders  the places of each line in its own order; None: in that of `places`
    """

    whole: ClassVar[Key] = ALONE

    along: Sequence[Any] = field(repr=False)
    value: Sequence[Any] = field(repr=False)
    places: tuple[Hashable, ...] = field(repr=False)
    empty: Hashable | None
    orders: Mapping[Key, tuple[Hashable, ...]] | None = field(
        default=None, repr=False, kw_only=True
    )

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        own = tables[self.table]
        along, value = column_on(own, self.along), column_on(own, self.value)
        return super().twin(tables)._copy(along=along, value=value)

    @property
    def table(self) -> Choices:
        """The table whose rows the lines are made of."""
        return self.parts[0].table

    @property
    def of_rows(self) -> Iterator[tuple[int, int]]:
        """Yield (row, line) for each row in each line, by number, rows ascending."""
        options, groups = self.blocks[0].flat()
        order = np.argsort(options, kind="stable")
        yield from zip(
            (options[order] - self.blocks[0].offset).tolist(), groups[order].tolist(), strict=True
        )

    @cached_property
    def lines(self) -> list[Line]:
        """The lines, in the order of the groups."""
        rank = {place: number for number, place in enumerate(self.places)}
        rows = list(self.of_rows)
        # A rule of one short line does not read a whole table.
        along = self.along if FEW * len(rows) < len(self.along) else list(self.along)
        by_line: list[dict[Hashable, list[int]]] = [{} for _ in self.keys]
        for row, line in rows:
            by_line[line].setdefault(along[row], []).append(row)
        lines = []
        for key, by_place in zip(self.keys, by_line, strict=True):
            own = self.orders[key] if self.orders is not None else None
            places = list(own) if own is not None else sorted(by_place, key=rank.__getitem__)
            lines.append(Line(key, places, [by_place[place] for place in places]))
        return lines

    @property
    def primary(self) -> bool:
        """Every place must be filled."""
        return True

    # ---- How an answer is checked ---------------------------------------------------------

    def read(self, chosen: Chosen) -> Iterator[tuple[Line, list[list[int]]]]:
        """Yield each line with the rows that are chosen at its places."""
        row_set = set(chosen(self.table))
        for line in self.lines:
            yield line, [[row for row in rows if row in row_set] for rows in line.rows]

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the lines with two choices at one place."""
        for line, rows in self.read(chosen):
            if any(len(of_place) > 1 for of_place in rows):
                yield Group(self.name, line.key)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each line that is not as the rule demands, what is wrong."""
        for line, rows in self.read(chosen):
            wrong = self._misplaced(line, rows) or self._wrong(line, rows)
            if wrong is not None:
                yield self.broken(line.key, wrong)

    def unreadable(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each line with a place that has not one choice, what is wrong."""
        for line, rows in self.read(chosen):
            wrong = self._misplaced(line, rows)
            if wrong is not None:
                yield self.broken(line.key, wrong)

    def misread(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each line whose places are filled, but not as they must be, what is wrong."""
        for line, rows in self.read(chosen):
            if self._misplaced(line, rows) is None:
                wrong = self._wrong(line, rows)
                if wrong is not None:
                    yield self.broken(line.key, wrong)

    def _misplaced(self, line: Line, rows: Sequence[Sequence[int]]) -> str | None:
        for place, of_place in zip(line.places, rows, strict=True):
            if len(of_place) > 1 or (not of_place and self.empty is None):
                return f"{len(of_place) or 'nothing'} chosen at {spell(place)}, expected one choice"
        return None

    def _wrong(self, line: Line, rows: Sequence[Sequence[int]]) -> str | None:
        return self.wrong(
            line, [self.value[numbers[0]] if numbers else self.empty for numbers in rows]
        )

    def wrong(self, line: Line, values: Sequence[Any]) -> str | None:
        """Say what is wrong with a line that reads so; None if nothing is."""
        raise NotImplementedError

    # ---- Its words ------------------------------------------------------------------------

    def line_of(self, key: Key) -> Key:
        """Return the line to which the key of an item belongs, which is its first part."""
        keys = self._own_keys
        return key if key in keys or not isinstance(key, tuple) else key[0]

    @cached_property
    def _own_keys(self) -> frozenset[Key]:
        return frozenset(self.keys)

    def must(self, key: Key) -> str:
        """Say what a line must: `match 1{3} 0+`."""
        raise NotImplementedError

    def demand(self, key: Key) -> str:
        """Say what the rule demands of the line to which a key belongs."""
        line = self.line_of(key)
        if self.words is not None:
            return self.words(line)
        return f"{Group(self.name, line)} must {self.must(line)}"

    def broken(self, key: Key, actual: str) -> str:
        """Say that a line is not as it must be, but `actual`."""
        line = self.line_of(key)
        if self.words is not None:
            return f"{self.words(line)}: {actual}"
        return f"{Group(self.name, line)}: {actual}, must {self.must(line)}"

    @property
    def verb(self) -> str:
        """A line must do something."""
        return "must"


def block_of(
    offset: int, size: int, rows: Integers, items: Integers, values: Coded | None = None
) -> Block:
    """Return the entries of a table, perhaps with values, in the order of its rows."""
    order = np.argsort(rows, kind="stable")
    if values is not None:
        values = Coded(values.distinct, values.codes[order])
    return Block(offset, (size,), items[order], rows[order], values)


def spelled(values: Iterable[Any]) -> str:
    """Write the values of a line as messages do."""
    return excerpt(" ".join(map(plain, values)))


# ---- Reading lines of a table --------------------------------------------------------------------


Lines = Mapping[Any, Sequence[Hashable]] | Iterable[Sequence[Hashable]]


class Laid(NamedTuple):
    """How the lines of a table are read, as a `LineRule` takes it."""

    parts: tuple[Part, ...]
    over: tuple[Key, ...] | None
    along: Sequence[Any]
    places: tuple[Hashable, ...]
    orders: Mapping[Any, tuple[Hashable, ...]] | None


def laid(
    table: Choices,
    along: Columns,
    groups: tuple[PerTable | None, PerTable | None],
    over: Iterable[Key] | None,
    lines: Lines | None,
    purpose: str,
) -> Laid:
    """Return how lines are read: by groups of rows (`by`, `covering`), or place by place."""
    column, places = places_in_order(table, along, purpose)
    if lines is None:
        parts, keys = line_parts(table, *groups, over, purpose)
        return Laid(parts, keys, column, places, None)
    if groups != (None, None):
        raise ModelError(f"{purpose}: expected one of `by`, `covering` and `lines`")
    parts, orders = listed_lines(table, lines, column, purpose)
    if over is not None and set(keys_of_groups(over, purpose)) != set(orders):
        raise ModelError(f"{purpose}: `over` names other groups than `lines`")
    return Laid(parts, tuple(orders), column, places, orders)


def line_parts(
    table: Choices,
    by: PerTable | None,
    covering: PerTable | None,
    over: Iterable[Key] | None,
    purpose: str,
) -> tuple[tuple[Part, ...], tuple[Key, ...] | None]:
    """Return how the lines of a table's rows are read, and their keys if these are given.

    Without `by` and `covering` the whole table is one line.
    """
    if by is None and covering is None:
        by = _alone
    parts = parts_of([table], by, covering, purpose)
    return parts, None if over is None else keys_of_groups(over, purpose)


def listed_lines(
    table: Choices, lines: Lines, along: Sequence[Any], purpose: str
) -> tuple[tuple[Part, ...], dict[Key, tuple[Hashable, ...]]]:
    """Return (parts, the places of each line): lines are listed place by place.

    Raises ModelError for what is no line, a place twice in one, and one where no choice is.
    """
    if isinstance(lines, str) or not isinstance(lines, Iterable):
        raise ModelError(f"{purpose}: lines {excerpt(repr(lines))}, expected places in order")
    pairs = lines.items() if isinstance(lines, Mapping) else enumerate(lines, 1)
    having = table.having(along)
    orders: dict[Key, tuple[Hashable, ...]] = {}
    owners: list[int] = []
    numbers: list[int] = []
    for number, (key, places) in enumerate(pairs):
        if isinstance(places, str) or not isinstance(places, Iterable):
            text = excerpt(repr(places))
            raise ModelError(f"{purpose}: line {spell(key)} {text}, expected places in order")
        orders[key] = tuple(places)
        seen: set[Hashable] = set()
        for place in orders[key]:
            if place not in having:
                fault = f"line {spell(key)} has the place {spell(place)}, where there is no choice"
                raise ModelError(f"{purpose}: {fault}")
            if place in seen:
                raise ModelError(f"{purpose}: line {spell(key)} has {spell(place)} twice")
            seen.add(place)
            owners += having[place]
            numbers += [number] * len(having[place])
    rows = np.array(owners, np.int64)
    order = np.argsort(rows, kind="stable")
    places_of_rows = np.array(numbers, np.int64)[order]
    column = KeptKeys(list(orders), rows[order], places_of_rows, len(table))
    return (Part(table, column, several=True),), orders


def _alone() -> str:
    return ALONE


def places_in_order(
    table: Choices, along: Columns, purpose: str
) -> tuple[Sequence[Any], tuple[Hashable, ...]]:
    """Return (the place of each row, all places in order).

    Numbers, and whatever else is no text and can be compared, ascend; a column of a product has the
    order in which its values were declared; else places come as rows have them first. Raises
    ModelError for a place that cannot be hashed, and for None.
    """
    column = evaluated(table, along, purpose)
    try:
        places = table.having(column)
    except TypeError as error:
        raise ModelError(f"{purpose}: along a place that cannot be hashed: {error}") from None
    if None in places:
        number = list(column).index(None)
        raise ModelError(f"{purpose}: {table.describe(number)} has no place along the line")
    if not any(issubclass(kind, str) for kind in set(map(type, places))):
        try:
            return column, tuple(sorted(places))
        except TypeError:
            pass  # they are as they come
    declared = table.declared.get(along, ()) if isinstance(along, str) else ()
    return column, tuple(
        [place for place in dict.fromkeys((*declared, *places)) if place in places]
    )


def values_of(
    table: Choices, value: Columns | None, empty: Hashable | None, purpose: str
) -> Sequence[Any]:
    """Return what each row says; without a column, 1.

    Raises ModelError for what cannot be hashed, for None, and for a row that says what is `empty`.
    """
    column = (
        Values(table, [1] * len(table), None) if value is None else evaluated(table, value, purpose)
    )
    try:
        values = set(looking(column))
    except TypeError as error:
        raise ModelError(f"{purpose}: a value that cannot be hashed: {error}") from None
    for wrong in (None, *([] if empty is None else [empty])):
        if wrong in values:
            number = list(column).index(wrong)
            reason = "is what an empty place reads as" if wrong is not None else "is none"
            raise ModelError(
                f"{purpose}: {table.describe(number)} has the value {wrong!r}, {reason}"
            )
    return column
