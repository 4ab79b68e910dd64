"""Agreement: choices that share a key give it one value.

The colors of exact covers (Knuth's XCC, The Art of Computer Programming, volume 4B). A chosen row
says what value it gives to each of its keys, as a word of a crossword gives letters to squares.
Any number of chosen rows may give a key the same value; two values clash; and the value None is
nobody else's: a row that gives it has the key to itself. A key that is None is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..budget import looking
from ..table import Choices, Column, Columns
from .grouping import Key, Part
from .rule import Chosen, Entries, Group, Rule

__all__ = ["Agreement", "agreeing_parts"]


@dataclass(eq=False)
class Agreement(Rule):
    """The chosen rows agree on the values of the keys that they share.

    `parts` read a row's keys, `values` a row's values, in the same order; a rule of low 0 and high
    1 in all else.
    """

    values: tuple[Part, ...] = ()

    @cached_property
    def entries(self) -> Entries:
        """The entries of the matrix, with the value of each."""
        options, groups, _ = self._numbered[1]
        flat: list[Any] = []
        for part in self.values:
            for number, values in enumerate(looking(part.column)):
                try:
                    hash(values)
                except TypeError as error:
                    what = f"has a value that cannot be hashed: {error}"
                    raise self.mistake(part.table, number, what) from None
                flat += values
        return Entries(options, groups, flat)

    def given_values(self, chosen: Chosen) -> dict[Key, list[Any]]:
        """Return the values that the chosen rows give to each key."""
        found: dict[Key, list[Any]] = {}
        for keys, values in zip(self.parts, self.values, strict=True):
            for number in chosen(keys.table):
                for key, value in zip(keys.keys(number), values.column[number], strict=True):
                    found.setdefault(key, []).append(value)
        return found

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


def agreeing_parts(
    columns: Mapping[Choices, Columns], rule: str
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return (keys, values): the parts that read the keys, and those that read the values.

    A table's columns give a mapping from key to value, or pairs of them. Raises ModelError,
    beginning with `rule`, for columns that a table lacks.
    """
    keys, values = [], []
    for table, spec in columns.items():
        pairs = _Pairs(table, spec, rule)
        keys.append(Part(table, Column(table, pairs.keys), several=True))
        values.append(Part(table, Column(table, pairs.values), several=True))
    return tuple(keys), tuple(values)


class _Pairs:
    """Reads the keys and the values of a table's rows."""

    def __init__(self, table: Choices, spec: Columns, rule: str) -> None:
        self.read = table.reader(spec, rule)

    def pairs(self, row: Any) -> Iterable[Any]:
        found = self.read(row)
        pairs = list(found.items() if isinstance(found, Mapping) else found)
        for pair in pairs:
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise TypeError(f"{pair!r}, expected pairs of key and value")
        return [pair for pair in pairs if pair[0] is not None]

    def keys(self, row: Any) -> tuple[Any, ...]:
        return tuple([key for key, _ in self.pairs(row)])

    def values(self, row: Any) -> tuple[Any, ...]:
        return tuple([value for _, value in self.pairs(row)])


def color_numbers(values: Iterable[Any], known: dict[Any, int]) -> np.ndarray:
    """Return the color numbers of values, adding new ones to `known`; 0 stands for None."""
    return np.array(
        [
            0 if value is None else known.setdefault(value, len(known) + 1)
            for value in looking(values)
        ],
        np.int64,
    )
