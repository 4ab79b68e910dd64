"""Rules: how many choices of each group are made.

A rule sorts the rows of its tables into groups, by one key a row (`by`) or by several
(`covering`), and says how many rows of each group are chosen. Each group becomes an item of the
matrix. A rule keeps its name and the line that made it, so that messages speak the puzzle's
language. Keys are numbered by whole columns, never row by row in Python code: a million rows of
five keys each take about two seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .errors import ModelError
from .table import Choices, Columns, Row, RowFunction
from .watch import looking

__all__ = ["Entries", "Group", "Part", "Rule", "keys_by_number", "parts_of", "rule_name", "spell"]

Key = Hashable
Numbers = npt.NDArray[np.int64]
Tables = Choices | Sequence[Choices]
PerTable = Columns | Mapping[Choices, Columns]
Chosen = Callable[[Choices], Iterable[Row]]


class Group(NamedTuple):
    """One group of a rule: what an item of the matrix stands for."""

    rule: str
    key: Key

    def __str__(self) -> str:
        return f"{self.rule} {spell(self.key)}"


class Part(NamedTuple):
    """What a rule makes of one table: `read` gives the keys of a row's groups.

    Where a row has just one, `single` gives it.
    """

    table: Choices
    read: Callable[[Row], Any]
    single: Callable[[Row], Key] | None = None

    def only(self, keys: Iterable[Key]) -> Part:
        """Return the part that reads no other keys than these."""
        wanted, read = frozenset(keys), self.read
        return Part(self.table, lambda row: tuple([key for key in read(row) if key in wanted]))


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
    """

    name: str
    parts: tuple[Part, ...] = field(repr=False)
    low: int
    high: int | None
    over: tuple[Key, ...] | None = field(repr=False)
    source: str
    words: Callable[[Any], str] | None = field(default=None, repr=False, kw_only=True)

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
        numbers: dict[Key, int] = {}
        if self.over is not None:
            numbers = dict(zip(self.over, range(len(self.over)), strict=True))
        owners: list[Numbers] = [np.zeros(0, np.int64)]
        groups: list[Numbers] = [np.zeros(0, np.int64)]
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
        if part.single is not None:
            return np.arange(len(part.table)), list(map(part.single, looking(part.table)))
        try:
            covers = [
                keys if type(keys) is tuple else tuple(keys)
                for keys in map(part.read, looking(part.table))
            ]
        except TypeError:
            raise self._key_mistake(part, {}) from None
        sizes = np.fromiter(map(len, covers), np.int64, len(covers))
        return np.repeat(np.arange(len(covers)), sizes), list(chain.from_iterable(covers))

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
        for number, row in enumerate(part.table):
            try:
                alien = [key for key in part.read(row) if key not in known]
            except TypeError as error:
                what = f"has no keys that can be hashed: {error}"
                return self.mistake(part.table, number, what)
            if alien and self.over is not None:
                what = f"is in the group {spell(alien[0])}, which `over` does not name"
                return self.mistake(part.table, number, what)
        return ModelError(f"rule {self.name} ({self.source}): its keys change from call to call")

    def made(self, chosen: Chosen) -> Counter[Key]:
        """Count the chosen rows of each group; `chosen` gives a table's chosen rows."""
        return Counter(
            key for part in self.parts for row in chosen(part.table) for key in part.read(row)
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
            return "at least one" if self.low == 1 else f"at least {self.low}"
        if self.low == 0:
            return "at most one" if self.high == 1 else f"at most {self.high}"
        return f"{self.low} to {self.high}"


def parts_of(
    tables: Sequence[Choices], by: PerTable | None, covering: PerTable | None, purpose: str
) -> tuple[Part, ...]:
    """Return what a rule makes of each table. Raises ModelError, beginning with `purpose`."""
    if (by is None) == (covering is None):
        raise ModelError(f"{purpose}: expected one of `by` and `covering`")
    if not tables:
        raise ModelError(f"{purpose}: no table, expected one or several")
    if len(set(map(id, tables))) < len(tables):
        raise ModelError(f"{purpose}: a table twice, expected each once")
    spec: Any = by if covering is None else covering
    if isinstance(spec, Mapping):
        missing = [table.name for table in tables if table not in spec]
        if missing or len(spec) > len(tables):
            wanted = ", ".join(table.name for table in tables)
            raise ModelError(f"{purpose}: columns for other tables, expected those of {wanted}")
        specs = [spec[table] for table in tables]
    else:
        specs = [spec] * len(tables)
    return tuple(
        _part(table, table.reader(columns, purpose), one=covering is None)
        for table, columns in zip(tables, specs, strict=True)
    )


def _part(table: Choices, read: Callable[[Row], Any], *, one: bool) -> Part:
    return Part(table, lambda row: (read(row),), read) if one else Part(table, read)


def keys_by_number(counts: Mapping[Key, int]) -> dict[int, list[Key]]:
    """Return the keys of each number. Raises ModelError for what is no number."""
    found: dict[int, list[Key]] = {}
    for key, number in counts.items():
        if type(number) is not int or number < 0:
            raise ModelError(f"exactly {number!r} of {spell(key)}, expected a number from 0")
        found.setdefault(number, []).append(key)
    return found


def rule_name(tables: Sequence[Choices], spec: Any) -> str:
    """Name a rule after what it groups by."""
    if isinstance(spec, Mapping):
        spec = next(iter(spec.values()), None)
    if isinstance(spec, str):
        what = spec
    elif isinstance(spec, RowFunction):
        what = spec.text
    elif spec is None or callable(spec):
        what = getattr(spec, "__name__", "group").replace("<lambda>", "group")
    else:
        what = ",".join(spec) if isinstance(spec, Sequence) else str(spec)
    return f"{'+'.join(table.name for table in tables)}/{what}"


def spell(key: Key) -> str:
    """Return a key as messages write it."""
    if isinstance(key, tuple):
        return "(" + ",".join(map(str, key)) + ")"
    return str(key)
