"""Agreement: choices that share a key give it one value.

The colors of exact covers (Knuth's XCC, The Art of Computer Programming, volume 4B). A chosen row
says what value it gives to each of its keys, as a word of a crossword gives letters to squares.
Any number of chosen rows may give a key the same value; two values clash; and the value None is
unique: a row that gives it has the key to itself. A key that is None is none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, count, repeat
from operator import is_
from typing import Annotated, Any, Self

import numpy as np

from ..budget import in_parts, looking
from ..errors import MinuetError, ModelError
from ..tables.faults import Guarded, fault, row_text, shortened
from ..tables.table import Choices, Columns, Known
from .arguments import Argument, puzzle_method
from .groups import GroupRule
from .keys import Coded, KeptKeys, Key, Part, Several, keys_of_groups, per_table
from .rule import Block, Chosen, Entries, Group, Items
from .rulebook import Rulebook

__all__ = ["Agreement", "KeptPairs", "agree"]

PAIRS = Argument("pairs")


class KeptValues(Known):
    """The values that each row gives to its keys, worked out beforehand.

    values  the value of each key, in the keys' order
    """

    def __init__(self, keys: KeptKeys, values: Coded) -> None:
        self.keys, self.values = keys, values

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        return tuple(self.values[self.keys.part(number)])


class KeptPairs(Known):
    """The keys of each row and the values that it gives them, worked out beforehand."""

    def __init__(self, keys: KeptKeys, values: Coded) -> None:
        self.keys, self.values = keys, KeptValues(keys, values)

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        return list(zip(self.keys[number], self.values[number], strict=True))


@dataclass(frozen=True, eq=False)
class Agreement(GroupRule):
    """The chosen rows agree on the values of the keys that they share.

    `parts` read a row's keys, `values` a row's values, in the same order.
    """

    values: tuple[Part, ...] = field(repr=False)

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "agree"

    @property
    def primary(self) -> bool:
        """No key needs a value: the items are secondary."""
        return False

    @property
    def entries(self) -> Entries:
        """Which row has which key, with the value that it gives."""
        options, groups, *_ = super().entries
        values = [list(block.values or ()) for block in self.blocks]
        return Entries(options, groups, list(chain.from_iterable(values)))

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """Which row has which key, with the value that it gives, table by table."""
        pairs = zip(self._numbered[1], self.values, strict=True)
        return [block._replace(values=self._values(part)) for block, part in pairs]

    def _values(self, part: Part) -> Sequence[Any]:
        if isinstance(part.column, KeptValues):
            return part.column.values
        column = part.column
        flat: Sequence[Any]
        if isinstance(column, Several):
            flat = column.values
        else:
            flat = list(chain.from_iterable(looking(column)))
        codes: dict[Any, int] = defaultdict(count().__next__)
        try:
            numbers = np.fromiter(map(codes.__getitem__, looking(flat)), np.int64, len(flat))
        except TypeError:
            raise self._unhashable(part) from None
        return Coded(list(codes), numbers)

    def _unhashable(self, part: Part) -> ModelError:
        """Return the error of the first row with a value that cannot be hashed."""
        for number, values in enumerate(part.column):
            try:
                hash(values)
            except TypeError as error:
                message = f"has a value that cannot be hashed: {error}"
                return self.mistake(part.table, number, message)
        raise AssertionError  # one of them cannot

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        values = tuple([part.on(tables[part.table]) for part in self.values])
        return super().twin(tables)._copy(values=values)

    @property
    def items(self) -> Items:
        """An item a key, whose entries have the values as colors."""
        size = len(self.keys)
        return Items(self.keys, [0] * size, [1] * size, self.blocks)

    def given_values(self, chosen: Chosen) -> dict[Key, list[Any]]:
        """Return the values that the chosen rows give to each key."""
        by_key: dict[Key, list[Any]] = {}
        for keys, values in zip(self.parts, self.values, strict=True):
            for number in chosen(keys.table):
                for key, value in zip(keys.keys(number), values.column[number], strict=True):
                    by_key.setdefault(key, []).append(value)
        return by_key

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the keys to which the chosen rows give values that clash."""
        for key, values in self.given_values(chosen).items():
            if len(values) > 1 and (None in values or len(set(values)) > 1):
                yield Group(self.name, key)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each key with values that clash, what is wrong."""
        given = self.given_values(chosen)
        for group in self.overfilled(chosen):
            values = ", ".join(map(str, dict.fromkeys(given[group.key])))
            yield self.broken(group.key, f"{values} chosen")

    @property
    def wanted(self) -> str:
        """What the rule wants of a key, in words."""
        return "one value"

    @property
    def verb(self) -> str:
        """A key need not have a value."""
        return "allows"


def agree(
    puzzle: Rulebook,
    values: Annotated[Mapping[Any, Columns], PAIRS],
    *,
    over: Iterable[Key] | None = None,
    name: str | None = None,
) -> Agreement:
    """Demand that chosen rows which share a key give it one value.

    `values` says, for each table, which values a row gives to which keys: a column or a
    function that holds a mapping from key to value, or pairs of them. A word of a crossword
    gives letters to squares: `{across: lambda row, word: {(row, k): c for k, c in
    enumerate(word)}, down: ...}`. The value None clashes with all others: a row that gives it
    has the key to itpuzzle. A key that is None is none. `over` names all the keys that there are.
    Raises ModelError for a table given twice, and for a key that `over` does not name.
    """
    if not isinstance(values, Mapping) or not values:
        actual = "no table" if isinstance(values, Mapping) else repr(values)
        raise ModelError(f"agree: {actual}, expected columns by table, of one or several")
    tables = list(dict.fromkeys(puzzle.table(table) for table in values))
    stated = puzzle.state(tables, name, "agree")
    purpose = stated.purpose
    columns = per_table(tables, values, purpose)
    keys, read = _parts(dict(zip(tables, columns, strict=True)), purpose)
    groups = None if over is None else keys_of_groups(over, purpose)
    return puzzle.add(Agreement(stated.name, stated.source, keys, groups, read))


puzzle_method(
    agree,
    example="agree = { table = { keys = [...], values = [...] }, ... }",
    doc="chosen rows give each key one value; "
    "`values` may be a column of strings, letter by letter",
)


def _parts(
    columns: Mapping[Choices, Columns], rule: str
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return (keys, values): the parts that read the keys, and those that read the values.

    A table's columns give a mapping from key to value, or pairs of them. Raises ModelError,
    beginning with `rule`, for columns that a table lacks.
    """
    keys, values = [], []
    for table, spec in columns.items():
        sides: tuple[Known, Known]
        if isinstance(spec, KeptPairs):
            sides = spec.keys, spec.values
        else:
            sides = _Pairs(table, spec, rule).sides
        keys.append(Part(table, sides[0], several=True))
        values.append(Part(table, sides[1], several=True))
    return tuple(keys), tuple(values)


class _Pairs:
    """Reads the keys and the values of a table's rows."""

    def __init__(self, table: Choices, spec: Columns, rule: str) -> None:
        self.said = table.reader(spec, rule)
        self.table, self.rule = table, rule

    @property
    def sides(self) -> tuple[Several, Several]:
        """The keys of each row, and the value that it gives to each of them."""
        said = self.said.each if isinstance(self.said, Guarded) else partial(map, self.said)
        sizes: list[int] = []
        keys: list[Any] = []
        values: list[Any] = []
        for rows in in_parts(self.table):
            every = list(said(rows))
            if set(map(type, every)) == {dict}:
                sizes += map(len, every)
                keys += chain.from_iterable(every)
                values += chain.from_iterable(map(dict.values, every))
                continue
            for row, value in zip(rows, every, strict=True):
                pairs = self._pairs(row, value)
                sizes.append(len(pairs))
                keys += [pair[0] for pair in pairs]
                values += [pair[1] for pair in pairs]
        owners = np.repeat(np.arange(len(sizes)), sizes)
        if any(map(is_, keys, repeat(None))):
            there = [place for place, key in enumerate(keys) if key is not None]
            keys, values = [keys[k] for k in there], [values[k] for k in there]
            owners = owners[there]
        size = len(self.table)
        return Several(keys, owners, size), Several(values, owners, size)

    def _pairs(self, row: Any, value: Any) -> Sequence[Any]:
        try:
            pairs = list(value.items() if isinstance(value, Mapping) else value)
        except (MinuetError, MemoryError):
            raise
        except Exception as error:
            if hasattr(value, "__iter__"):
                raise fault(self._where(row), error) from error
            raise self._no_pair(row, value) from None
        for pair in pairs:
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise self._no_pair(row, pair)
        return pairs

    def _where(self, row: Any) -> str:
        return f"{self.rule}: {row_text(self.table.name, self.table.columns, row)}"

    def _no_pair(self, row: Any, pair: object) -> ModelError:
        message = f"{shortened(repr(pair))}, expected pairs of key and value"
        return ModelError(f"{self._where(row)}: {message}")
