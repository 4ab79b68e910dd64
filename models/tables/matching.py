"""Find given rows in the tables: the way back from rows to option numbers.

A row may be one of the table's own, a named tuple, a dataclass, a mapping of some columns, or plain
values of all. Which table it is of, a mapping from table to rows says, or else its type's name, or
its columns where they fit but one table. Values that JSON changed (a tuple is an array there) are
found as well, if no row equals them as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from ..errors import ModelError, excerpt
from .conditions import condition_text
from .table import Choices

__all__ = ["matching_options"]

Values = Mapping[str, Any]
KINDS = "named tuples, dataclasses, mappings or the values of all columns"


def matching_options(
    tables: Sequence[Choices], rows: Any, table: Callable[[Any], Choices]
) -> list[int]:
    """Return the option numbers of rows, or of rows by table, in their order.

    table  the table of a name. Raises ModelError for a row that is in no table, or fits several.
    """
    if isinstance(rows, Mapping):
        pairs = [(table(name), of_table) for name, of_table in rows.items()]
        parts: list[tuple[str, Sequence[Choices], Any]]
        parts = [(f"answer, table {own.name!r}", [own], of_table) for own, of_table in pairs]
    else:
        parts = [("answer", tables, rows)]
    finders = {choices: _Finder(choices) for choices in tables}
    return [
        finders[own].option(values, f"{purpose}, row {number}")
        for purpose, candidates, listed in parts
        for number, row in enumerate(_listed(listed, purpose))
        for own, values in [_table_and_values(row, candidates, f"{purpose}, row {number}")]
    ]


def _listed(rows: Any, purpose: str) -> Iterable[Any]:
    if isinstance(rows, str) or not hasattr(rows, "__iter__"):
        shown = excerpt(rows) if isinstance(rows, str) else repr(rows)
        raise ModelError(f"{purpose}: {shown}, expected rows: {KINDS}")
    listed: Iterable[Any] = rows
    return listed


def _table_and_values(row: Any, tables: Sequence[Choices], purpose: str) -> tuple[Choices, Values]:
    """Return the table of a row and its values by column."""
    if isinstance(row, Mapping):
        values: Values = row
    elif hasattr(row, "_fields"):
        values = dict(zip(row._fields, row, strict=True))
    elif is_dataclass(row) and not isinstance(row, type):
        values = {field.name: getattr(row, field.name) for field in fields(row)}
    elif isinstance(row, tuple | list):
        fits = [table for table in tables if len(table.columns) == len(row)]
        table = _only(fits or list(tables), str(row), purpose)
        if len(row) != len(table.columns):
            message = (
                f"{len(row)} values, expected {len(table.columns)}: {', '.join(table.columns)}"
            )
            raise ModelError(f"{purpose}: {message}")
        return table, dict(zip(table.columns, row, strict=True))
    else:
        message = f"expected a row ({KINDS}); `read` takes option numbers"
        raise ModelError(f"{purpose}: {row!r}, {message}")
    own = [
        table
        for table in tables
        if type(row).__name__ == table.name and getattr(row, "_fields", None) == table.columns
    ]
    fits = own or [table for table in tables if values.keys() <= set(table.columns)]
    return _only(fits or list(tables), condition_text("the row ", values), purpose), values


def _only(tables: list[Choices], row: str, purpose: str) -> Choices:
    if len(tables) == 1:
        return tables[0]
    if not tables:
        raise ModelError(f"{purpose}: {row}, but there is no table")
    names = " and ".join(table.name for table in tables)
    example = f"{{{tables[0].name!r}: [...]}}"
    raise ModelError(f"{purpose}: {row} fits the tables {names}, expected rows by table: {example}")


class _Finder:
    """Finds rows of one table."""

    def __init__(self, table: Choices) -> None:
        self.table = table
        self._by_json: dict[tuple[str, ...], dict[str, list[int]]] = {}

    def option(self, values: Values, purpose: str) -> int:
        """Return the option of the one row that has these values. Raises ModelError."""
        table = self.table
        numbers = table.find(purpose, values) if values else list(range(len(table)))
        if not numbers:
            columns = tuple(values)
            index = self._by_json.get(columns)
            if index is None:
                places = [self.table.columns.index(column) for column in columns]
                index = self._by_json[columns] = {}
                for number, row in enumerate(self.table.rows):
                    index.setdefault(_in_json(row[place] for place in places), []).append(number)
            numbers = index.get(_in_json(values.values()), [])
        if len(numbers) != 1:
            problem = f"{len(numbers)} choices match, expected one" if numbers else "no such choice"
            raise ModelError(f"{purpose}: {condition_text(table.name, values)}: {problem}")
        return table.offset + numbers[0]


def _in_json(values: Iterable[Any]) -> str:
    from ..spelling import as_json

    return repr([as_json(value) for value in values])
