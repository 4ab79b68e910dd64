"""Rules on groups of rows: which row is in which group, numbered.

A rule sorts the rows of its tables into groups, by one key a row (`by`) or by several
(`covering`). Keys are numbered by whole columns, never row by row in Python code: a million rows of
five keys each take about two seconds.

Functions were called when the rule was stated (keys.py), so a rule holds no function of its user's
but that of its words.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from math import prod
from typing import Any, ClassVar, Self

import numpy as np

from ..budget import looking
from ..errors import MinuetError, ModelError
from ..matrix.arrays import are_ones
from ..spelling import counted, spell
from ..tables.faults import fault, shortened
from ..tables.table import Choices, Column
from .keys import KeptKeys, Key, LateKeys, Numbers, Part, Several
from .rule import Block, Chosen, Entries, Rule
from .weights import added_up, in_keys, integers, require_weights, weighed

__all__ = ["GroupRule", "unhashable"]

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class GroupRule(Rule):
    """A rule on groups of rows: a base of those that demand something of each group.

    parts  the tables, and how to read the keys of their rows' groups
    over   keys of groups that exist even if no row has them; None: those that rows have

    A table may stand in several parts, if what its rows count in a group is to be added up.
    """

    counts: ClassVar[bool] = True

    parts: tuple[Part, ...] = field(repr=False)
    over: tuple[Key, ...] | None = field(repr=False)

    @property
    def lacking(self) -> str:
        """What is said of a group that the rule does not know."""
        return "which `over` does not name"

    @property
    def takes_weights(self) -> bool:
        """Whether a row may count for more than one, or less, in a group."""
        return False

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        parts = tuple([part.on(tables[part.table]) for part in self.parts])
        return self._copy(parts=parts, without=("groups",))  # a list, which a user may change

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables that the rule looks at."""
        return tuple(dict.fromkeys(part.table for part in self.parts))

    def counted_rows(self) -> dict[Choices, list[Counter[Key]]]:
        """Return how much each row of each table counts in its groups."""
        tables = dict.fromkeys(part.table for part in self.parts)
        counts = {table: [Counter[Key]() for _ in range(len(table))] for table in tables}
        for part in self.parts:
            for number, row in enumerate(counts[part.table]):
                for key, weight in part.counted(number).items():
                    row[key] += weight
        return counts

    @cached_property
    def groups(self) -> list[Key]:
        """The keys of all groups: those of `over`, or those of the rows in order."""
        return list(self.keys)

    @property
    def keys(self) -> Sequence[Key]:
        """As `groups`; of these keys some may not be made yet."""
        return self._numbered[0]

    @property
    def blocks(self) -> Sequence[Block]:
        """Which row is in which group, by place among `groups`, table by table.

        Raises ModelError for a repeated key or one not in `over`.
        """
        return self._numbered[1]

    def counted(self, parts: Iterable[Part], chosen: Chosen) -> Counter[Key]:
        """Add up what the chosen rows of some parts count in each group.

        chosen  gives the numbers of a table's chosen rows
        """
        sums: Counter[Key] = Counter()
        for part in parts:
            for number in chosen(part.table):
                for key, weight in part.pairs(number):
                    sums[key] += weight
        return sums

    def require_rows(self) -> None:
        """Raise ModelError for a repeated key, or one that `over` does not name."""
        self.blocks  # noqa: B018  which reads them

    @property
    def entries(self) -> Entries:
        """Which option is in which group, by number. Raises as `blocks`."""
        flat = [block.flat() for block in self.blocks]
        options, groups = (np.concatenate([numbers[k] for numbers in flat]) for k in (0, 1))
        if all(block.weights is None for block in self.blocks):
            return Entries(options, groups)
        weights = np.concatenate([block.flat_weights() for block in self.blocks])
        return Entries(options, groups, weights=weights)

    @property
    def summary(self) -> str:
        """What is wanted, of how many groups and how large."""
        sizes = np.bincount(self.entries.groups, minlength=len(self.groups))
        low, high = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
        width = f"{low}" if low == high else f"{low} to {high}"
        names = ", ".join(table.name for table in self.tables)
        source = f" ({self.source})" if self.source else ""
        return (
            f"{self.name}: {self.wanted} in each of {counted(len(sizes), 'group')} "
            f"of {width} choices of {names}{source}"
        )

    @cached_property
    def _numbered(self) -> tuple[Sequence[Key], list[Block]]:
        first = self.parts[0].column
        if isinstance(first, KeptKeys):
            return first.groups, [self._weighed(part, _kept(part)) for part in self.parts]
        if self._is_plain():
            keys, block = self._of_product(self.parts[0].table, first)  # type: ignore[arg-type]
            return keys, [self._weighed(self.parts[0], block)]
        numbers: dict[Key, int] = {None: -1, **dict(zip(self.over or (), count(), strict=False))}
        if self.over is None:
            numbers = defaultdict(count().__next__, numbers)  # a new key gets the next number
        blocks = []
        for part in self.parts:
            read = self._several if part.several else self._single
            blocks.append(self._weighed(part, read(part, numbers)))
        del numbers[None]
        rows = sum(map(len, self.tables))
        several = any(part.several for part in self.parts)
        if rows and not numbers and self.over is None and not several:
            names = ", ".join(table.name for table in self.tables)
            message = f"none of {counted(rows, 'row')} of {names} is in a group"
            _LOG.warning("rule %s (%s): %s, so it demands nothing", self.name, self.source, message)
        return tuple(numbers), blocks

    def _weighed(self, part: Part, block: Block) -> Block:
        if part.weights is not None:
            block = weighed(block, part.table, part.weights, self.mistake)
        require_weights(block, part.table, self.mistake)
        return block

    def _is_plain(self) -> bool:
        """Whether the groups are the product of some columns of a product, in their order."""
        part, *others = self.parts
        column = part.column
        if others or part.several or self.over is not None or not isinstance(column, Column):
            return False
        places = column.places or ()
        return (
            column.is_stored
            and len(places) > 1
            and list(places) == sorted(set(places))
            and len(part.table) > 0
            and part.table.has_distinct_factors
        )

    def _of_product(self, table: Choices, column: Column) -> tuple[Sequence[Key], Block]:
        shape = column.shape or ()
        numbers = np.arange(prod(shape), dtype=np.int32).reshape(shape)
        return LateKeys(numbers.size, column.distinct), Block(table.offset, table.shape, numbers)

    def _single(self, part: Part, numbers: dict[Key, int]) -> Block:
        """Return the entries of a table whose rows have a key each, or None."""
        shape, column = _read(part)
        keys = list(looking(column))
        places = self._places(part, keys, numbers).reshape(shape or -1)
        of_table = part.table.shape
        if not (places < 0).any():
            return Block(part.table.offset, of_table if shape else places.shape, places)
        places = np.broadcast_to(places, of_table).ravel() if shape else places
        rows = np.flatnonzero(places >= 0)
        return Block(part.table.offset, of_table, places[rows], rows)

    def _several(self, part: Part, numbers: dict[Key, int]) -> Block:
        """Return the entries of a table whose rows have several keys, perhaps with weights."""
        shape, amounts = None, None
        if isinstance(part.column, Several):
            rows, keys = part.column.owners, part.column.values
        else:
            shape, column = _read(part)
            covers = self._covers(part, column)
            rows = np.repeat(np.arange(len(covers)), list(map(len, covers)))
            keys, amounts = list(chain.from_iterable(covers)), in_keys(covers)
        places = self._places(part, keys, numbers)

        def mistake(entry: int, before: str, after: str) -> ModelError:
            row = int(rows[entry])
            if shape:
                row = part.column.row_of(row)  # type: ignore[attr-defined]
            return self.mistake(part.table, row, f"{before} {spell(keys[entry])} {after}")

        weights = None
        if amounts is not None:
            weights = integers(amounts, lambda entry, message: mistake(entry, "weighs", message))
            if not self.takes_weights and not are_ones(weights):
                entry = int(np.argmax(weights != 1))
                after = f"{amounts[entry]}, expected 1 in a rule that counts choices"
                raise mistake(entry, "weighs", after)
        there = np.flatnonzero(places >= 0)
        held, places = rows[there], places[there]
        weights = None if weights is None else weights[there]
        twice = _first_repeat(held, places)
        if twice is not None and not self.takes_weights:
            remedy = (
                "expected each key once in a rule that counts choices (`between` counts repeats)"
            )
            raise mistake(int(there[twice]), "covers", f"twice, {remedy}")
        if twice is not None or weights is not None:
            held, places, weights = added_up(held, places, weights)
        if shape and shape != part.table.shape:
            held, entries = _spread(held, shape, part.table.shape)
            places = places[entries]
            weights = None if weights is None else weights[entries]
        return Block(part.table.offset, part.table.shape, places, held, None, weights)

    def _covers(self, part: Part, column: Iterable[Any]) -> list[Any]:
        """Return what gives a row its keys as something that can be read again."""
        every = list(looking(column))  # a signal may stop here, which is no mistake of the function
        if set(map(type, every)) <= {tuple, dict}:
            return every
        try:
            return [
                keys
                if type(keys) is tuple
                else (keys if isinstance(keys, Mapping) else tuple(keys))
                for keys in every
            ]
        except (MinuetError, MemoryError):
            raise
        except Exception as error:
            raise self._key_mistake(part, {}) from error

    def _places(self, part: Part, keys: Sequence[Key], numbers: dict[Key, int]) -> Numbers:
        """Return the number of each key, -1 for None; new ones get numbers where they may."""
        try:
            return np.fromiter(map(numbers.__getitem__, looking(keys)), np.int64, len(keys))
        except (TypeError, KeyError):
            raise self._key_mistake(part, numbers) from None

    def mistake(self, table: Choices, number: int, message: str) -> ModelError:
        """Return, for the caller to raise, the error that row `number` of a table makes."""
        return ModelError(f"rule {self.name} ({self.source}): {table.describe(number)} {message}")

    def _key_mistake(self, part: Part, numbers: Mapping[Key, int]) -> ModelError:
        """Return the error of the first row whose keys cannot be had, or are not in `over`."""
        for number in range(len(part.table)):
            value = part.column[number]
            if part.several and not hasattr(value, "__iter__"):
                message = f"covers {value!r}, expected several keys; `by` takes one"
                return self.mistake(part.table, number, message)
            try:
                keys = list(value) if part.several else [value]
            except Exception as error:
                where = f"rule {self.name} ({self.source}): {part.table.describe(number)}"
                return fault(where, error)
            for key in keys:
                try:
                    alien = key is not None and key not in numbers
                except TypeError:
                    message = "has no keys that can be hashed: " + unhashable(
                        key, several=part.several
                    )
                    return self.mistake(part.table, number, message)
                if alien and self.over is not None:
                    message = f"is in the group {spell(key)}, {self.lacking}"
                    return self.mistake(part.table, number, message)
        return ModelError(f"rule {self.name} ({self.source}): its keys change from call to call")


def unhashable(key: Any, *, several: bool = False) -> str:
    """Say that a key cannot be hashed, and what is expected.

    several  whether it is one of several keys of a row
    """
    kind, expected = type(key).__name__, "a tuple"
    if isinstance(key, list | set) and not several:
        expected += ", or `covering` for several keys"
    return f"unhashable {kind} {shortened(repr(key))}, expected {expected}"


def _read(part: Part) -> tuple[tuple[int, ...] | None, Iterable[Any]]:
    """Return what is said of the rows, and of a product only once for rows that are read alike.

    With it comes the shape of what is said then; None: something is said of each row.
    """
    column = part.column
    if not isinstance(column, Column) or column.shape is None or not len(part.table):
        return None, column
    return column.shape, column.distinct()


def _kept(part: Part) -> Block:
    keys = part.column
    assert isinstance(keys, KeptKeys)
    places, weights, shape = keys.places, keys.weights, part.table.shape
    if keys.owners is None:
        places = places.reshape(shape)
        weights = None if weights is None else weights.reshape(shape)
    return Block(part.table.offset, shape, places, keys.owners, None, weights)


def _first_repeat(rows: Numbers, places: Numbers) -> int | None:
    """Return the first entry that stands twice in its row, if there is one."""
    entries = rows * (int(places.max(initial=0)) + 1) + places
    ordered = np.sort(entries)
    if not (ordered[1:] == ordered[:-1]).any():
        return None
    seen: set[int] = set()
    for entry, place in enumerate(entries.tolist()):
        if place in seen:
            return entry
        seen.add(place)
    return None


def _spread(
    rows: Numbers, shape: tuple[int, ...], of_table: tuple[int, ...]
) -> tuple[Numbers, Numbers]:
    """Return (rows, entries) of a whole product: of each row those of the row that is read alike.

    rows     the row of each entry, ascending, in the shape of what is read
    entries  for each entry of the product the one that it is
    """
    sizes = np.bincount(rows, minlength=prod(shape))
    starts = np.cumsum(sizes) - sizes
    alike = np.broadcast_to(np.arange(prod(shape)).reshape(shape), of_table).ravel()
    sizes = sizes[alike]
    ends = np.cumsum(sizes)
    owners = np.repeat(np.arange(len(alike)), sizes)
    first = starts[alike] - (ends - sizes)
    return owners, first[owners] + np.arange(len(owners))
