"""The exactly-one groups of a puzzle: items of which every solution chooses exactly one option.

"None of these options is chosen" is then the same as "one of the rest of the group is", so that a
statement can count options where it would need weights (rules/statements/clauses.py). The items of
such a rule depend on the other rules.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..tables.table import Choices
from .keys import Numbers
from .rule import OWN, Block, Entries, Items, Rule

__all__ = ["NO_GROUPS", "ExactlyOneGroups", "Literal"]

Literal = tuple[Choices | None, int]  # a row of a table, by number; None: of the rule's hidden rows


class _Index(NamedTuple):
    """Which option is in which group, in both orders.

    options  those of group k are at `starts[k]` to `starts[k + 1]`
    groups   those of option k are at `first[k]` to `first[k + 1]`
    """

    options: Numbers
    starts: Numbers
    groups: Numbers
    first: Numbers


class ExactlyOneGroups:
    """The exactly-one groups of all rules, numbered; nothing is read before the first question.

    rules   the rules; those whose own items depend on these groups are skipped
    tables  every table, hidden ones too, with its offset
    hidden  the hidden table of each rule, by the rule's name
    """

    def __init__(
        self, rules: Sequence[Rule], tables: Sequence[Choices], hidden: Mapping[str, Choices]
    ) -> None:
        self._rules = rules
        self._tables = [table for table in tables if len(table)]
        self._offsets = [table.offset for table in self._tables]
        self._hidden = hidden
        self._members: dict[int, frozenset[Literal]] = {}

    @cached_property
    def _index(self) -> _Index:
        options, groups, count = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], 0
        for rule in self._rules:
            if rule.primary and not rule.uses_groups:
                items = rule.items
                for some_options, some_groups in _entries(items, self._hidden.get(rule.name)):
                    options.append(some_options)
                    groups.append(some_groups + count)
                count += len(items.groups)
        entries, numbers = np.concatenate(options), np.concatenate(groups)
        by_group, by_option = (np.argsort(array, kind="stable") for array in (numbers, entries))
        last = max((table.offset + len(table) for table in self._tables), default=0)
        return _Index(
            entries[by_group],
            np.searchsorted(numbers[by_group], np.arange(count + 1)),
            numbers[by_option],
            np.searchsorted(entries[by_option], np.arange(last + 2)),
        )

    def of(self, literal: Literal) -> Sequence[int]:
        """Return the numbers of the groups that hold a row."""
        table, row = literal
        if table is None or not self._rules:
            return ()
        return self._of_option[table.offset + row]

    def apart(self, rows: Collection[Literal], others: Collection[Literal]) -> list[Literal]:
        """Return those of the rows that share a group with none of the others."""
        groups = {group for other in others for group in self.of(other)}
        if not groups:
            return list(rows)
        of_option = self._of_option
        return [
            (table, row)
            for table, row in rows
            if table is None or groups.isdisjoint(of_option[table.offset + row])
        ]

    @cached_property
    def _of_option(self) -> list[list[int]]:
        """The groups of each option."""
        groups, first = self._index.groups.tolist(), self._index.first.tolist()
        return [groups[start:end] for start, end in pairwise(first)]

    @cached_property
    def _sizes(self) -> list[int]:
        """How many options each group has."""
        sizes: list[int] = np.diff(self._index.starts).tolist()
        return sizes

    def members(self, group: int) -> frozenset[Literal]:
        """Return the rows of a group."""
        if group not in self._members:
            part = slice(self._index.starts[group], self._index.starts[group + 1])
            options = self._index.options[part].tolist()
            self._members[group] = frozenset(map(self._literal, options))
        return self._members[group]

    def _literal(self, option: int) -> Literal:
        table = self._tables[bisect_right(self._offsets, option) - 1]
        return table, option - table.offset

    def cover(self, rows: Collection[Literal], most: int) -> list[frozenset[Literal]] | None:
        """Return the rest of each of some groups that together hold all these rows.

        The groups are chosen greedily: first the one that holds most of the rows, of several the
        smallest. No row is in two rests. None: no such groups are found, or the rests have more
        than `most` rows.
        """
        left, rests, used = set(rows), list[frozenset[Literal]](), set[Literal]()
        while left:
            held: dict[int, int] = {}
            for row in left:
                for group in self.of(row):
                    held[group] = held.get(group, 0) + 1
            for group in sorted(held, key=lambda group: (-held[group], self._sizes[group], group)):
                if self._sizes[group] > most + len(rows):
                    continue
                rest = self.members(group).difference(rows)
                if used.isdisjoint(rest):
                    break
            else:
                return None
            left -= self.members(group)
            rests.append(rest)
            used |= rest
            if len(used) > most:
                return None
        return rests


def _entries(items: Items, hidden: Choices | None) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield (options, groups) of the items of which exactly one option is chosen."""
    exact = (np.asarray(items.low) == 1) & (np.asarray(items.high) == 1)
    blocks = [items.entries] if isinstance(items.entries, Entries) else items.entries
    flat = [_flat(block, hidden) for block in blocks] if exact.any() else []
    for block, (_, groups, weights) in zip(blocks, flat, strict=False):
        exact[groups[weights != 1]] = False
        if block.values is not None:  # options of one color are chosen together
            exact[groups] = False
    for options, groups, _ in flat:
        there = exact[groups]
        yield options[there].astype(np.int64), groups[there].astype(np.int64)


def _flat(block: Block | Entries, hidden: Choices | None) -> tuple[Numbers, Numbers, Numbers]:
    """Return (options, groups, weights), an entry each."""
    if isinstance(block, Entries):
        weights = np.ones(len(block.groups)) if block.weights is None else block.weights
        return block.options, block.groups, np.asarray(weights)
    if block.offset == OWN:
        assert hidden is not None
        block = block._replace(offset=hidden.offset)
    return *block.flat(), np.asarray(block.flat_weights())


NO_GROUPS = ExactlyOneGroups((), (), {})
