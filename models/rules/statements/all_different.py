"""`all_different`: no two choices of a group have the same value.

Laurière's constraint (1978), `all_different` and `all_different_except` of MiniZinc. In the matrix
it is a secondary item for each value of each group.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Self

import numpy as np

from ...errors import ModelError, excerpt
from ...spelling import listed, spell
from ...tables.selections import Formula
from ...tables.table import Choices
from ..arguments import Argument, Groups, Over, TablesOf, Value, puzzle_method
from ..groups import GroupRule
from ..keys import Key, column_on
from ..rule import Block, Chosen, Fault, Group, Items, Rule, Softened
from ..rulebook import Rulebook
from .lines import ALONE, line_parts, values_of
from .soft import softened_items

__all__ = ["AllDifferent", "all_different"]


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


BESIDES = Argument("besides", ("besides",), optional=True, convert=_several)

NAMED = 8  # values that are named where they stand twice


@dataclass(frozen=True, eq=False)
class AllDifferent(GroupRule):
    """No two chosen rows of a group have the same value.

    value    what each row says
    besides  values that any number of rows may have
    """

    whole: ClassVar[Key] = ALONE

    value: Sequence[Any] = field(repr=False)
    besides: tuple[Hashable, ...]

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        value = column_on(tables[self.parts[0].table], self.value)
        return super().twin(tables)._copy(value=value)

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "all_different"

    @property
    def primary(self) -> bool:
        """No value needs to be taken."""
        return False

    @cached_property
    def _pairs(self) -> tuple[list[Key], Block]:
        """The keys of the items, (group, value) each, and which row is in which."""
        block, table = self.blocks[0], self.parts[0].table
        options, groups = block.flat()
        rows, values = options - block.offset, list(self.value)
        numbers: dict[Key, int] = {}
        kept, items = [], []
        keys = list(self.keys)
        for row, group in zip(rows.tolist(), groups.tolist(), strict=True):
            if values[row] not in self.besides:
                kept.append(row)
                items.append(numbers.setdefault((keys[group], values[row]), len(numbers)))
        order = np.argsort(kept, kind="stable")
        places = np.array(items, np.int64)[order]
        whole = Block(block.offset, table.shape, places, np.array(kept, np.int64)[order])
        return list(numbers), whole

    @property
    def items(self) -> Items:
        """An item for each value of each group."""
        keys, block = self._pairs
        return Items(keys, [0] * len(keys), [1] * len(keys), [block])

    def repeats(self, chosen: Chosen) -> Iterator[tuple[Key, Any, int]]:
        """Yield each value that a group holds more than once: (group, value, how often)."""
        part = self.parts[0]
        counts: dict[tuple[Key, Any], int] = {}
        for number in chosen(part.table):
            value = self.value[number]
            for key in part.keys(number) if value not in self.besides else ():
                counts[key, value] = counts.get((key, value), 0) + 1
        for (key, value), number in counts.items():
            if number > 1:
                yield key, value, number

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the values of groups that are chosen more than once."""
        for key, value, _ in self.repeats(chosen):
            yield Group(self.name, (key, value))

    def breakable(self) -> Self:
        """Return the rule: every value that stands twice in a group costs."""
        return self

    def softened(self, weight: int, *, per_unit: bool, groups: Any = None) -> Softened:
        """Return the items with rows that pay for sums beyond their bounds."""
        return softened_items(self.name, self.items, weight, per_unit=per_unit)

    def faults(self, chosen: Chosen) -> Iterator[Fault]:
        """Yield each value that a group holds more than once."""
        for key, value, number in self.repeats(chosen):
            yield Fault(self.said_twice(key, [value]), number - 1)

    def if_chosen(self, selection: Formula) -> Rule:
        """Return the rule on a condition."""
        from .conditional import conditional

        return conditional(self, selection)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each group, which values are chosen more than once."""
        by_key: dict[Key, list[Any]] = {}
        for key, value, _ in self.repeats(chosen):
            by_key.setdefault(key, []).append(value)
        for key, values in by_key.items():
            yield self.said_twice(key, values)

    def said_twice(self, key: Key, values: Sequence[Any]) -> str:
        """Say that values stand in a group more than once."""
        fault = f"{listed([spell(value) for value in values], NAMED)} chosen more than once"
        if self.words is not None:
            return f"{self.words(key)}: {fault}"
        return f"{Group(self.name, key)}: {fault}, expected {self.wanted}"

    def demand(self, key: Key) -> str:
        """Say that a group's values differ, or which of them may stand once only."""
        keys = self._group_keys
        group = key if key in keys or not isinstance(key, tuple) else key[0]
        if self.words is not None:
            return self.words(group)
        which = "" if key in keys or not isinstance(key, tuple) else f", {spell(key[1])} once"
        return f"{Group(self.name, group)} {self.verb} {self.wanted}{which}"

    @cached_property
    def _group_keys(self) -> frozenset[Key]:
        return frozenset(self.keys)

    @property
    def wanted(self) -> str:
        """What the rule wants of a group, in words."""
        text = "all values different"
        besides = ", ".join(map(spell, self.besides))
        return f"{text} (but {besides})" if besides else text

    @property
    def verb(self) -> str:
        """A group has its values so."""
        return "needs"


def all_different(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    value: Value,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    besides: Annotated[Iterable[Hashable], BESIDES] = (),
    name: str | None = None,
) -> AllDifferent:
    """Demand that no two choices of a group have the same value.

    `value` is a column or a function of columns. `by`, `covering` and `over` give the groups,
    as in `exactly_one`; without them all choices are one group. Values that are named in
    `besides` may stand any number of times. Raises ModelError as `exactly_one`, and for a value
    that is None or cannot be hashed.
    """
    spec = by if by is not None else covering
    stated = puzzle.state(choices, name, "different" if spec is None else spec)
    table, purpose = stated.table, stated.purpose
    parts, keys = line_parts(table, by, covering, over, purpose)
    if isinstance(besides, str) or not isinstance(besides, Iterable):
        raise ModelError(f"{purpose}: besides {excerpt(repr(besides))}, expected values")
    values = values_of(table, value, None, purpose)
    return puzzle.add(AllDifferent(stated.name, stated.source, parts, keys, values, tuple(besides)))


puzzle_method(
    all_different,
    example='all_different = "digit", by = "row", value = "value"',
    doc="no value twice in a group; `besides = [0]` lists values that may repeat",
)
