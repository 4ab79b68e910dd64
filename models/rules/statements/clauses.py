"""Statements as clauses: what follows from what, in the matrix.

Whatever is said of selections becomes clauses, each of which says that one of some choices is not
made or one of some others is (conjunctive normal form, by distribution). A clause of n choices
against m others is a primary item: these count -1, those +1, and the sum is at least 1 - n. Where
all stand on one side no weights are needed: at least one of m, at most n - 1 of n, and for two
choices that exclude each other a secondary item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

from ...budget import spend
from ...errors import ModelError
from ...tables.selections import All, Any_, Not, Said, Selection
from ...tables.table import Choices
from ..keys import Key
from ..rule import OWN, Block, Chosen, Group, Items, Rule, Softened
from .softened import broken_rows

__all__ = ["Clauses", "Literal", "Normal", "blocks_of", "clauses_of"]

MOST_CHOICES = 200_000  # that all clauses of a statement speak of

_ITSELF = (None, 0)  # the one hidden row of a soft statement, as a choice of its clauses
Literal = tuple[Any, int]  # a row of a table (`Choices`), by number; None: a hidden row


class Normal(NamedTuple):
    """A clause: one of `chosen` is not chosen, or one of `needed` is."""

    chosen: frozenset[Literal]
    needed: frozenset[Literal]

    @property
    def is_true(self) -> bool:
        """Whether it says nothing."""
        return not self.chosen.isdisjoint(self.needed)

    @property
    def limits(self) -> bool:
        """Whether it is a pair of choices that exclude each other."""
        return len(self.chosen) == 2 and not self.needed


_FALSE = Normal(frozenset(), frozenset())


def clauses_of(said: Said) -> list[Normal]:
    """Return the clauses, each once. Raises ModelError for a statement of too many."""
    return list(dict.fromkeys(clause for clause in _clauses(said, True) if not clause.is_true))


def _clauses(said: Said, so: bool) -> list[Normal]:
    """Return the clauses of what is said, or of its contrary."""
    if isinstance(said, Not):
        return _clauses(said.part, not so)
    if isinstance(said, Selection):
        literals = [(said.table, row) for row in said.rows]
        if so:
            return [Normal(frozenset(), frozenset(literals))]
        return [Normal(frozenset((one,)), frozenset()) for one in literals]
    assert isinstance(said, All | Any_)
    parts = [_clauses(part, so) for part in said.parts]
    if isinstance(said, All) == so:
        return [clause for part in parts for clause in part]
    found = [_FALSE]
    for part in parts:
        size = sum(len(clause.chosen) + len(clause.needed) for clause in part) * len(found)
        if size > MOST_CHOICES:
            raise ModelError(f"a statement of over {MOST_CHOICES} choices, expected a simpler one")
        spend(looks=size)
        joined = [
            Normal(one.chosen | other.chosen, one.needed | other.needed)
            for one in found
            for other in part
        ]
        found = [clause for clause in dict.fromkeys(joined) if not clause.is_true]
    return found


class Weighed(NamedTuple):
    """That an option is in an item, and how much it counts there."""

    table: Any
    row: int
    item: int
    weight: int


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


def items_of(clauses: Sequence[tuple[Key, Normal]], hidden: int = 0) -> Items:
    """Return the items of clauses that must be met, named by keys."""
    entries: list[Weighed] = []
    low, high = [], []
    for item, (_, clause) in enumerate(clauses):
        mixed = bool(clause.needed)
        entries += [Weighed(*one, item, -1 if mixed else 1) for one in clause.chosen]
        entries += [Weighed(*one, item, 1) for one in clause.needed]
        size = len(clause.chosen)
        low.append(1 - size if mixed or not size else 0)
        high.append(max(len(clause.needed), 1) if mixed or not size else size - 1)
    return Items([key for key, _ in clauses], low, high, blocks_of(entries, hidden))


def pairs_of(clauses: Sequence[tuple[Key, Normal]], hidden: int = 0) -> Items:
    """Return the secondary items of pairs that exclude each other."""
    entries = [
        Weighed(*one, item, 1) for item, (_, clause) in enumerate(clauses) for one in clause.chosen
    ]
    size = len(clauses)
    keys = [key for key, _ in clauses]
    return Items(keys, [0] * size, [1] * size, blocks_of(entries, hidden))


@dataclass(frozen=True, eq=False)
class Clauses(Rule):
    """What is said of selections holds.

    kind   the name of the puzzle's method that says it
    parts  of what it says it
    """

    kind: str
    parts: tuple[Said, ...] = field(repr=False)

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        parts = tuple([part.on(tables) for part in self.parts])  # type: ignore[arg-type]
        return self._copy(parts=parts, without=("said", "clauses", "tables"))

    @cached_property
    def said(self) -> Said:
        """What must hold."""
        if self.kind == "any_of":
            return Any_(self.parts)
        first, second = self.parts
        if self.kind == "implies":
            return Any_((Not(first), second))
        if self.kind == "not_both":
            return Any_((Not(first), Not(second)))
        return All((Any_((Not(first), second)), Any_((first, Not(second)))))

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return self.kind

    @property
    def text(self) -> str:
        """The statement in words."""
        if self.kind == "any_of":
            return " or ".join(map(str, self.parts))
        first, second = self.parts
        if self.kind == "implies":
            return f"if {first}, then {second}"
        if self.kind == "not_both":
            return f"not both {first} and {second}"
        return f"{first} exactly if {second}"

    @cached_property
    def tables(self) -> tuple[Choices, ...]:
        """The tables of which something is said."""
        return self.said.tables  # type: ignore[return-value]

    @cached_property
    def clauses(self) -> list[Normal]:
        """The clauses, each once."""
        try:
            return clauses_of(self.said)
        except ModelError as error:
            raise ModelError(f"rule {self.name} ({self.source}): {error}") from None

    def require_rows(self) -> None:
        """Raise ModelError for a statement that is too large."""
        self.clauses  # noqa: B018

    @property
    def numbered(self) -> list[tuple[Key, Normal]]:
        """The clauses with their keys, which are numbers from 1."""
        return list(enumerate(self.clauses, 1))

    @property
    def groups(self) -> list[Key]:
        """The clauses' keys."""
        return list(range(1, len(self.clauses) + 1))

    @property
    def primary(self) -> bool:
        """A clause must be met; pairs that exclude each other are `further`."""
        return True

    @property
    def items(self) -> Items:
        """An item a clause."""
        return items_of([one for one in self.numbered if not one[1].limits])

    @property
    def further(self) -> Items | None:
        """An item for each pair of choices that exclude each other."""
        return pairs_of([one for one in self.numbered if one[1].limits])

    def breakable(self) -> Self:
        """Return the statement: it costs if it does not hold."""
        return self

    def softened(self, weight: int, *, per_unit: bool) -> Softened:
        """Return clauses that hold exactly if the hidden row is not chosen."""
        clauses = [Normal(one.chosen, one.needed | {_ITSELF}) for one in self.clauses]
        contrary = clauses_of(Not(self.said))
        clauses += [Normal(one.chosen | {_ITSELF}, one.needed) for one in contrary]
        numbered: list[tuple[Key, Normal]] = list(enumerate(clauses, 1))
        return Softened(
            items_of([one for one in numbered if not one[1].limits], 1),
            pairs_of([one for one in numbered if one[1].limits], 1),
            broken_rows(self.name, [(1, 0, 0)]),
            np.array([weight], np.int64),
            weight,
        )

    def if_chosen(self, selection: Said) -> Rule:
        """Return the statement that this one follows from the selection."""
        return Clauses(self.name, self.source, "implies", (selection, self.said))

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the clauses that say that what is chosen excludes each other."""
        made: dict[int, set[int]] = {}
        for key, clause in self.numbered:
            for table, _ in clause.chosen:
                if id(table) not in made:
                    made[id(table)] = set(chosen(table))
            if not clause.needed and all(row in made[id(t)] for t, row in clause.chosen):
                yield Group(self.name, key)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say that it does not hold."""
        if not self.said.holds(chosen):
            yield f"{self._told}: it is not so"

    @property
    def _told(self) -> str:
        return f"{self.name}: {self.text}" if self.words is None else self.words(1)

    def demand(self, key: Key) -> str:
        """Say the whole statement, whichever clause of it is meant."""
        return self._told

    def broken(self, key: Key, found: str) -> str:
        """Say the statement, and what is found."""
        return f"{self._told}: {found}"

    @property
    def wanted(self) -> str:
        """The statement in words."""
        return self.text

    @property
    def verb(self) -> str:
        """A statement says something."""
        return "says"

    @property
    def summary(self) -> str:
        """The statement in words, and where it stands."""
        return f"{self.name}: {self.text} ({self.source})"
