"""Tables of choices: their rows, what rules read of their columns, and how they are made.

A rule, a filter or a cost names the columns it reads: by a column name, a tuple of names, or a
function whose parameters are column names. A condition on rows is such a function, too, or a
mapping of columns to values.

A table travels: pickled or copied deeply it keeps its columns, and what functions say of its rows
goes along as the values that they gave.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import count, product
from math import prod
from operator import itemgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn, overload

import numpy as np
import numpy.typing as npt

from ..budget import in_parts, looking
from ..errors import ModelError, did_you_mean, excerpt
from ..matrix.builder import collector_paused
from .conditions import Predicate, condition_text, split_condition
from .faults import Guarded, filtered
from .rows import LateRows, Row, RowFunction, Rows, is_frame, listed, row_type, rows_of_frame

if TYPE_CHECKING:
    from .selections import Selection

__all__ = ["Choices", "Column", "Columns", "Known", "Predicate", "Values", "table_of"]

FEW = 50  # a row is read in the time in which so many numbers of rows are compared
_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
Columns = str | Sequence[str] | Callable[..., Any] | RowFunction
Places = tuple[int, ...] | None


class _ColumnExpression(ModelError, AttributeError):
    """A column of a table used as an attribute; `hasattr` and `copy` take it for a missing one."""


class Choices:
    """A table of choices: `name`, `columns` (their names), `rows` (named tuples).

    Made by `Puzzle.choices`; `offset` is the option number of row 0 in the puzzle's matrix. Rows
    that follow from something smaller, as those of a product do, are made when they are first
    asked for.

    rows     the rows; or what gives them, `size` of them, when they are asked for
    factors  the values of each column, if the rows are their product

    `declared` are the values of columns in the order in which they were declared, also those that a
    filter has left no row; empty where rows were given as they are.
    """

    def __init__(
        self,
        name: str,
        columns: Sequence[str],
        rows: Iterable[Row] | Callable[[], Iterable[Row]],
        offset: int,
        *,
        size: int = 0,
        factors: tuple[Row, ...] | None = None,
    ) -> None:
        self.name = name
        self.columns = tuple(columns)
        self._type = row_type(name, self.columns)
        self._rows: list[Row] | None = None
        self._give = rows if callable(rows) else None
        if not callable(rows):
            # As `_make`, without a call in Python for each of a million rows.
            self._rows = list(map(partial(tuple.__new__, self._type), rows))
            size = len(self._rows)
        self._size, self.factors = size, factors
        self.declared: Mapping[str, Sequence[Any]] = dict(
            zip(self.columns, factors or (), strict=factors is not None)
        )
        self.offset = offset
        self.words: Sequence[str] | None = None  # what each row says, in the puzzle's own words
        self._numbers: dict[Row, list[int]] | None = None
        self._by_value: dict[int, dict[Any, list[int]]] = {}
        self._by_values: dict[tuple[int, ...], dict[Any, list[int]]] = {}

    @classmethod
    def product(cls, name: str, columns: Mapping[str, Iterable[Any]], offset: int) -> Choices:
        """Return the table of the product of columns."""
        factors = tuple(map(tuple, columns.values()))
        rows = partial(product, *factors)
        size = prod(map(len, factors))
        return cls(name, tuple(columns), rows, offset, size=size, factors=factors)

    @property
    def rows(self) -> list[Row]:
        """The rows, as named tuples."""
        if self._rows is None:
            with collector_paused():
                self._rows = list(map(partial(tuple.__new__, self._type), self._given()))
        return self._rows

    def _given(self) -> Iterable[Row]:
        """Return the rows, perhaps as plain tuples."""
        return self._give() if self._rows is None and self._give is not None else self.rows

    def __getitem__(self, number: int) -> Row:
        """Return one row; the others need not be made for it.

        Raises ModelError for the name of a column, as in `table["row"]`: a table is no data frame.
        """
        if isinstance(number, str):
            self._place(number, f"{self.name}[{number!r}]")
            raise ModelError(self._no_expression(f"[{number!r}]", number))
        if self._rows is not None or self.factors is None:
            return self.rows[number]
        values, number = [], range(self._size)[number]
        for factor in reversed(self.factors):
            number, place = divmod(number, len(factor))
            values.append(factor[place])
        row: Row = tuple.__new__(self._type, reversed(values))
        return row

    def rows_at(self, numbers: Sequence[int]) -> Iterable[Row]:
        """Return the rows of these numbers; of few of them, the others need not be made."""
        few = self._rows is None and FEW * len(numbers) < self._size
        return map((self if few else self.rows).__getitem__, numbers)

    if not TYPE_CHECKING:  # or every misspelled attribute would pass as one

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an AttributeError; for a column, as in `table.row == 1`, it names `where`."""
            columns = self.__dict__.get("columns", ())
            if name in columns:
                raise _ColumnExpression(self._no_expression(f".{name}", name))
            close = "" if name.startswith("_") else did_you_mean(name, columns)
            raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}{close}")

    def _no_expression(self, written: str, column: str) -> str:
        """Return the message for a column that is used as if it were an expression."""
        expected = (
            f"expected a condition: {self.name}.where({column}=...), or where={{{column!r}: ...}}"
        )
        return f"{self.name}{written}: a table has no column expressions, {expected}"

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each column has, if the rows are their product; else how many rows."""
        return (self._size,) if self.factors is None else tuple(map(len, self.factors))

    def twin(self) -> Choices:
        """Return a table like this one; what is done to one of the two does not touch the other."""
        twin = Choices.__new__(Choices)
        twin.__dict__.update(self.__dict__)
        twin._give, twin._rows = self._give or tuple(self.rows).__iter__, None
        return twin

    def __getstate__(self) -> tuple[Any, ...]:
        """Return columns rather than rows: a million rows are a few lists then."""
        columns: Any = self.factors
        if columns is None:
            columns = [list(column) for column in zip(*self._given(), strict=True)]
        whole = self.factors is None
        declared = self.declared if whole else {}
        return self.name, self.columns, len(self), columns, self.offset, self.words, whole, declared

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        name, names, size, columns, offset, words, whole, declared = state
        if whole:
            rows = zip(*columns, strict=True) if columns else [()] * size
            Choices.__init__(self, name, names, rows, offset)
            self.declared = declared
        else:
            give = partial(product, *columns)
            Choices.__init__(self, name, names, give, offset, size=size, factors=columns)
        self.words = words

    def is_like(self, other: Choices) -> bool:
        """Whether it is the other table, or one of the same name, columns and rows."""
        if self is other:
            return True
        mine, theirs = (
            (self.name, self.columns, self.offset),
            (other.name, other.columns, other.offset),
        )
        return mine == theirs and (
            self.factors == other.factors
            if self.factors and other.factors
            else self.rows == other.rows
        )

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"Choices({self.name!r}, {len(self)} rows of {', '.join(self.columns)})"

    def where(self, where: Predicate | None = None, **columns: Any) -> Selection:
        """Select choices, for statements such as `puzzle.implies(a, b)`.

        where    a function of columns, or a mapping of columns
        columns  the same by name: of a column the value that it has, or a function of this value

        The selection says that at least one of its choices is made; `a & b`, `a | b` and `~a` say
        more. Raises ModelError for a column that there is not, and for a value that no choice has.

        >>> from minuet.models import Puzzle
        >>> digit = Puzzle("small").choices("digit", row=range(2), value=range(1, 10))
        >>> len(digit.where(row=0, value=lambda v: v > 3))
        6
        """
        from .selections import selected

        return selected(self, where, columns)

    def say(self, words: Callable[[Row], str]) -> None:
        """Let messages name a row by what `words` says of it."""
        self.words = Column(self, words)

    def column(self, columns: Columns, purpose: str) -> Sequence[Any]:
        """Return what `columns` says of each row. Raises ModelError as `reader` does."""
        if isinstance(columns, Known):
            return columns
        return Column(self, *self._reading(columns, purpose))

    def condition(self, where: Predicate, purpose: str) -> Sequence[Any]:
        """Return whether a condition is true of each row.

        where  a function of columns; or a mapping from columns to values, or to functions of them

        Raises ModelError as `reader` does, and for a value that no row has.
        """
        if isinstance(where, Mapping):
            self.require_values(where, purpose)
            return Column(self, *self._test(where, purpose))
        return self.column(where, purpose)

    def predicate(self, column: str, function: Callable[[Any], Any], purpose: object) -> Guarded:
        """Return a function that tests a row by its value in a column."""
        return Guarded(
            function, [self._place(column, purpose)], self.name, self.columns, purpose, column
        )

    def tester(self, where: Predicate, purpose: object) -> Callable[[Row], Any]:
        """Return a function that tests a row by a condition, as `condition` does."""
        if isinstance(where, Mapping):
            return self._test(where, purpose)[0]
        return self.reader(where, purpose)

    def _test(
        self, wanted: Mapping[str, Any], purpose: object
    ) -> tuple[Callable[[Row], Any], tuple[int, ...]]:
        """Return the test of a mapping, and the places of its columns."""
        places = {name: self._place(name, purpose) for name in wanted}
        values = [(places[name], value) for name, value in wanted.items() if not callable(value)]
        tests = [
            self.predicate(name, value, purpose)
            for name, value in wanted.items()
            if callable(value)
        ]

        def test(row: Row) -> bool:
            return all(row[k] == value for k, value in values) and all(
                predicate(row) for predicate in tests
            )

        return test, tuple(places.values())

    def require_values(self, wanted: Mapping[str, Any], purpose: object) -> None:
        """Raise ModelError for a value that no row has in its column, unless there are no rows."""
        for name, value in wanted.items() if len(self) else ():
            place = self._place(name, purpose)
            if callable(value):
                continue
            try:
                found = value in self._values_of(place)
            except TypeError:  # of values that cannot be hashed
                found = bool(self.find(purpose, {name: value}))
            if not found:
                raise ModelError(f"{purpose}: no choice has {name}={value!r}")

    def reader(self, columns: Columns, purpose: object) -> Callable[[Row], Any]:
        """Return a function from a row to what `columns` says of it.

        Raises ModelError, beginning with `purpose`, for a column that the table lacks.
        """
        return self._reading(columns, purpose)[0]

    def _reading(self, columns: Columns, purpose: object) -> tuple[Callable[[Row], Any], Places]:
        """Return the reader, and the places of the columns that it reads; None: it may read any."""
        if isinstance(columns, str):
            place = self._place(columns, purpose)
            return itemgetter(place), (place,)
        if isinstance(columns, RowFunction):
            return columns.read, None
        if not callable(columns) and not isinstance(columns, Sequence):
            raise ModelError(f"{purpose}: {columns!r}, expected column names or a function of them")
        if not callable(columns):
            places = tuple([self._place(column, purpose) for column in columns])
            if len(places) > 1:
                return itemgetter(*places), places
            return lambda row: tuple([row[place] for place in places]), places
        wanted = [self._place(name, purpose) for name in _parameters(columns, purpose)]
        return Guarded(columns, wanted, self.name, self.columns, purpose), tuple(wanted)

    def _place(self, column: str, purpose: object) -> int:
        if not self.columns and not self.rows:
            return 0  # a table of no rows does not know its columns
        try:
            return self.columns.index(column)
        except ValueError:
            raise ModelError(
                f"{purpose}: table {self.name!r} has no column {column!r}, "
                f"expected one of {', '.join(self.columns)}{did_you_mean(column, self.columns)}"
            ) from None

    def find(self, purpose: object, values: Mapping[str, Any]) -> list[int]:
        """Return the numbers of the rows that have these values, ascending."""
        wanted = {self._place(column, purpose): value for column, value in values.items()}
        if len(wanted) == len(self.columns):
            try:
                return self._those(tuple([values[column] for column in self.columns]))
            except TypeError:
                pass  # values that cannot be hashed are compared instead
        if not (len(self) and values):
            return list(range(len(self)))
        numbers: Sequence[int] = range(len(self))
        try:
            if self.has_distinct_factors:
                return self._of_product(values)
            having = [self._having(place).get(value, []) for place, value in wanted.items()]
            numbers, *others = sorted(having, key=len)
            if FEW * len(numbers) >= sum(map(len, others)):
                return sorted(set(numbers).intersection(*others)) if others else list(numbers)
        except TypeError:
            pass  # likewise
        read, row = self.reader(tuple(values), purpose), tuple(values.values())
        return [number for number in numbers if read(self[number]) == row]

    def _of_product(self, values: Mapping[str, Any]) -> list[int]:
        """Return the rows of a product that have these values. Raises TypeError as `_indexes`."""
        numbers = [0]
        for column, index in zip(self.columns, self._indexes, strict=True):
            size = len(index)
            if column not in values:
                numbers = [number * size + place for number in numbers for place in range(size)]
            else:
                place = index.get(values[column])
                if place is None:
                    return []
                numbers = [number * size + place for number in numbers]
        return numbers

    def _those(self, row: Row) -> list[int]:
        """Return the numbers of the rows that equal this one. Raises TypeError as `_numbered`."""
        if self.factors is None or not self.has_distinct_factors:
            return self._numbered().get(row, [])
        number = 0
        for index, value in zip(self._indexes, row, strict=True):
            place = index.get(value)
            if place is None:
                return []
            number = number * len(index) + place
        return [number]

    @cached_property
    def _indexes(self) -> list[dict[Any, int]]:
        """The place of each value among its factor. Raises TypeError for what cannot be hashed."""
        return [dict(zip(factor, count(), strict=False)) for factor in self.factors or ()]

    @cached_property
    def has_distinct_factors(self) -> bool:
        """Whether it is a product, and no factor holds a value twice, or one without a hash."""
        try:
            return self.factors is not None and self.shape == tuple(map(len, self._indexes))
        except TypeError:
            return False

    def _numbered(self) -> Mapping[Row, list[int]]:
        """Return the numbers of each row. Raises TypeError for rows that cannot be hashed."""
        if self._numbers is None:
            numbers: dict[Row, list[int]] = {}
            for number, row in enumerate(self.rows):
                numbers.setdefault(row, []).append(number)
            self._numbers = numbers
        return self._numbers

    def _values_of(self, place: int) -> Mapping[Any, Any]:
        """Return the values of a column. Raises TypeError for what cannot be hashed."""
        return self._indexes[place] if self.has_distinct_factors else self._having(place)

    def _having(self, place: int) -> Mapping[Any, list[int]]:
        """Return the numbers of the rows with each value of a column, ascending.

        They are looked up, for statements ask for them again and again. Raises TypeError for values
        that cannot be hashed.
        """
        if place not in self._by_value:
            numbers: dict[Any, list[int]] = {}
            for number, row in enumerate(self._given()):
                numbers.setdefault(row[place], []).append(number)
            self._by_value[place] = numbers
        return self._by_value[place]

    def having(self, column: Sequence[Any]) -> Mapping[Any, Sequence[int]]:
        """Return the numbers of the rows of which a column of the table says each value.

        Those of columns that the table holds are looked up, for rules ask for them again and again.
        """
        places = column.places if isinstance(column, Column) and column.is_stored else None
        if places is not None and len(places) == 1:
            return self._having(places[0])
        numbers = {} if places is None else self._by_values.get(places, {})
        if not numbers:
            for number, value in enumerate(column):
                numbers.setdefault(value, []).append(number)
            if places is not None:
                self._by_values[places] = numbers
        return numbers

    def describe(self, number: int) -> str:
        """Name the choice in row `number` for a message."""
        if self.words is not None:
            return self.words[number]
        pairs = zip(self.columns, self[number], strict=True)
        return f"{self.name}({', '.join(f'{column}={value!r}' for column, value in pairs)})"


class Known(Sequence[Any]):
    """What is said of each row of a table, by row number, worked out beforehand."""


class Column(Sequence[Any]):
    """What is said of each row of a table, by row number; worked out whenever it is asked for.

    Pickled or copied deeply, it becomes the list of what is said: its function stays behind.

    places  those of the columns that it reads; None: it may read any
    """

    def __init__(self, table: Choices, read: Callable[[Row], Any], places: Places = None) -> None:
        self.table, self.read, self.places = table, read, places

    @property
    def is_stored(self) -> bool:
        """Whether it only looks up what the table holds."""
        return isinstance(self.read, itemgetter)

    @property
    def shape(self) -> tuple[int, ...] | None:
        """Where the table is a product: how many values are read of each column, 1 of the others.

        Rows that differ in other columns alone are said the same of. None: the rows are to be read
        one by one.
        """
        factors = self.table.factors
        if factors is None or self.places is None:
            return None
        return tuple([len(f) if k in self.places else 1 for k, f in enumerate(factors)])

    def distinct(self) -> Iterator[Any]:
        """Iterate over what is said, once for rows that are alike in what is read (`shape`)."""
        return map(self.read, self._distinct_rows())

    def _distinct_rows(self) -> Iterable[Row]:
        factors = self.table.factors
        if factors is None or self.places is None:
            return self.table._given()
        if not all(factors):
            return ()
        return product(*[f if k in self.places else f[:1] for k, f in enumerate(factors)])

    def said(self) -> list[Any]:
        """Return what `distinct` iterates over, with a look now and then (budget.py)."""
        read = self.read
        if not isinstance(read, Guarded):
            return list(looking(self.distinct()))
        values: list[Any] = []
        for rows in in_parts(self._distinct_rows()):
            values += read.each(rows)
        return values

    def of(self, table: Choices) -> Column:
        """Return the same of a table that is like this one's."""
        return Column(table, self.read, self.places)

    def row_of(self, place: int) -> int:
        """Return the number of the first row whose value has this place among the distinct ones."""
        if self.shape is None:
            return place
        return int(np.ravel_multi_index(np.unravel_index(place, self.shape), self.table.shape))

    def beside(self, other: Column) -> tuple[Places, Iterable[tuple[Any, Any]]]:
        """Return (places, pairs): what both say, once for rows that are alike in what either reads.

        places  those of the columns that either reads; None: the pairs are those of all rows
        """
        if self.shape is None or other.shape is None or not len(self.table):
            return None, zip(self, other, strict=True)
        shape = tuple(map(max, self.shape, other.shape))
        pair = []
        for column, own in ((self, self.shape), (other, other.shape)):
            values = list(column.distinct())
            alike = np.broadcast_to(np.arange(prod(own)).reshape(own), shape).ravel()
            pair.append(map(values.__getitem__, alike.tolist()))
        places = {*(self.places or ()), *(other.places or ())}
        return tuple(sorted(places)), zip(*pair, strict=True)

    def of_rows(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what belongs to each row, of values in the order of `distinct`."""
        shape = self.shape
        if shape is None:
            return values
        if not len(self.table):
            return values[:0]
        return np.broadcast_to(values.reshape(shape), self.table.shape).ravel()

    def evaluated(self, values: Sequence[Any]) -> Values:
        """Return a column of these values, in the order of `distinct`."""
        return Values(self.table, values, None if self.shape is None else self.places)

    def __len__(self) -> int:
        return len(self.table)

    @overload
    def __getitem__(self, number: int) -> Any: ...
    @overload
    def __getitem__(self, number: slice) -> list[Any]: ...
    def __getitem__(self, number: int | slice) -> Any:
        if isinstance(number, slice):
            return list(map(self.read, self.table.rows[number]))
        return self.read(self.table[number])

    def __iter__(self) -> Iterator[Any]:
        return map(self.read, self.table._given())

    def __reduce__(self) -> tuple[Any, ...]:
        if self.is_stored:
            return Column, (self.table, self.read, self.places)
        return list, (list(self),)


class Values(Column):
    """What a function said of each row when it was evaluated.

    values  what it said, once for rows that are alike in what it reads (`shape`)
    """

    def __init__(self, table: Choices, values: Sequence[Any], places: Places) -> None:
        self.table, self.values, self.places = table, values, places

    @property
    def is_stored(self) -> bool:
        """Whether the table itself holds it."""
        return False

    def distinct(self) -> Iterator[Any]:
        """Iterate over what was said, once for rows that are alike in what is read (`shape`)."""
        return iter(self.values)

    def of(self, table: Choices) -> Column:
        """Return the same of a table that is like this one's."""
        return Values(table, self.values, self.places)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        return self.values[number if self._alike is None else self._alike[number]]

    def __iter__(self) -> Iterator[Any]:
        if self._alike is None:
            return iter(self.values)
        return map(self.values.__getitem__, self._alike.tolist())

    @cached_property
    def _alike(self) -> npt.NDArray[np.int64] | None:
        """The place of each row's value; None: each row has its own."""
        shape = self.shape
        if shape is None or not self.values:
            return None
        places = np.arange(len(self.values)).reshape(shape)
        return np.broadcast_to(places, self.table.shape).ravel()

    def __reduce__(self) -> tuple[Any, ...]:
        return Values, (self.table, self.values, self.places)


def _parameters(function: Callable[..., Any], purpose: object) -> Sequence[str]:
    """Return the names of a function's parameters without defaults. ModelError if they are others.

    Those of a plain function stand in its code, where they are found at once.
    """
    if type(function) is FunctionType and not function.__dict__:
        code = function.__code__
        others = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
        if not (code.co_kwonlyargcount or code.co_flags & others):
            return code.co_varnames[: code.co_argcount - len(function.__defaults__ or ())]
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError as error:
        raise ModelError(f"{purpose}: {error}, expected a function of columns") from error
    for parameter in parameters:
        if parameter.kind not in _PLAIN and parameter.default is parameter.empty:
            message = f"parameter {parameter}, expected plain ones, named as columns"
            raise ModelError(f"{purpose}: {message}")
    return [p.name for p in parameters if p.default is p.empty]


# ---- Making a table ------------------------------------------------------------------------------


def table_of(
    name: str,
    rows: Iterable[Any] | Mapping[str, Iterable[Any]] | Rows | LateRows | None,
    columns: Mapping[str, Iterable[Any]],
    where: Predicate | None,
    offset: int,
    csv: str | os.PathLike[str] | None = None,
    source: str = "",
) -> Choices:
    """Build a table from given rows, or from the product of columns, filtered by `where`.

    source  where `where` stands, as messages write it behind its name
    """
    if csv is not None:
        return table_of(name, _of_file(name, csv, rows, columns), {}, where, offset, source=source)
    if rows is not None and not columns and is_frame(rows):
        return table_of(name, rows_of_frame(name, rows), {}, where, offset, source=source)
    if isinstance(rows, Mapping) and not columns:
        return table_of(name, None, rows, where, offset, source=source)
    split_condition(where, {}, f"table {name!r}")
    if rows is None and not columns:
        message = "no columns, expected some: row=range(8), or rows"
        raise ModelError(f"table {name!r} has {message}")
    columns = _checked_columns(name, columns)
    if rows is None and where is None:
        return Choices.product(name, columns, offset)
    if isinstance(rows, LateRows) and where is None and not columns:
        return Choices(name, rows.columns, rows.make, offset, size=rows.size)
    if rows is not None and columns:
        raise ModelError(f"table {name!r}: rows and columns given, expected one of the two")
    declared = {column: tuple(values) for column, values in columns.items()}
    names, values = listed(name, rows, declared)
    with collector_paused():
        if where is not None and names:
            # A row that is filtered out is never kept, however large the product.
            purpose = f"table {name!r}, where{source}"
            values = filtered(Choices(name, names, (), offset).tester(where, purpose), values)
        table = Choices(name, names, values, offset)
    if isinstance(where, Mapping) and where and not len(table):
        raise ModelError(f"table {name!r}: no row meets {condition_text('the condition ', where)}")
    table.declared = declared
    return table


def _checked_columns(name: str, columns: Mapping[str, Any]) -> Mapping[str, Collection[Any]]:
    """Return the values of each column. Raises ModelError for what is none, or stands twice.

    Two equal rows of a product would be two unintended choices.
    """
    checked: dict[str, Collection[Any]] = {}
    for column, given in columns.items():
        if isinstance(given, str):
            message = f"column {column} is {excerpt(given)}, expected values such as range(8)"
            listed = f" or list({given!r})" if given.isalnum() and len(given) < 40 else ""
            raise ModelError(f"table {name!r}: {message}{listed}")
        if not hasattr(given, "__iter__"):
            message = f"column {column} is {given!r}, expected values such as range(8)"
            raise ModelError(f"table {name!r}: {message}")
        if not isinstance(given, range):
            given = tuple(given)
            for value in _repeated(given):
                message = f"column {column} holds {value!r} twice, expected each value once"
                raise ModelError(f"table {name!r}: {message}")
        checked[column] = given
    return checked


def _repeated(values: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the values that stand twice."""
    try:
        if len(set(values)) == len(values):
            return
    except TypeError:  # some have no hash and are compared instead
        pass
    yield from (value for place, value in enumerate(values) if value in values[:place])


def _of_file(name: str, csv: object, rows: object, columns: Mapping[str, object]) -> Rows:
    """Return the rows of a file of comma-separated values."""
    if not isinstance(csv, str | os.PathLike):
        message = f"csv is {csv!r}, expected a file's name (a column called csv comes in a mapping)"
        raise ModelError(f"table {name!r}: {message}")
    if rows is not None or columns:
        raise ModelError(f"table {name!r}: csv and rows or columns given, expected one of them")
    from .csv_rows import rows_of_file

    return rows_of_file(csv)
