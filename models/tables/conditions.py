"""Conditions on the rows of a table: what `where=` takes, wherever it stands.

    {"row": 1, "col": lambda col: col > 3}     a mapping, or the same by name: row=1, col=...
    lambda row, col: row == col                a function of columns

A mapping has for a column the value that is wanted, or a function of the value that has to be true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import ModelError
from ..spelling import plain, precise
from .rows import Row, RowFunction

__all__ = [
    "ConditionText",
    "Predicate",
    "Table",
    "condition_text",
    "matching_rows",
    "rows_where",
    "split_condition",
]

Predicate = Callable[..., bool] | RowFunction | Mapping[str, Any]


class Table(Protocol):
    """What a condition and a selection read of their table, a `Choices`."""

    name: str

    def rows_at(self, numbers: Sequence[int]) -> Iterable[Row]:
        """Return the rows of these numbers."""

    def find(self, purpose: object, values: Mapping[str, Any]) -> list[int]:
        """Return the numbers of the rows that have these values, ascending."""

    def predicate(
        self, column: str, function: Callable[[Any], Any], purpose: object
    ) -> Callable[[Row], Any]:
        """Return a function that tests a row by its value in a column."""

    def tester(self, where: Predicate, purpose: object) -> Callable[[Row], Any]:
        """Return a function that tests a row by a condition."""

    def require_values(self, wanted: Mapping[str, Any], purpose: object) -> None:
        """Raise ModelError for a value that no row has in its column."""

    def __getitem__(self, number: int) -> Row: ...

    def column(self, columns: Any, purpose: str) -> Sequence[Any]:
        """Return what is said of each row."""

    def describe(self, number: int) -> str:
        """Name a row for a message."""

    def __len__(self) -> int: ...


def split_condition(
    where: Predicate | None, columns: Mapping[str, Any], purpose: str
) -> tuple[dict[str, Any], Predicate | None]:
    """Return what is wanted of single columns, and the function of columns; None: there is none.

    Raises ModelError for a condition that is neither a mapping nor a function, and for a column
    that is named twice.
    """
    if where is None:
        return dict(columns), None
    if isinstance(where, Mapping):
        twice = [column for column in where if column in columns]
        if twice:
            raise ModelError(f"{purpose}: column {twice[0]!r} twice, expected it once")
        return {**where, **columns}, None
    if not callable(where) and not isinstance(where, RowFunction | str):
        expected = "expected a mapping, as {'row': 1}, or a function of columns"
        raise ModelError(f"{purpose}: where is {where!r}, {expected}")
    return dict(columns), where


def rows_where(
    table: Table,
    where: Predicate | None,
    columns: Mapping[str, Any],
    verb: str,
    source: str = "",
) -> tuple[Sequence[int], ConditionText]:
    """Return the numbers of the rows that meet a condition, ascending, and the condition as text.

    Messages begin with `verb`, and name the `source` of a function.
    """
    wanted, function = split_condition(where, columns, f"{verb} {table.name}")
    text = ConditionText(table.name, wanted, function, precise)
    purpose: object = ConditionText(f"{verb} {table.name}", wanted, function, precise)
    if source and function is not None:
        purpose = f"{purpose} ({source})"
    return matching_rows(table, wanted, function, purpose), text


def matching_rows(
    table: Table, wanted: Mapping[str, Any], where: Predicate | None, purpose: object
) -> Sequence[int]:
    """Return the numbers of the rows that meet a condition, ascending.

    wanted  what is wanted of single columns: a value, or a function of the value
    where   a function of columns

    Raises ModelError, which begins with `purpose`, for a column that the table lacks.
    """
    values: dict[str, Any] = {}
    functions: dict[str, Callable[[Any], Any]] = {}
    for name, value in wanted.items():
        (functions if callable(value) else values)[name] = value
    rows: Sequence[int] = table.find(purpose, values) if values else range(len(table))
    tests = [table.predicate(name, function, purpose) for name, function in functions.items()]
    if len(tests) > 1:
        every = tuple(tests)
        tests = [lambda row: all(test(row) for test in every)]
    if where is not None:
        tests.append(table.tester(where, purpose))
    for keeps in tests:
        pairs = zip(rows, table.rows_at(rows), strict=True)
        rows = [number for number, row in pairs if keeps(row)]
    return rows


@dataclass(frozen=True)
class ConditionText:
    """A condition in words, which are found when they are asked for: most never are."""

    name: str
    wanted: Mapping[str, Any]
    where: Predicate | None
    spell: Callable[[object], str] = plain

    def __str__(self) -> str:
        return condition_text(self.name, self.wanted, self.where, self.spell)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)  # functions do not travel


def condition_text(
    name: str,
    wanted: Mapping[str, Any],
    where: Predicate | None = None,
    spell: Callable[[object], str] = precise,
) -> str:
    """Return a condition on a table as text, as in `queen(row=0, col=1)`."""
    parts = [f"{column}={'...' if callable(v) else spell(v)}" for column, v in wanted.items()]
    if where is not None:
        parts.append(where.text if isinstance(where, RowFunction) else "where=...")
    return f"{name}({', '.join(parts)})"
