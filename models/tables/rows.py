"""Rows of tables: their type, and how rows, data frames and arrays become rows."""

from __future__ import annotations

import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from itertools import product
from keyword import iskeyword
from typing import Any

import numpy as np

from ..errors import ModelError, excerpt

__all__ = [
    "LateRows",
    "Row",
    "RowFunction",
    "Rows",
    "expected_instead",
    "is_column",
    "is_frame",
    "listed",
    "row_type",
    "rows_of_frame",
]

Row = tuple[Any, ...]


@dataclass(frozen=True)
class RowFunction:
    """A function of whole rows, for readers that know the places of the columns themselves."""

    text: str
    read: Callable[[Row], Any]


@dataclass(frozen=True)
class Rows:
    """Rows as plain tuples under columns that are named, so that even a table of none has them.

    `of_nodes` and `of_edges` read a graph of networkx, which is not imported here: whoever passes a
    graph has it already.
    """

    columns: Sequence[str]
    values: Iterable[Row]

    @classmethod
    def of_nodes(cls, graph: Any, name: str = "node") -> Rows:
        """Return the vertices of a graph, in its order.

        name  the column of the vertices themselves

        Their attributes are columns, too, as far as every vertex has them and their names can be
        those of columns. Raises ModelError for what is no graph, and for a name that is an
        attribute's.
        """
        _require_graph(graph)
        return cls._with_attributes(
            [((node,), has) for node, has in graph.nodes(data=True)], (name,)
        )

    @classmethod
    def of_edges(cls, graph: Any, ends: Sequence[str] = ("a", "b")) -> Rows:
        """Return the edges of a graph, in its order.

        ends  the columns of the two vertices of an edge; of a directed graph, from and to

        Attributes are columns, and errors are raised, as for `of_nodes`.
        """
        _require_graph(graph)
        if len(ends) != 2 or isinstance(ends, str):
            raise ModelError(f"ends {ends!r}, expected the names of two columns")
        edges = [((a, b), has) for a, b, has in graph.edges(data=True)]
        return cls._with_attributes(edges, ends)

    @classmethod
    def _with_attributes(
        cls, rows: Sequence[tuple[Row, Mapping[Any, Any]]], columns: Sequence[str]
    ) -> Rows:
        """Return rows of their own columns, and of the attributes that all have."""
        first: Mapping[Any, Any] = rows[0][1] if rows else {}
        shared = [key for key in first if is_column(key) and all(key in has for _, has in rows)]
        for name in columns:
            if name in shared:
                raise ModelError(f"column {name!r} is an attribute, too, expected another name")
        values = [(*row, *(has[key] for key in shared)) for row, has in rows]
        return cls((*columns, *shared), values)


@dataclass(frozen=True)
class LateRows:
    """Rows as plain tuples under columns that are named; they are made when they are asked for.

    make  gives `size` rows, the same whenever it is called
    """

    columns: Sequence[str]
    size: int
    make: Callable[[], Iterable[Row]]


def _require_graph(graph: Any) -> None:
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges") and hasattr(graph, "adj")):
        raise ModelError(f"{graph!r}, expected a graph of networkx")


def is_column(name: object) -> bool:
    """Whether a column can be called so: rows and expressions hold names of Python alone."""
    return (
        isinstance(name, str)
        and name.isidentifier()
        and not name.startswith("_")
        and not iskeyword(name)
    )


def expected_instead(name: str) -> str:
    """Say what a name that no expression can hold should be, and one like it that can be held."""
    if iskeyword(name):
        return f"that is no word of Python, as {name}_"
    like = re.sub(r"\W+", "_", name).strip("_")
    return "of letters, digits and _, a letter first" + f", as {like}" * is_column(like)


@lru_cache(maxsize=256)
def row_type(name: str, columns: tuple[str, ...]) -> Any:
    """Return the type of a table's rows, one for all tables of that name and these columns.

    Raises ModelError for a name that an expression cannot hold.
    """
    for number, word in enumerate((name, *columns)):
        where = f"table {name!r}" + (f": column {word!r}" if number else "")
        if iskeyword(word) or not (is_column(word) if number else word.isidentifier()):
            raise ModelError(f"{where}, expected a name {expected_instead(word)}")
        if word in columns[: max(number - 1, 0)]:
            raise ModelError(f"{where} twice, expected each name once")
    named: Any = namedtuple(name, columns)  # type: ignore[misc]
    return type(name, (named,), {"__slots__": (), "__reduce__": _parts_of_row})


def _parts_of_row(row: Any) -> tuple[Any, ...]:
    """Say what a row is pickled as: its type has no home in any module."""
    return _row, (type(row).__name__, row._fields, tuple(row))


def _row(name: str, columns: tuple[str, ...], values: Row) -> Row:
    """Return the row that was pickled."""
    row: Row = row_type(name, columns)._make(values)
    return row


def listed(
    name: str, rows: Iterable[Any] | Rows | LateRows | None, columns: Mapping[str, Iterable[Any]]
) -> tuple[Sequence[str], Iterable[Row]]:
    """Return the names of the columns, and the rows: those given, or the product."""
    if rows is None:
        return tuple(columns), product(*columns.values())
    if isinstance(rows, LateRows):
        return rows.columns, rows.make()
    if isinstance(rows, Rows):
        return rows.columns, _whole(name, rows)
    if not hasattr(rows, "__iter__"):
        raise ModelError(f"table {name!r}: rows is {rows!r}, expected an iterable of rows")
    listed = list(rows)
    names = _names_of(name, listed[0]) if listed else ()
    return names, _values_of(name, names, listed)


def _whole(table: str, rows: Rows) -> Sequence[Row]:
    listed, size = list(rows.values), len(rows.columns)
    if set(map(len, listed)) - {size}:
        number = next(number for number, row in enumerate(listed) if len(row) != size)
        message = f"{len(listed[number])} values, expected {size}"
        raise ModelError(f"table {table!r}, row {number}: {message}")
    return listed


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
    if set(map(type, rows)) == {dict} and set(map(tuple, rows)) == {names}:
        yield from map(tuple, map(dict.values, rows))
        return
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


# ---- Data frames and arrays ----------------------------------------------------------------------
# None of these libraries is imported here: who hands a frame over has it already. Each row is a
# choice and each column goes by its name; an index is no column. Values become Python's own, so
# that a puzzle can be answered and pickled where the library is not: numpy's scalars are integers,
# floats and truth values, timestamps datetimes, lists and arrays tuples; a category is its value.


def is_frame(rows: object) -> bool:
    """Whether that is a data frame or a structured array."""
    if isinstance(rows, np.ndarray):
        return rows.dtype.names is not None
    return _library(rows) != ""


def _library(rows: object) -> str:
    """Return which library that is a data frame of; "" if it is none."""
    for library in ("pandas", "polars"):
        module = sys.modules.get(library)
        kinds = (getattr(module, name, None) for name in ("DataFrame", "LazyFrame"))
        if isinstance(rows, tuple(kind for kind in kinds if kind is not None)):
            return library
    return ""


def rows_of_frame(table: str, frame: Any) -> Rows:
    """Return the rows of a data frame or a structured array.

    table  what the table of choices is called, for messages

    Raises ModelError for a column without a proper name or with another one's, and for a missing
    value (NaN, NaT, NA, None), whose row it returns, from 0.
    """
    if isinstance(frame, np.ndarray):
        if frame.ndim != 1:
            raise ModelError(f"table {table!r}: an array of {frame.ndim} axes, expected one axis")
        names: Sequence[Any] = frame.dtype.names or ()
        columns = [frame[name].tolist() for name in names]
    elif _library(frame) == "polars":
        if not hasattr(frame, "get_columns"):
            raise ModelError(f"table {table!r}: a lazy frame, expected frame.collect()")
        names = frame.columns
        columns = [column.to_list() for column in frame.get_columns()]
    else:
        names = list(frame.columns)
        columns = [frame.iloc[:, place].tolist() for place in range(len(names))]
    for place, name in enumerate(names):
        if not isinstance(name, str):
            message = f"a column called {excerpt(repr(name))}, expected a name as text"
            raise ModelError(f"table {table!r}: {message} (frame.rename gives one)")
        if name in names[:place]:
            raise ModelError(f"table {table!r}: column {name!r} twice, expected each name once")
    own = [_column(table, name, values) for name, values in zip(names, columns, strict=True)]
    return Rows(tuple(names), list(zip(*own, strict=True)))


def _column(table: str, name: str, values: Iterable[Any]) -> list[Any]:
    plain = []
    for row, value in enumerate(values):
        if value is None or _is_missing(value):
            problem = f"{value} in column {name!r}"
            raise ModelError(f"table {table!r}, row {row}: {problem}, expected a value")
        plain.append(_plain(value))
    return plain


def _is_missing(value: Any) -> bool:
    """Whether that is NaN, NaT or NA: what does not equal itself, or does not say."""
    if type(value) in (int, str, bool) or isinstance(value, list | tuple | dict | np.ndarray):
        return False
    try:
        return bool(value != value)
    except TypeError:
        return True


def _plain(value: Any) -> Any:
    """Return a value as Python's own."""
    if type(value) in (int, str, float, bool):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, list | np.ndarray):
        return tuple(map(_plain, value))
    if getattr(value, "nanosecond", getattr(value, "nanoseconds", 1)) == 0:
        for name in ("to_pydatetime", "to_pytimedelta"):
            if hasattr(value, name):
                return getattr(value, name)()
    return value
