"""`increasing` and `precedence`: order along a line.

`increasing`: the values along a line do not fall, or rise at every step.

`increasing` and `strictly_increasing` of the constraint catalogue. In the matrix a place has one
choice (a primary item), and two places that follow each other have, for each value of the first, a
secondary item of it and of the values of the second that are too small.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from typing import Annotated, Any, Self

import numpy as np

from ...errors import ModelError
from ...spelling import spell
from ..arguments import (
    Argument,
    Groups,
    Lines,
    Over,
    Place,
    TablesOf,
    Value,
    ValueOrOne,
    puzzle_method,
)
from ..keys import Key
from ..rule import Chosen, Fault, Items, Softened
from ..rulebook import Rulebook
from .automaton import Automaton
from .clauses import joined_items
from .lines import Line, LineRule, block_of, laid, spelled, values_of
from .regular import EMPTY, WordRule
from .soft import softened_items

__all__ = ["Increasing", "increasing", "precedence"]

STRICT = Argument("boolean", ("strict",), optional=True)


@dataclass(frozen=True, eq=False)
class Increasing(LineRule):
    """The values along each line increase; `strict`: no two of them are equal."""

    strict: bool = field(kw_only=True)

    def wrong(self, line: Line, values: Sequence[Any]) -> str | None:
        """Say how a line reads that does not increase."""
        falls = any(b < a or (self.strict and a == b) for a, b in pairwise(values))
        return f"reads {spelled(values)}" if falls else None

    def falls(self, chosen: Chosen) -> Iterator[tuple[Key, str]]:
        """Yield each step of a line at which its values do not increase, and what they are."""
        for line, rows in self.read(chosen):
            filled = [
                (at, numbers[0]) for at, numbers in zip(line.places, rows, strict=True) if numbers
            ]
            values = [(at, self.value[row]) for at, row in filled]
            for (at, a), (behind, b) in pairwise(values):
                if b < a or (self.strict and a == b):
                    yield line.key, f"{spell(a)} at {spell(at)}, {spell(b)} at {spell(behind)}"

    def breakable(self) -> Self:
        """Return the rule: every step at which a line does not increase costs."""
        return self

    def softened(self, weight: int, *, per_unit: bool, groups: Any = None) -> Softened:
        """Return the items: a place still has one choice, and what may not follow it pays."""
        softened = softened_items(self.name, self.further, weight, per_unit=per_unit)
        return softened._replace(items=joined_items(self.items, softened.items))

    def faults(self, chosen: Chosen) -> Iterator[Fault]:
        """Yield each step at which a line does not increase."""
        for key, text in self.falls(chosen):
            yield Fault(self.broken(key, text), 1)

    def must(self, key: Key) -> str:
        """Say that a line must increase."""
        return self.wanted

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "increasing"

    @property
    def wanted(self) -> str:
        """What every line must."""
        return "increase strictly" if self.strict else "increase"

    @property
    def items(self) -> Items:
        """An item a place, which has one choice."""
        keys = [(line.key, place) for line in self.lines for place in line.places]
        return self._items(keys, 1, [rows for line in self.lines for rows in line.rows])

    def require_rows(self) -> None:
        """Raise ModelError for values that cannot be compared."""
        self._behind  # noqa: B018  which compares them

    @property
    def further(self) -> Items:
        """An item for each value of each place but the last: what may not stand behind it."""
        keys, rows = self._behind
        return self._items(keys, 0, rows)

    def _items(self, keys: Sequence[Key], low: int, rows: Sequence[Sequence[int]]) -> Items:
        """Return items of these keys; `rows` are the rows in each of them."""
        items = np.repeat(np.arange(len(rows)), list(map(len, rows)))
        flat = np.fromiter(chain.from_iterable(rows), np.int64, len(items))
        block = block_of(self.table.offset, len(self.table), flat, items)
        return Items(keys, [low] * len(keys), [1] * len(keys), [block])

    @cached_property
    def _behind(self) -> tuple[list[Key], list[list[int]]]:
        """The keys of the items of `further`, and the rows in each."""
        keys: list[Key] = []
        of_items: list[list[int]] = []
        values = list(self.value)
        for line in self.lines:
            for place, (rows, behind) in zip(line.places, pairwise(line.rows), strict=False):
                for value in self._sorted({values[row] for row in rows}):
                    low = [r for r in behind if values[r] < value]
                    low += [r for r in behind if self.strict and values[r] == value]
                    if low:
                        of_items.append([row for row in rows if values[row] == value] + low)
                        keys.append((line.key, place, value))
        return keys, of_items

    def _sorted(self, values: set[Any]) -> list[Any]:
        try:
            return sorted(values)
        except TypeError as error:
            raise ModelError(f"rule {self.name} ({self.source}): values: {error}") from None

    @property
    def summary(self) -> str:
        """How many lines, and what they must."""
        lines = f"{len(self.lines)} line{'s' if len(self.lines) != 1 else ''}"
        return f"{self.name}: {lines} of {self.table.name} must {self.wanted} ({self.source})"


def increasing(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    along: Place,
    value: Value,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    lines: Lines = None,
    strict: Annotated[bool, STRICT] = False,
    name: str | None = None,
) -> Increasing:
    """Demand that the values along each line do not fall; `strict`: that each is larger.

    `along` and the lines are given as in `regular`; every place of a line has one choice.
    Raises ModelError as `regular`, and for values that cannot be compared.
    """
    spec = by if by is not None else covering
    stated = puzzle.state(choices, name, "increasing" if spec is None else spec)
    table, purpose = stated.table, stated.purpose
    lines_read = laid(table, along, (by, covering), over, lines, purpose)
    values = values_of(table, value, None, purpose)
    return puzzle.add(
        Increasing(
            stated.name,
            stated.source,
            *lines_read[:3],
            values,
            lines_read.places,
            None,
            orders=lines_read.orders,
            strict=strict,
        )
    )


puzzle_method(
    increasing,
    example='increasing = "mark", along = "number", value = "place"',
    doc="the values along each line do not decrease; with `strict = true` they increase at every "
    "step",
)

# ---- Precedence ----------------------------------------------------------------------------------
# `value_precede` of MiniZinc and of the constraint catalogue (Law and Lee, CP 2004). A line
# without the second value is right; one with it has the first value at an earlier place. The
# automaton has two states: whether the first value has appeared.


ORDER = Argument("order", convert=lambda value: value)
BEFORE, BEHIND = "before", "behind"  # the first value


@dataclass(frozen=True, eq=False)
class Precedence(WordRule):
    """A value appears along each line before another one does.

    order  the two values
    """

    order: tuple[Hashable, Hashable] = field(kw_only=True)


def precedence(
    puzzle: Rulebook,
    order: Annotated[Any, ORDER],
    choices: TablesOf,
    *,
    along: Place,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    lines: Lines = None,
    value: ValueOrOne = None,
    empty: Annotated[Hashable | None, EMPTY] = None,
    name: str | None = None,
) -> Precedence:
    """Demand that along each line `order[0]` appears before `order[1]` does, if that appears.

    The other arguments are those of `regular`. Raises ModelError as `regular`, for an order that is
    not two different values, and for a value that no choice has.
    """
    spec = by if by is not None else covering
    stated = puzzle.state(choices, name, "precedence" if spec is None else spec)
    table, purpose = stated.table, stated.purpose
    if not isinstance(order, tuple | list) or len(order) != 2 or order[0] == order[1]:
        raise ModelError(f"{purpose}: {order!r}, expected two different values")
    first, second = order
    read = laid(table, along, (by, covering), over, lines, purpose)
    if value is None and empty is None:
        empty = 0
    values = values_of(table, value, empty, purpose)
    distinct = dict.fromkeys([*([] if empty is None else [empty]), *values])
    for symbol in order:
        if symbol not in distinct:
            expected = ", ".join(map(spell, distinct))
            raise ModelError(
                f"{purpose}: no choice has the value {spell(symbol)}, expected {expected}"
            )
    steps = [(BEHIND, symbol, BEHIND) for symbol in distinct]
    steps += [
        (BEFORE, symbol, BEHIND if symbol == first else BEFORE)
        for symbol in distinct
        if symbol != second
    ]
    automaton = Automaton(
        steps, BEFORE, (BEFORE, BEHIND), text=f"have {spell(first)} before {spell(second)}"
    )
    return puzzle.add(
        Precedence(
            stated.name,
            stated.source,
            *read[:3],
            values,
            read.places,
            empty,
            automaton,
            orders=read.orders,
            kind="precedence",
            order=(first, second),
        )
    )


puzzle_method(
    precedence,
    example='precedence = ["a", "b"], of = "mark", by = "row", along = "col", value = "letter"',
    doc="along each line the second value appears only after the first one",
)
