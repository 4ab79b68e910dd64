"""Statements on selections as clauses, and clauses as items of the matrix.

What is said of selections becomes clauses, each of which says that one of some choices is not made
or one of some others is (conjunctive normal form, by distribution); each becomes an item. A
statement may hold for each value of a column: each value is a case, of its choices alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from ...budget import looking, spend
from ...errors import ModelError
from ...spelling import counted, spell
from ...tables.selections import All, Any_, Formula, Not, Selection
from ...tables.table import Choices
from ..exactly_one import NO_GROUPS, ExactlyOneGroups, Literal
from ..keys import Key, Part
from ..rule import OWN, Block, Chosen, Entries, Group, Items, Rule, Softened
from .soft import MOST_ROWS

__all__ = [
    "Clauses",
    "Normal",
    "Parts",
    "blocks_of",
    "grouped",
    "items_of",
    "joined_items",
    "keys_among",
    "require_known",
    "require_plain",
]

# ---- Cases ---------------------------------------------------------------------------------------
# `by` gives a selected choice one key and `covering` several, as in a rule that counts; a
# selection may have keys of its own. The case of a key is the statement on the choices that have
# this key; a selection without any does not hold there.


Parts = tuple[Formula, ...]  # the arguments of a statement


def grouped(parts: Parts, grouping: Iterable[Part], purpose: str) -> Parts:
    """Return the parts with the keys of all selections.

    grouping  how to read the keys of the rows of each table; a selection that has keys keeps them

    Raises ModelError, beginning with `purpose`, for a row whose keys cannot be read.
    """
    by_table = {part.table: part for part in grouping}

    def change(selection: Selection) -> Selection:
        spend(looks=len(selection))
        if selection.keys is None:
            part = by_table.get(selection.table)  # type: ignore[call-overload]
            if part is None:
                message = (
                    f"{selection} is in no groups, and others are; expected `by` or `covering`"
                )
                raise ModelError(f"{purpose}: {message}")
            selection = selection.grouped(part.column, purpose, several=part.several)
        assert selection.keys is not None
        spend(keys=sum(map(len, selection.keys)))
        return selection

    return tuple([part.changed(change) for part in parts])


def keys_among(parts: Parts) -> tuple[Key, ...]:
    """Return the keys of all selected choices, each once, in their order."""
    keys = (selection.keys or () for part in parts for selection in part.selections)
    return tuple(dict.fromkeys(key for of_rows in keys for of_row in of_rows for key in of_row))


def require_known(parts: Parts, over: Collection[Key], purpose: str) -> None:
    """Raise ModelError, beginning with `purpose`, for a choice with a key that is not in `over`."""
    group_keys = set(over)
    for selection in (selection for part in parts for selection in part.selections):
        for row, keys in zip(selection.rows, selection.keys or (), strict=True):
            for key in keys:
                if key not in group_keys:
                    fault = f"is in the group {spell(key)}, which `over` does not name"
                    raise ModelError(f"{purpose}: {selection.table.describe(row)} {fault}")


def require_plain(statement: Formula, purpose: str) -> None:
    """Raise ModelError, beginning with `purpose`, for a selection with keys of its own."""
    for selection in statement.selections:
        if selection.keys is not None:
            raise ModelError(f"{purpose}: {selection} has groups of its own, expected none here")


def _rows_by_key(parts: Parts) -> dict[int, Mapping[Key, Sequence[int]]]:
    """Return the rows of each key, by the identity of a selection."""
    rows: dict[int, Mapping[Key, Sequence[int]]] = {}
    for selection in (selection for part in parts for selection in part.selections):
        of_key: dict[Key, list[int]] = {}
        for row, keys in zip(selection.rows, selection.keys or (), strict=True):
            for key in keys:
                of_key.setdefault(key, []).append(row)
        rows[id(selection)] = of_key
    return rows


def cases_of(parts: Parts, over: Sequence[Key]) -> dict[Key, Parts]:
    """Return the case of each key."""
    rows = _rows_by_key(parts)

    def case(key: Key) -> Parts:
        def change(original: Selection) -> Selection:
            return Selection(original.table, tuple(rows[id(original)].get(key, ())), original.text)

        return tuple([part.changed(change) for part in parts])

    return {key: case(key) for key in over}


# ---- Items ---------------------------------------------------------------------------------------
# A clause says that one of n choices is not made or one of m others is. Where the m lie in k
# exactly-one groups (exactly_one.py), "none of them is made" is the same as "one of the rest of
# each group is", so that of the n choices and the k rests n + k - 1 are made at most: an item
# without weights, and for n + k = 2 a secondary one. Else the n count -1, the m count +1, and the
# sum is at least 1 - n. Where all are on one side no weights are needed: at least one of m, at
# most n - 1 of n.
#
# A choice that shares an exactly-one group with one of the n cannot help them, and is left out.


MOST_CHOICES = 200_000  # that all clauses of a statement speak of
MOST_OF_REST = 1000  # choices that one clause may count in place of weights


class Normal(NamedTuple):
    """A clause: one of `chosen` is not chosen, or one of `needed` is."""

    chosen: frozenset[Literal]
    needed: frozenset[Literal]

    @property
    def is_true(self) -> bool:
        """Whether it says nothing."""
        return not self.chosen.isdisjoint(self.needed)


class _Item(NamedTuple):
    """An item: how much each row counts, and the bounds of the sum."""

    weights: dict[Literal, int]
    low: int
    high: int

    @property
    def is_secondary(self) -> bool:
        """Whether it is what a secondary item means: at most one."""
        return (self.low, self.high) == (0, 1) and set(self.weights.values()) <= {1}


def items_of(
    clauses: Sequence[tuple[Key, Normal]],
    groups: ExactlyOneGroups = NO_GROUPS,
    hidden: int = 0,
) -> tuple[Items, Items]:
    """Return the items of clauses, named by keys: (primary, secondary).

    groups  those that the items may depend on
    hidden  how many hidden rows the rule has
    """
    primary: list[tuple[Key, _Item]] = []
    secondary: list[tuple[Key, _Item]] = []
    left = MOST_CHOICES
    for key, clause in looking(clauses):
        item = _item(clause, groups, min(left, MOST_OF_REST))
        left -= len(item.weights)
        (secondary if item.is_secondary else primary).append((key, item))
    return _items(primary, hidden), _items(secondary, hidden)


def _items(named: Sequence[tuple[Key, _Item]], hidden: int) -> Items:
    if not named:
        return Items([], [], [], [])
    low, high = [item.low for _, item in named], [item.high for _, item in named]
    weights = [item.weights for _, item in named]
    return Items([key for key, _ in named], low, high, blocks_of(weights, hidden))


def _item(clause: Normal, groups: ExactlyOneGroups, most: int) -> _Item:
    """Return the item of a clause; `most`: so many choices may count in place of weights."""
    chosen = clause.chosen
    needed = groups.apart(clause.needed, chosen)
    if not needed:
        if not chosen:
            return _Item({}, 1, 1)
        # The item that says that not all of these choices are made. That one is never made is the
        # same as that one of the rest of its group is.
        rests = groups.cover(chosen, most) if len(chosen) == 1 else None
        if rests:
            return _counted(rests[0], 1, 1)
        return _counted(chosen, 0, len(chosen) - 1)
    rests = groups.cover(needed, most)
    if rests is not None:
        if not chosen and len(rests) == 1:
            return _counted(needed, 1, 1)
        if chosen or len(rests) == 2:
            rest = [row for part in rests for row in part]
            return _counted([*chosen, *rest], 0, len(chosen) + len(rests) - 1)
    if not chosen:
        return _counted(needed, 1, len(needed))
    weights = dict.fromkeys(chosen, -1) | dict.fromkeys(needed, 1)
    return _Item(weights, 1 - len(chosen), len(needed))


def _counted(rows: Iterable[Literal], low: int, high: int) -> _Item:
    return _Item(dict.fromkeys(rows, 1), low, high)


def blocks_of(items: Sequence[Mapping[Literal, int]], hidden: int = 0) -> list[Block]:
    """Return the entries of items as blocks, table by table.

    items   how much each row that is in an item counts there
    hidden  how many hidden rows the rule has
    """
    by_table: dict[Choices | None, list[tuple[int, int, int]]] = {}
    for number, of_item in enumerate(items):
        for (table, row), weight in of_item.items():
            by_table.setdefault(table, []).append((row, number, weight))
    blocks = []
    for table, entries in by_table.items():
        offset, size = (OWN, hidden) if table is None else (table.offset, len(table))
        entries.sort()
        rows, numbers, weights = np.array(entries, np.int64).T.copy()
        mine = None if (weights == 1).all() else weights.astype(np.int32)
        blocks.append(Block(offset, (size,), numbers, rows, None, mine))
    return blocks


def joined_items(first: Items, second: Items) -> Items:
    """Return the items of both, those of `first` first."""
    assert not isinstance(first.entries, Entries) and not isinstance(second.entries, Entries)
    size = len(first.groups)
    later = [block._replace(groups=block.groups + size) for block in second.entries]
    return Items(
        [*first.groups, *second.groups],
        [*first.low, *second.low],
        [*first.high, *second.high],
        [*first.entries, *later],
    )


# ---- Statements ----------------------------------------------------------------------------------

_NONE: frozenset[Literal] = frozenset()


RowsOf = Callable[[Selection], Sequence[int]]


def clauses_of(
    statement: Formula, rows_of: RowsOf = lambda selection: selection.rows
) -> list[Normal]:
    """Return the clauses, each once. Raises ModelError for a statement of too many.

    rows_of  the rows of a selection that count
    """
    return _meaningful(_clauses(statement, True, rows_of))


def _meaningful(clauses: Sequence[Normal]) -> list[Normal]:
    """Return the clauses that say something, each once."""
    distinct = dict.fromkeys(clauses) if len(clauses) > 1 else clauses
    return [clause for clause in distinct if not clause.is_true]


def _clauses(statement: Formula, so: bool, rows_of: RowsOf) -> list[Normal]:
    """Return the clauses of a statement, or of its negation."""
    if isinstance(statement, Selection):
        literals: list[Literal] = [(statement.table, row) for row in rows_of(statement)]  # type: ignore[misc]
        if so:
            return [Normal(_NONE, frozenset(literals))]
        return [Normal(frozenset((literal,)), _NONE) for literal in literals]
    if isinstance(statement, Not):
        return _clauses(statement.part, not so, rows_of)
    assert isinstance(statement, All | Any_)
    parts = [_clauses(part, so, rows_of) for part in statement.parts]
    if isinstance(statement, All) == so:
        return [clause for part in parts for clause in part]
    clauses = [Normal(_NONE, _NONE)]  # what is false, joined with another clause, is that clause
    for place, part in enumerate(parts):
        size = sum([len(clause.chosen) + len(clause.needed) for clause in part]) * len(clauses)
        if size > MOST_CHOICES:
            raise ModelError(f"a statement of over {MOST_CHOICES} choices, expected a simpler one")
        spend(looks=size)
        joined = part
        if place:
            joined = [
                Normal(clause.chosen | other.chosen, clause.needed | other.needed)
                for clause in clauses
                for other in part
            ]
        clauses = _meaningful(joined)
    return clauses


@dataclass(frozen=True, eq=False)
class Clauses(Rule):
    """A statement on selections holds, perhaps for each group of choices.

    kind       the name of the puzzle's method that states it
    parts      the arguments of that method
    over       the keys of the groups for each of which it holds, in which the selections of the
               parts are then; None: it holds once, for all choices
    condition  the statement holds only where this does; None: always
    """

    counts: ClassVar[bool] = True

    kind: str
    parts: Parts = field(repr=False)
    over: tuple[Key, ...] | None = field(default=None, repr=False, kw_only=True)
    condition: Formula | None = field(default=None, repr=False, kw_only=True)

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        parts = tuple([part.on(tables) for part in self.parts])  # type: ignore[arg-type]
        condition = self.condition and self.condition.on(tables)  # type: ignore[arg-type]
        cached = ("stated", "clauses", "tables")
        return self._copy(parts=parts, condition=condition, without=cached)

    @cached_property
    def stated(self) -> Mapping[Key, Formula]:
        """What must hold, by the key of each case; 1 is the key of a statement without cases."""
        cases = {1: self.parts} if self.over is None else cases_of(self.parts, self.over)
        return {key: self._meaning(case) for key, case in cases.items()}

    def _meaning(self, case: Parts) -> Formula:
        statement = self._unconditional(case)
        return statement if self.condition is None else Any_((Not(self.condition), statement))

    def _unconditional(self, case: Parts) -> Formula:
        if self.kind == "any_of":
            return Any_(case)
        first, second = case
        if self.kind == "implies":
            return Any_((Not(first), second))
        if self.kind == "not_both":
            return Any_((Not(first), Not(second)))
        return All((Any_((Not(first), second)), Any_((first, Not(second)))))

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return self.kind

    @property
    def text(self) -> str:
        """The statement in words."""
        text = self._unconditional_text
        return text if self.condition is None else f"if {self.condition}, then {text}"

    @property
    def _unconditional_text(self) -> str:
        if self.kind == "any_of":
            return " or ".join(map(str, self.parts))
        first, second = self.parts
        if self.kind == "implies":
            return f"if {first}, then {second}"
        if self.kind == "not_both":
            return f"not both {first} and {second}"
        return f"{first} exactly if {second}"

    @cached_property
    def tables(self) -> tuple[Choices, ...]:
        """The tables of which something is said."""
        parts = self.parts if self.condition is None else (self.condition, *self.parts)
        return All(parts).tables  # type: ignore[return-value]

    @cached_property
    def clauses(self) -> Mapping[Key, list[Normal]]:
        """The clauses of each case, each once."""
        try:
            if self.over is None:
                return {1: clauses_of(self._meaning(self.parts))}
            statement, rows = self._meaning(self.parts), _rows_by_key(self.parts)

            def of_case(key: Key) -> RowsOf:
                return lambda selection: (
                    rows[id(selection)].get(key, ()) if id(selection) in rows else selection.rows
                )

            return {key: clauses_of(statement, of_case(key)) for key in self.over}
        except ModelError as error:
            raise ModelError(f"rule {self.name} ({self.source}): {error}") from None

    def require_rows(self) -> None:
        """Raise ModelError for a statement that is too large."""
        self.clauses  # noqa: B018

    @property
    def numbered(self) -> list[tuple[Key, Normal]]:
        """The clauses with the keys of their items.

        Without cases these are numbers from 1. Else each is the key of its case, or where any case
        has several clauses, (key, number).
        """
        if self.over is None:
            return list(enumerate(self.clauses[1], 1))
        several = any(len(clauses) > 1 for clauses in self.clauses.values())
        return [
            ((key, number) if several else key, clause)
            for key, clauses in self.clauses.items()
            for number, clause in enumerate(clauses, 1)
        ]

    @property
    def groups(self) -> list[Key]:
        """The keys of the cases; without cases, numbers of the clauses."""
        if self.over is None:
            return list(range(1, len(self.clauses[1]) + 1))
        return list(self.over)

    # ---- What it adds to the matrix -------------------------------------------------------

    @property
    def primary(self) -> bool:
        """A clause must be met; those that say at most one are `further`."""
        return True

    @property
    def items(self) -> Items:
        """An item for each clause that is no secondary item, by itself."""
        return items_of(self.numbered)[0]

    @property
    def further(self) -> Items | None:
        """A secondary item for each clause that can be one, by itself."""
        return items_of(self.numbered)[1]

    @property
    def uses_groups(self) -> bool:
        """Whether its items may depend on the exactly-one groups of the other rules."""
        return True

    def items_with(self, groups: ExactlyOneGroups) -> tuple[Items, Items]:
        """Return the items of its clauses, without weights as far as the groups allow."""
        return items_of(self.numbered, groups)

    # ---- How an answer is checked ---------------------------------------------------------

    def breakable(self) -> Self:
        """Return the statement: it costs if it does not hold."""
        return self

    def softened(self, weight: int, *, per_unit: bool, groups: Any = None) -> Softened:
        """Return clauses that hold exactly if the hidden row of a broken case is not chosen."""
        numbered: list[tuple[Key, Normal]] = []
        rows: list[tuple[Key, int, int]] = []
        pairs: list[tuple[int, int]] = []  # (hidden row, item)
        for place, (key, statement) in enumerate(self.stated.items()):
            broken: Literal = (None, len(rows))
            kept: Literal = (None, len(rows) + 1)
            rows += [(key, 0, 0), (key, 1, 1)]
            pairs += [(broken[1], place), (kept[1], place)]
            clauses = [
                Normal(clause.chosen | {kept}, clause.needed) for clause in self.clauses[key]
            ]
            contrary = clauses_of(Not(statement))
            clauses += [Normal(clause.chosen | {broken}, clause.needed) for clause in contrary]
            numbered += [((key, number), clause) for number, clause in enumerate(clauses, 1)]
            if len(rows) > MOST_ROWS:
                message = f"over {MOST_ROWS // 2} cases that may be broken, expected fewer"
                raise ModelError(f"rule {self.name}: {message}")
        primary, secondary = items_of(numbered, groups or NO_GROUPS, len(rows))
        own, items = np.array(pairs, np.int64).reshape(-1, 2).T
        size = len(self.stated)
        either = Items(
            [(key, "broken") for key in self.stated],
            [1] * size,
            [1] * size,
            [Block(OWN, (len(rows),), items, own)],
        )
        hidden = Choices("broken", ("group", "low", "high"), rows, 0)
        hidden.say(lambda row: f"{Group(self.name, row[0])} {'kept' if row[1] else 'broken'}")
        costs = np.tile(np.array([weight, 0], np.int64), size)
        return Softened(joined_items(either, primary), secondary, hidden, costs, weight * size)

    def if_chosen(self, selection: Formula) -> Rule:
        """Return the statement, which holds only where the selection does, too."""
        require_plain(selection, f"if_chosen {self.name} ({self.source})")
        both = selection if self.condition is None else selection & self.condition
        rule = replace(self, condition=both)
        rule.require_rows()
        return rule

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the clauses that say that what is chosen excludes each other."""
        by_table = {table: set(chosen(table)) for table in self.tables}
        for key, clause in self.numbered:
            if not clause.needed and all(row in by_table[t] for t, row in clause.chosen):  # type: ignore[index]
                yield Group(self.name, key)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say that it does not hold, case by case."""
        for key, statement in self.stated.items():
            if not statement.holds(chosen):
                yield f"{self.demand(key)}: it is not so"

    # ---- Its words ------------------------------------------------------------------------

    def demand(self, key: Key) -> str:
        """Say the whole statement, whichever clause is meant, and of which case."""
        if self.over is None:
            return f"{self.name}: {self.text}" if self.words is None else self.words(1)
        if key not in self.stated:
            assert isinstance(key, tuple)
            key = key[0]  # of a case that has several clauses
        if self.words is not None:
            return self.words(key)
        return f"{Group(self.name, key)}: {self.text}"

    def broken(self, key: Key, actual: str) -> str:
        """Describe the statement and what is `actual` instead."""
        return f"{self.demand(key)}: {actual}"

    @property
    def wanted(self) -> str:
        """The statement in words."""
        return self.text

    @property
    def verb(self) -> str:
        """A statement says something."""
        return "says"

    @property
    def summary(self) -> str:
        """The statement in words, for how many values it holds, and where it stands."""
        each = "" if self.over is None else f", in each of {counted(len(self.over), 'group')}"
        return f"{self.name}: {self.text}{each} ({self.source})"
