"""A puzzle's tables: each row is one yes/no choice, and rules look at its named columns.

A rule, a filter or a cost names the columns it reads: by a column name, a tuple of names, or a
function whose parameters are column names.

A table travels: pickled or copied deeply it keeps its columns, and what functions say of its rows
goes along as the values that they gave.
"""

from __future__ import annotations

import inspect
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache, partial
from itertools import product
from operator import itemgetter
from typing import Any, overload

from .errors import ModelError
from .matrix.collector import collector_paused

__all__ = ["Choices", "Column", "Columns", "Predicate", "Row", "RowFunction", "Rows"]

Row = tuple[Any, ...]


@dataclass(frozen=True)
class RowFunction:
    """A function of whole rows, for readers that know the places of the columns themselves."""

    text: str
    read: Callable[[Row], Any]


@dataclass(frozen=True)
class Rows:
    """Rows as plain tuples under columns that are named, so that even a table of none has them."""

    columns: Sequence[str]
    values: Iterable[Row]


_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
Columns = str | Sequence[str] | Callable[..., Any] | RowFunction
Predicate = Callable[..., bool] | RowFunction


class Choices:
    """A table of choices: `name`, `columns` (their names), `rows` (named tuples).

    Made by `Puzzle.choices`; `offset` is the option number of row 0 in the puzzle's matrix.
    """

    def __init__(self, name: str, columns: Sequence[str], rows: Iterable[Row], offset: int) -> None:
        self.name = name
        self.columns = tuple(columns)
        try:
            row_type = _row_type(name, self.columns)
        except ValueError as error:
            raise ModelError(f"table {name!r}: {error}") from error
        # As `_make`, without a call in Python for each of a million rows.
        self.rows: list[Row] = list(map(partial(tuple.__new__, row_type), rows))
        self.offset = offset
        self.words: Sequence[str] | None = None  # what each row says, in the puzzle's own words
        self._numbers: dict[Row, list[int]] | None = None

    def __getstate__(self) -> tuple[Any, ...]:
        """Return columns rather than rows: a million rows are a few lists then."""
        columns = [list(column) for column in zip(*self.rows, strict=True)]
        return self.name, self.columns, len(self), columns, self.offset, self.words

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        name, names, size, columns, offset, words = state
        rows = zip(*columns, strict=True) if columns else [()] * size
        Choices.__init__(self, name, names, rows, offset)
        self.words = words

    def is_like(self, other: Choices) -> bool:
        """Whether it is the other table, or one of the same name, columns and rows."""
        if self is other:
            return True
        mine, theirs = (
            (self.name, self.columns, self.offset),
            (other.name, other.columns, other.offset),
        )
        return mine == theirs and self.rows == other.rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"Choices({self.name!r}, {len(self)} rows of {', '.join(self.columns)})"

    def say(self, words: Callable[[Row], str]) -> None:
        """Let messages name a row by what `words` says of it."""
        self.words = Column(self, words)

    def column(self, columns: Columns, purpose: str) -> Column:
        """Return what `columns` says of each row. Raises ModelError as `reader` does."""
        return Column(self, self.reader(columns, purpose))

    def reader(self, columns: Columns, purpose: str) -> Callable[[Row], Any]:
        """Return a function from a row to what `columns` says of it.

        Raises ModelError, beginning with `purpose`, for a column that the table lacks.
        """
        if isinstance(columns, str):
            return itemgetter(self._place(columns, purpose))
        if isinstance(columns, RowFunction):
            return columns.read
        if not callable(columns) and not isinstance(columns, Sequence):
            raise ModelError(f"{purpose}: {columns!r}, expected column names or a function of them")
        if not callable(columns):
            places = [self._place(column, purpose) for column in columns]
            if len(places) > 1:
                return itemgetter(*places)
            return lambda row: tuple([row[place] for place in places])
        return self._reader_of(columns, purpose)

    def _reader_of(self, function: Callable[..., Any], purpose: str) -> Callable[[Row], Any]:
        """Return a function from a row to what a function of columns says of it."""
        try:
            parameters = inspect.signature(function).parameters.values()
        except ValueError as error:
            raise ModelError(f"{purpose}: {error}, expected a function of columns") from error
        for parameter in parameters:
            if parameter.kind not in _PLAIN and parameter.default is parameter.empty:
                what = f"parameter {parameter}, expected plain ones, named as columns"
                raise ModelError(f"{purpose}: {what}")
        wanted = [
            self._place(parameter.name, purpose)
            for parameter in parameters
            if parameter.default is parameter.empty
        ]
        if len(wanted) == 1:
            only = wanted[0]
            return lambda row: function(row[only])
        if not wanted:
            return lambda row: function()
        pick = itemgetter(*wanted)
        return lambda row: function(*pick(row))

    def _place(self, column: str, purpose: str) -> int:
        if not self.columns and not self.rows:
            return 0  # a table of no rows was never told its columns
        try:
            return self.columns.index(column)
        except ValueError:
            raise ModelError(
                f"{purpose}: table {self.name!r} has no column {column!r}, "
                f"expected one of {', '.join(self.columns)}"
            ) from None

    def find(self, purpose: str, values: Mapping[str, Any]) -> list[int]:
        """Return the numbers of the rows that have these values, ascending."""
        if set(values) == set(self.columns):
            try:
                return self._numbered().get(tuple(values[c] for c in self.columns), [])
            except TypeError:
                pass  # values that cannot be hashed are compared instead
        read = self.reader(tuple(values), purpose)
        wanted = tuple(values.values())
        return [number for number, row in enumerate(self.rows) if read(row) == wanted]

    def _numbered(self) -> Mapping[Row, list[int]]:
        """Return the numbers of each row. Raises TypeError for rows that cannot be hashed."""
        if self._numbers is None:
            numbers: dict[Row, list[int]] = {}
            for number, row in enumerate(self.rows):
                numbers.setdefault(row, []).append(number)
            self._numbers = numbers
        return self._numbers

    def describe(self, number: int) -> str:
        """Name the choice in row `number` for a message."""
        if self.words is not None:
            return self.words[number]
        pairs = zip(self.columns, self.rows[number], strict=True)
        return f"{self.name}({', '.join(f'{column}={value!r}' for column, value in pairs)})"


class Column(Sequence[Any]):
    """What is said of each row of a table, by row number; worked out whenever it is asked for.

    Pickled or copied deeply, it becomes the list of what is said: its function stays behind.
    """

    def __init__(self, table: Choices, read: Callable[[Row], Any]) -> None:
        self.table, self.read = table, read

    @property
    def is_stored(self) -> bool:
        """Whether it only looks up what the table holds."""
        return isinstance(self.read, itemgetter)

    def __len__(self) -> int:
        return len(self.table)

    @overload
    def __getitem__(self, number: int) -> Any: ...
    @overload
    def __getitem__(self, number: slice) -> list[Any]: ...
    def __getitem__(self, number: int | slice) -> Any:
        found = self.table.rows[number]
        return list(map(self.read, found)) if isinstance(found, list) else self.read(found)

    def __iter__(self) -> Iterator[Any]:
        return map(self.read, self.table.rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Column, (self.table, self.read)) if self.is_stored else (list, (list(self),))


@lru_cache(maxsize=256)
def _row_type(name: str, columns: tuple[str, ...]) -> Any:
    """Return the type of a table's rows, one for all tables of that name and these columns."""
    named: Any = namedtuple(name, columns)  # type: ignore[misc]
    return type(name, (named,), {"__slots__": (), "__reduce__": _parts_of_row})


def _parts_of_row(row: Any) -> tuple[Any, ...]:
    """Say what a row is pickled as: its type has no home in any module."""
    return _row, (type(row).__name__, row._fields, tuple(row))


def _row(name: str, columns: tuple[str, ...], values: Row) -> Row:
    """Return the row that was pickled."""
    made: Row = _row_type(name, columns)._make(values)
    return made


def table_of(
    name: str,
    rows: Iterable[Any] | Mapping[str, Iterable[Any]] | Rows | None,
    columns: Mapping[str, Iterable[Any]],
    where: Predicate | None,
    offset: int,
) -> Choices:
    """Build a table from given rows, or from the product of columns, filtered by `where`."""
    if isinstance(rows, Mapping) and not columns:
        return table_of(name, None, rows, where, offset)
    if where is not None and not callable(where) and not isinstance(where, RowFunction):
        raise ModelError(f"table {name!r}: where is {where!r}, expected a function of columns")
    for column, given in columns.items():
        if isinstance(given, str) or not hasattr(given, "__iter__"):
            what = f"column {column} is {given!r}, expected values such as range(8)"
            raise ModelError(f"table {name!r}: {what}")
    if rows is None:
        names: Sequence[str] = tuple(columns)
        values: Iterable[Row] = product(*columns.values())
    elif columns:
        raise ModelError(f"table {name!r}: rows and columns given, expected one of the two")
    elif isinstance(rows, Rows):
        names, values = rows.columns, _whole(name, rows)
    elif not hasattr(rows, "__iter__"):
        raise ModelError(f"table {name!r}: rows is {rows!r}, expected an iterable of rows")
    else:
        listed = list(rows)
        names = _names_of(name, listed[0]) if listed else ()
        values = _values_of(name, names, listed)
    with collector_paused():
        if where is not None and names:
            # A row that is filtered out is never kept, however large the product.
            values = filter(
                Choices(name, names, (), offset).reader(where, f"table {name!r}, where"), values
            )
        return Choices(name, names, values, offset)


def _whole(table: str, rows: Rows) -> Iterator[Row]:
    for number, row in enumerate(rows.values):
        if len(row) != len(rows.columns):
            what = f"{len(row)} values, expected {len(rows.columns)}"
            raise ModelError(f"table {table!r}, row {number}: {what}")
        yield row


def _names_of(table: str, row: Any) -> tuple[str, ...]:
    if isinstance(row, Mapping):
        return tuple(row)
    if hasattr(row, "_fields"):
        return tuple(row._fields)
    if is_dataclass(row):
        return tuple(field.name for field in fields(row))
    raise ModelError(
        f"table {table!r}: a row of type {type(row).__name__}, "
        f"expected named tuples, dataclasses or mappings"
    )


def _values_of(table: str, names: Sequence[str], rows: Sequence[Any]) -> Iterator[Row]:
    usual = type(rows[0]) if rows and hasattr(rows[0], "_fields") else None
    for number, row in enumerate(rows):
        if type(row) is usual:
            yield row
            continue
        if _names_of(table, row) != names:
            raise ModelError(
                f"table {table!r}, row {number}: columns {', '.join(_names_of(table, row))}, "
                f"expected {', '.join(names)}"
            )
        if isinstance(row, Mapping):
            yield tuple(row.values())
        elif isinstance(row, tuple):
            yield row
        else:
            yield tuple(getattr(row, column) for column in names)
