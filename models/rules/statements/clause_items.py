"""Clauses as items of the matrix.

A clause says that one of n choices is not made or one of m others is. Where the m lie in k
exactly-one groups (exactly_one.py), "none of them is made" is the same as "one of the rest of each
group is", so that of the n choices and the k rests n + k - 1 are made at most: an item without
weights, and for n + k = 2 a secondary one. Else the n count -1, the m count +1, and the sum is at
least 1 - n. Where all are on one side no weights are needed: at least one of m, at most n - 1 of n.

A choice that shares an exactly-one group with one of the n cannot help them, and is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...budget import looking
from ..exactly_one import NO_GROUPS, ExactlyOneGroups, Literal
from ..keys import Key
from ..rule import OWN, Block, Entries, Items

__all__ = ["MOST_CHOICES", "Normal", "Weighed", "blocks_of", "items_of", "joined_items"]

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


class Weighed(NamedTuple):
    """That an option is in an item, and how much it counts there."""

    table: Any
    row: int
    item: int
    weight: int


class _Item(NamedTuple):
    """An item: how much each row counts, and the bounds of the sum."""

    weights: dict[Literal, int]
    low: int
    high: int

    @property
    def is_secondary(self) -> bool:
        """Whether it is what a secondary item means: at most one."""
        return (self.low, self.high) == (0, 1) and all(w == 1 for w in self.weights.values())


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
    entries = [
        Weighed(*row, number, weight)
        for number, (_, item) in enumerate(named)
        for row, weight in item.weights.items()
    ]
    low, high = [item.low for _, item in named], [item.high for _, item in named]
    return Items([key for key, _ in named], low, high, blocks_of(entries, hidden))


def _item(clause: Normal, groups: ExactlyOneGroups, most: int) -> _Item:
    """Return the item of a clause; `most`: so many choices may count in place of weights."""
    chosen = clause.chosen
    shut = {group for row in chosen for group in groups.of(row)}
    needed = [row for row in clause.needed if shut.isdisjoint(groups.of(row))]
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
            rest = [row for one in rests for row in one]
            return _counted([*chosen, *rest], 0, len(chosen) + len(rests) - 1)
    if not chosen:
        return _counted(needed, 1, len(needed))
    weights = dict.fromkeys(chosen, -1) | dict.fromkeys(needed, 1)
    return _Item(weights, 1 - len(chosen), len(needed))


def _counted(rows: Iterable[Literal], low: int, high: int) -> _Item:
    return _Item(dict.fromkeys(rows, 1), low, high)


def blocks_of(entries: Iterable[Weighed], hidden: int = 0) -> list[Block]:
    """Return entries as blocks, table by table; `hidden` is how many hidden rows there are."""
    by_table: dict[int, list[Weighed]] = {}
    for entry in entries:
        by_table.setdefault(id(entry.table), []).append(entry)
    blocks = []
    for of_table in by_table.values():
        of_table.sort(key=lambda entry: entry.row)
        table = of_table[0].table
        offset, size = (OWN, hidden) if table is None else (table.offset, len(table))
        rows, items, weights = (
            np.array([entry[place] for entry in of_table], np.int64) for place in (1, 2, 3)
        )
        mine = None if (weights == 1).all() else weights.astype(np.int32)
        blocks.append(Block(offset, (size,), items, rows, None, mine))
    return blocks


def joined_items(one: Items, other: Items) -> Items:
    """Return the items of both, those of the one first."""
    assert not isinstance(one.entries, Entries) and not isinstance(other.entries, Entries)
    size = len(one.groups)
    later = [block._replace(groups=block.groups + size) for block in other.entries]
    return Items(
        [*one.groups, *other.groups],
        [*one.low, *other.low],
        [*one.high, *other.high],
        [*one.entries, *later],
    )
