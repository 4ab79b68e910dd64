"""Rules: how many choices of each group are made.

A rule sorts the rows of its tables into groups, by one key a row (`by`) or by several
(`covering`), and says how many rows of each group are chosen. Each group becomes an item of the
matrix. A rule keeps its name and the line that made it, so that messages speak the puzzle's
language. Keys are numbered by whole columns, never row by row in Python code: a million rows of
five keys each take about two seconds.

A rule travels: pickled or copied deeply it keeps the groups that its functions gave, and what it
says of them, in place of the functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from typing import Any, NamedTuple

import numpy as np

from ..budget import looking
from ..errors import ModelError
from ..spelling import spell
from ..table import Choices, Column
from .grouping import KeptKeys, Key, Numbers, Part

__all__ = ["Chosen", "Entries", "Group", "Rule", "keys_by_number"]

Chosen = Callable[[Choices], Iterable[int]]  # the numbers of a table's chosen rows


class Group(NamedTuple):
    """One group of a rule: what an item of the matrix stands for."""

    rule: str
    key: Key

    def __str__(self) -> str:
        return f"{self.rule} {spell(self.key)}"


class Entries(NamedTuple):
    """A rule's entries of the matrix: which option is in which group, and with which color.

    Option numbers do not decrease within a table; `values` is None for a rule without colors.
    """

    options: Numbers
    groups: Numbers
    values: Sequence[Any] | None = None


@dataclass(eq=False)
class Rule:
    """`low` to `high` choices of each group are made; `high` None is as many as one likes.

    parts   the tables, and how to read the keys of their rows' groups
    over    keys of groups that exist even if no row has them; None: those that rows have
    source  file:line that made the rule
    words   what the rule demands of a key's group, in the puzzle's own words
    most    where `high` is None: so many choices of a group at most can be made anyway, if known
    """

    name: str
    parts: tuple[Part, ...] = field(repr=False)
    low: int
    high: int | None
    over: tuple[Key, ...] | None = field(repr=False)
    source: str
    words: Callable[[Any], str] | None = field(default=None, repr=False, kw_only=True)
    most: int | None = field(default=None, repr=False, kw_only=True)

    def __getstate__(self) -> dict[str, Any]:
        state = {name: getattr(self, name) for name in self.__dataclass_fields__}
        state["over"] = None if self.over is None else tuple(self.groups)
        state["parts"] = self._kept_parts()
        if self.words is not None:
            state["words"] = _Said(zip(self.groups, map(self.words, self.groups), strict=True))
        return state

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

    @property
    def secondary(self) -> bool:
        """Whether the rule's groups only limit: no choice need be made."""
        return (self.low, self.high) == (0, 1)

    @cached_property
    def groups(self) -> list[Key]:
        """The keys of all groups: those of `over`, or those of the rows in order."""
        return list(self._numbered[0])

    @cached_property
    def entries(self) -> Entries:
        """The entries of the matrix. Raises ModelError for a repeated key or one not in `over`."""
        return self._numbered[1]

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

    def made(self, chosen: Chosen) -> Counter[Key]:
        """Count the chosen rows of each group; `chosen` gives the numbers of a table's."""
        return Counter(
            key for part in self.parts for number in chosen(part.table) for key in part.keys(number)
        )

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the groups that hold more of the chosen rows than they may."""
        for key, made in self.made(chosen).items():
            if self.high is not None and made > self.high:
                yield Group(self.name, key)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each group with too few or too many of the chosen rows, what is wrong."""
        made = self.made(chosen)
        for key in dict.fromkeys([*self.groups, *made]):
            if made[key] < self.low or (self.high is not None and made[key] > self.high):
                yield self.broken(key, f"{made[key]} chosen")

    def demand(self, key: Key) -> str:
        """Say what the rule demands of a group, as in `row (0,7) needs exactly one`."""
        if self.words is not None:
            return self.words(key)
        return f"{Group(self.name, key)} {'needs' if self.low else 'allows'} {self.wanted}"

    def broken(self, key: Key, found: str) -> str:
        """Say that a group does not get what it needs, but what was `found`."""
        if self.words is not None:
            return f"{self.words(key)}: {found}"
        return f"{Group(self.name, key)}: {found}, expected {self.wanted}"

    @property
    def wanted(self) -> str:
        """How many choices of a group the rule wants, in words."""
        if self.low == self.high:
            return "exactly one" if self.low == 1 else f"exactly {self.low}"
        if self.high is None:
            few = {0: "any number", 1: "at least one"}
            return few.get(self.low, f"at least {self.low}")
        if self.low == 0:
            return "at most one" if self.high == 1 else f"at most {self.high}"
        return f"{self.low} to {self.high}"


class _Said(dict[Any, str]):
    """What was said of each key, called as the function was that said it."""

    def __call__(self, key: Any) -> str:
        return self[key]


def keys_by_number(counts: Mapping[Key, int]) -> dict[int, list[Key]]:
    """Return the keys of each number. Raises ModelError for what is no number."""
    found: dict[int, list[Key]] = {}
    for key, number in counts.items():
        if type(number) is not int or number < 0:
            raise ModelError(f"exactly {number!r} of {spell(key)}, expected a number from 0")
        found.setdefault(number, []).append(key)
    return found
