"""Rules on groups of rows: which row is in which group, numbered.

A rule sorts the rows of its tables into groups, by one key a row (`by`) or by several
(`covering`). Keys are numbered by whole columns, never row by row in Python code: a million rows of
five keys each take about two seconds.

A rule travels: pickled or copied deeply it keeps the groups that its functions gave, in place of
the functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from typing import Any

import numpy as np

from ..budget import looking
from ..errors import ModelError
from ..spelling import counted, spell
from ..table import Choices, Column
from .keys import KeptKeys, Key, Numbers, Part
from .rule import Entries, Rule

__all__ = ["GroupRule"]


@dataclass(eq=False)
class GroupRule(Rule):
    """A rule on groups of rows: a base of those that demand something of each group.

    parts  the tables, and how to read the keys of their rows' groups
    over   keys of groups that exist even if no row has them; None: those that rows have
    """

    parts: tuple[Part, ...] = field(repr=False)
    over: tuple[Key, ...] | None = field(repr=False)

    def __getstate__(self) -> dict[str, Any]:
        over = None if self.over is None else tuple(self.groups)
        return super().__getstate__() | {"over": over, "parts": self._kept_parts()}

    def _kept_parts(self) -> tuple[Part, ...]:
        """Return parts that need no function: columns of the table, or the keys worked out."""
        if all(isinstance(p.column, Column) and p.column.is_stored for p in self.parts):
            return self.parts
        _, (options, places, _) = self._numbered
        kept = []
        for table in self.tables:
            rows = options - table.offset
            here = (rows >= 0) & (rows < len(table))
            sizes = np.bincount(rows[here], minlength=len(table))
            kept.append(Part(table, KeptKeys(self.groups, sizes, places[here]), several=True))
        return tuple(kept)

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables that the rule looks at."""
        return tuple(part.table for part in self.parts)

    @cached_property
    def groups(self) -> list[Key]:
        """The keys of all groups: those of `over`, or those of the rows in order."""
        return list(self._numbered[0])

    @cached_property
    def entries(self) -> Entries:
        """Which row is in which group, by option number and place among `groups`.

        Raises ModelError for a repeated key or one not in `over`.
        """
        return self._numbered[1]

    @property
    def summary(self) -> str:
        """What is wanted, of how many groups and how large."""
        sizes = np.bincount(self.entries.groups, minlength=len(self.groups))
        low, high = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
        width = f"{low}" if low == high else f"{low} to {high}"
        names = ", ".join(table.name for table in self.tables)
        return (
            f"{self.name}: {self.wanted} in each of {counted(len(sizes), 'group')} "
            f"of {width} choices of {names} ({self.source})"
        )

    @cached_property
    def _numbered(self) -> tuple[dict[Key, int], Entries]:
        if kept := [(p.table, p.column) for p in self.parts if isinstance(p.column, KeptKeys)]:
            owners = [table.offset + column.owners for table, column in kept]
            groups = [column.places.astype(np.int64) for _, column in kept]
            known = dict(zip(kept[0][1].groups, count(), strict=False))
            return known, Entries(np.concatenate(owners), np.concatenate(groups))
        numbers: dict[Key, int] = {}
        if self.over is not None:
            numbers = dict(zip(self.over, range(len(self.over)), strict=True))
        owners, groups = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for part in self.parts:
            owner, keys = self._keys_of(part)
            try:
                if self.over is None:
                    fresh = [key for key in dict.fromkeys(looking(keys)) if key not in numbers]
                    numbers.update(zip(fresh, count(len(numbers)), strict=False))
                group = np.fromiter(map(numbers.__getitem__, looking(keys)), np.int64, len(keys))
            except (TypeError, KeyError):
                raise self._key_mistake(part, numbers) from None
            self._refuse_repeats(part, owner, group, keys)
            owners.append(owner + part.table.offset)
            groups.append(group)
        return numbers, Entries(np.concatenate(owners), np.concatenate(groups))

    def _keys_of(self, part: Part) -> tuple[Numbers, list[Key]]:
        """Return (row numbers, keys): the keys of all rows, one after the other."""
        if not part.several:
            owners, keys = np.arange(len(part.table)), list(looking(part.column))
        else:
            try:
                covers = [
                    keys if type(keys) is tuple else tuple(keys) for keys in looking(part.column)
                ]
            except TypeError:
                raise self._key_mistake(part, {}) from None
            sizes = np.fromiter(map(len, covers), np.int64, len(covers))
            owners = np.repeat(np.arange(len(covers)), sizes)
            keys = list(chain.from_iterable(covers))
        there = np.fromiter((key is not None for key in keys), np.bool_, len(keys))
        return owners[there], keys if there.all() else [key for key in keys if key is not None]

    def _refuse_repeats(
        self, part: Part, owner: Numbers, group: Numbers, keys: Sequence[Key]
    ) -> None:
        places = owner * (int(group.max(initial=0)) + 1) + group
        ordered = np.sort(places)
        if (ordered[1:] == ordered[:-1]).any():
            seen: set[int] = set()
            for entry, place in enumerate(places.tolist()):
                if place in seen:
                    what = f"covers {spell(keys[entry])} twice"
                    raise self.mistake(part.table, int(owner[entry]), what)
                seen.add(place)

    def mistake(self, table: Choices, number: int, what: str) -> ModelError:
        """Return, for the caller to raise, the error that row `number` of a table makes."""
        return ModelError(f"rule {self.name} ({self.source}): {table.describe(number)} {what}")

    def _key_mistake(self, part: Part, known: Mapping[Key, int]) -> ModelError:
        """Return the error of the first row whose keys cannot be had, or are not in `over`."""
        for number in range(len(part.table)):
            try:
                alien = [key for key in part.keys(number) if key not in known]
            except TypeError as error:
                what = f"has no keys that can be hashed: {error}"
                return self.mistake(part.table, number, what)
            if alien and self.over is not None:
                what = f"is in the group {spell(alien[0])}, which `over` does not name"
                return self.mistake(part.table, number, what)
        return ModelError(f"rule {self.name} ({self.source}): its keys change from call to call")
