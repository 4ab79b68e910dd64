"""Selections: some choices of a table, and formulas of them with and, or and not.

    digit.where(row=0, value=lambda v: v > 3)     some choice of these is made
    a & b     a | b     ~a                        both, at least one, not

A selection says that at least one of its choices is made; what `puzzle.implies`, `any_of` ... take
is made of selections. It holds the numbers of the rows, no function, so it travels with a puzzle.

Where a statement holds for each group, a selection may read the groups of its choices in its own
way: `pet.where(what="horse").covering(lambda house: [house - 1, house + 1])`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ..errors import MinuetError, ModelError, excerpt
from .conditions import ConditionText, Table, matching_rows, split_condition
from .faults import fault

__all__ = ["All", "Any_", "Formula", "Not", "Selection", "selected"]

Chosen = Callable[[Any], Iterable[int]]


class Formula:
    """A formula on choices; `a & b`, `a | b` and `~a` combine formulas."""

    def holds(self, chosen: Chosen) -> bool:
        """Whether it is so; `chosen` gives the numbers of a table's chosen rows."""
        raise NotImplementedError

    @property
    def selections(self) -> Iterator[Selection]:
        """The selections of the formula, in order."""
        raise NotImplementedError

    def changed(self, change: Callable[[Selection], Selection]) -> Formula:
        """Return the same formula of other selections."""
        raise NotImplementedError

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the formula, each once."""
        return tuple(dict.fromkeys([selection.table for selection in self.selections]))

    def on(self, tables: Mapping[Table, Table]) -> Formula:
        """Return the same formula on tables that are like these."""
        return self.changed(lambda selection: replace(selection, table=tables[selection.table]))

    def __and__(self, other: Formula) -> Formula:
        return _joined(All, self, other)

    def __or__(self, other: Formula) -> Formula:
        return _joined(Any_, self, other)

    def __invert__(self) -> Formula:
        return Not(self)

    def __bool__(self) -> bool:
        raise ModelError(f"{self} is neither true nor false; expected &, | and ~, no and, or, not")


def _joined(kind: type[All] | type[Any_], first: Formula, second: object) -> Formula:
    if not isinstance(second, Formula):
        raise ModelError(f"{excerpt(repr(second))}, expected a selection as table.where(...)")
    parts = [
        part
        for selection in (first, second)
        for part in (selection.parts if isinstance(selection, kind) else (selection,))
    ]
    return kind(tuple(parts))


@dataclass(frozen=True)
class Selection(Formula):
    """At least one of some choices of a table is made.

    rows  their numbers, ascending
    name  what it is called
    keys  of each of the rows, the groups in which it is where a statement holds for each group;
          None: the statement says that
    """

    table: Table
    rows: tuple[int, ...] = field(repr=False)
    name: str | ConditionText
    keys: tuple[tuple[Hashable, ...], ...] | None = field(default=None, repr=False)

    @property
    def text(self) -> str:
        """What it is called."""
        return str(self.name)

    def by(self, columns: Any) -> Selection:
        """Return the selection in groups of its own: `columns` give each choice one key, or None.

        They are a column, several, or a function of columns, as in `exactly_one(by=...)`.
        """
        return self.grouped(self.table.column(columns, self.text), self.text, several=False)

    def covering(self, columns: Any) -> Selection:
        """Return the selection in groups of its own: `columns` give each choice several keys."""
        return self.grouped(self.table.column(columns, self.text), self.text, several=True)

    def grouped(self, column: Sequence[Any], purpose: str, *, several: bool) -> Selection:
        """Return the selection in the groups that a column says by row.

        Raises ModelError, beginning with `purpose`, for a row whose keys cannot be read.
        """
        return replace(
            self, keys=tuple([self._keys(column, row, purpose, several) for row in self.rows])
        )

    def _keys(
        self, column: Sequence[Any], row: int, purpose: str, several: bool
    ) -> tuple[Hashable, ...]:
        try:
            value = column[row]
            keys = dict.fromkeys(value if several else (value,))
        except MinuetError:
            raise
        except Exception as error:
            raise fault(f"{purpose}: {self.table.describe(row)}", error) from error
        return tuple([key for key in keys if key is not None])

    def holds(self, chosen: Chosen) -> bool:
        """Whether one of the choices is made."""
        return not set(self.rows).isdisjoint(chosen(self.table))

    @property
    def selections(self) -> Iterator[Selection]:
        """Itself."""
        yield self

    def changed(self, change: Callable[[Selection], Selection]) -> Selection:
        """Return another selection."""
        return change(self)

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Not(Formula):
    """It is not so."""

    part: Formula

    def holds(self, chosen: Chosen) -> bool:
        """Whether the part does not hold."""
        return not self.part.holds(chosen)

    @property
    def selections(self) -> Iterator[Selection]:
        """Those of the part."""
        return self.part.selections

    def changed(self, change: Callable[[Selection], Selection]) -> Not:
        """Return the same formula of other selections."""
        return Not(self.part.changed(change))

    def __invert__(self) -> Formula:
        return self.part

    def __str__(self) -> str:
        return f"not {_bracketed(self.part)}"


@dataclass(frozen=True)
class _Several(Formula):
    parts: tuple[Formula, ...]

    @property
    def selections(self) -> Iterator[Selection]:
        """Those of the parts."""
        for part in self.parts:
            yield from part.selections

    def changed(self, change: Callable[[Selection], Selection]) -> Self:
        """Return the same formula of other selections."""
        return type(self)(tuple([part.changed(change) for part in self.parts]))


class All(_Several):
    """All of the parts hold."""

    def holds(self, chosen: Chosen) -> bool:
        """Whether all parts hold."""
        return all(part.holds(chosen) for part in self.parts)

    def __str__(self) -> str:
        return " and ".join(map(_bracketed, self.parts))


class Any_(_Several):  # noqa: N801  `Any` is typing's
    """At least one of the parts holds."""

    def holds(self, chosen: Chosen) -> bool:
        """Whether a part holds."""
        return any(part.holds(chosen) for part in self.parts)

    def __str__(self) -> str:
        return " or ".join(map(_bracketed, self.parts))


def _bracketed(statement: Formula) -> str:
    return f"({statement})" if isinstance(statement, _Several) else str(statement)


def selected(table: Table, where: Any, columns: Mapping[str, Any]) -> Selection:
    """Return the choices that meet a condition (conditions.py).

    Raises ModelError for a column that the table lacks, and for a value that no row has there.
    """
    wanted, function = split_condition(where, columns, f"{table.name}.where")
    text = ConditionText(table.name, wanted, function)
    table.require_values(wanted, text)
    return Selection(table, tuple(matching_rows(table, wanted, function, text)), text)
