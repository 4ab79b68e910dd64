"""Selections: some choices of a table, and what may be said of them with and, or and not.

    digit.where(row=0, value=lambda v: v > 3)     some choice of these is made
    a & b     a | b     ~a                        both, at least one, not

A selection says that at least one of its choices is made; what `puzzle.implies`, `any_of` ... take
is made of selections. It holds the numbers of the rows, no function, so it travels with a puzzle.

Where a statement holds for each group, a selection may read the groups of its choices in its own
way: `pet.where(what="horse").covering(lambda house: [house - 1, house + 1])`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self

from ..errors import MinuetError, ModelError, excerpt
from ..telling.spelling import plain
from .faults import fault
from .rows import RowFunction

__all__ = ["All", "Any_", "Not", "Said", "Selection", "selected"]

Chosen = Callable[[Any], Iterable[int]]


class Table(Protocol):
    """What a selection asks of its table, a `Choices`."""

    name: str

    @property
    def rows(self) -> Sequence[Any]:
        """The rows."""

    def having(self, column: str, value: Any) -> Sequence[int]:
        """Return the rows with a value in a column. Raises TypeError if it cannot be hashed."""

    def column(self, columns: Any, purpose: str) -> Sequence[Any]:
        """Return what is said of each row."""

    def reader(self, columns: Any, purpose: str) -> Callable[[Any], Any]:
        """Return a function of a row."""

    def describe(self, number: int) -> str:
        """Name a row for a message."""

    def __len__(self) -> int: ...


class Said(ABC):
    """Something that is said of choices; `a & b`, `a | b` and `~a` say more."""

    @abstractmethod
    def holds(self, chosen: Chosen) -> bool:
        """Whether it is so; `chosen` gives the numbers of a table's chosen rows."""

    @property
    @abstractmethod
    def selections(self) -> Iterator[Selection]:
        """The selections of which something is said, in order."""

    @abstractmethod
    def changed(self, change: Callable[[Selection], Selection]) -> Said:
        """Return the same of other selections."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of which something is said, each once."""
        return tuple(dict.fromkeys(one.table for one in self.selections))

    def on(self, tables: Mapping[Table, Table]) -> Said:
        """Return the same of tables that are like these."""
        return self.changed(lambda one: replace(one, table=tables[one.table]))

    def __and__(self, other: Said) -> Said:
        return _joined(All, self, other)

    def __or__(self, other: Said) -> Said:
        return _joined(Any_, self, other)

    def __invert__(self) -> Said:
        return Not(self)

    def __bool__(self) -> bool:
        raise ModelError(f"{self} is neither true nor false; expected &, | and ~, no and, or, not")


def _joined(kind: type[All] | type[Any_], one: Said, other: object) -> Said:
    if not isinstance(other, Said):
        raise ModelError(f"{excerpt(repr(other))}, expected a selection as table.where(...)")
    parts = [part for said in (one, other) for part in _parts(kind, said)]
    return kind(tuple(parts))


def _parts(kind: type[All] | type[Any_], said: Said) -> Sequence[Said]:
    return said.parts if isinstance(said, kind) else (said,)


@dataclass(frozen=True)
class Selection(Said):
    """At least one of some choices of a table is made.

    rows  their numbers, ascending
    text  what it is called
    keys  of each of the rows, the groups in which it is where a statement holds for each group;
          None: the statement says that
    """

    table: Table
    rows: tuple[int, ...] = field(repr=False)
    text: str
    keys: tuple[tuple[Hashable, ...], ...] | None = field(default=None, repr=False)

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
            told = column[row]
            found = dict.fromkeys(told if several else (told,))
        except MinuetError:
            raise
        except Exception as error:
            raise fault(f"{purpose}: {self.table.describe(row)}", error) from error
        return tuple([key for key in found if key is not None])

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
class Not(Said):
    """It is not so."""

    part: Said

    def holds(self, chosen: Chosen) -> bool:
        """Whether the part does not hold."""
        return not self.part.holds(chosen)

    @property
    def selections(self) -> Iterator[Selection]:
        """Those of the part."""
        return self.part.selections

    def changed(self, change: Callable[[Selection], Selection]) -> Not:
        """Return the same of other selections."""
        return Not(self.part.changed(change))

    def __invert__(self) -> Said:
        return self.part

    def __str__(self) -> str:
        return f"not {_bracketed(self.part)}"


@dataclass(frozen=True)
class _Several(Said):
    parts: tuple[Said, ...]

    @property
    def selections(self) -> Iterator[Selection]:
        """Those of the parts."""
        for part in self.parts:
            yield from part.selections

    def changed(self, change: Callable[[Selection], Selection]) -> Self:
        """Return the same of other selections."""
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


def _bracketed(said: Said) -> str:
    return f"({said})" if isinstance(said, _Several) else str(said)


def selected(table: Table, where: Any, columns: Mapping[str, Any]) -> Selection:
    """Return the choices for which `where` is true and whose columns are as wanted.

    columns  of a column the value that it has, or a function of it that is true

    Raises ModelError for a column that the table lacks, and for a value that no row has there.
    """
    text = f"{table.name}({', '.join(_spelled(name, one) for name, one in columns.items())}"
    if where is not None:
        said = where.text if isinstance(where, RowFunction) else "where=..."
        text += f"{', ' if columns else ''}{said}"
    text += ")"
    rows: Sequence[int] = range(len(table))
    for name, wanted in sorted(columns.items(), key=lambda told: callable(told[1])):
        rows = _fitting(table, name, wanted, rows, text)
    if where is not None:
        keep = table.reader(where, text)
        rows = [number for number in rows if keep(table.rows[number])]
    return Selection(table, tuple(rows), text)


def _fitting(table: Table, name: str, wanted: Any, rows: Sequence[int], text: str) -> Sequence[int]:
    column = table.column(name, text)
    if callable(wanted):
        said = column if len(rows) == len(table) else map(column.__getitem__, rows)
        return [number for number, value in zip(rows, said, strict=True) if wanted(value)]
    if not len(table):
        return ()
    found = _having(table, name, wanted, column)
    if not found:
        raise ModelError(f"{text}: no choice has {name}={wanted!r}")
    if len(rows) <= len(found):
        return [number for number in rows if column[number] == wanted]
    known = rows if isinstance(rows, range) else set(rows)
    return [number for number in found if number in known]


def _having(table: Table, name: str, wanted: Any, column: Sequence[Any]) -> Sequence[int]:
    """Return the rows with a value; those whose values cannot be hashed are compared."""
    try:
        return table.having(name, wanted)
    except TypeError:
        return [number for number, value in enumerate(column) if value == wanted]


def _spelled(name: str, wanted: Any) -> str:
    return f"{name}=..." if callable(wanted) else f"{name}={plain(wanted)}"
