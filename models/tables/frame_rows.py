"""Data frames of pandas or polars, and structured arrays of numpy, as rows of choices.

None of these libraries is imported here: who hands a frame over has it already. Each row is a
choice and each column goes by its name; an index is no column. Values become Python's own, so that
a puzzle can be answered and pickled where the library is not: numpy's scalars are integers, floats
and truth values, timestamps datetimes, lists and arrays tuples; a category is its value.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..errors import ModelError, excerpt
from .rows import Rows

__all__ = ["is_frame", "rows_of_frame"]


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
    value (NaN, NaT, NA, None), whose row it tells, from 0.
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
            what = f"a column called {excerpt(repr(name))}, expected a name as text"
            raise ModelError(f"table {table!r}: {what} (frame.rename gives one)")
        if name in names[:place]:
            raise ModelError(f"table {table!r}: column {name!r} twice, expected each name once")
    own = [_column(table, name, one) for name, one in zip(names, columns, strict=True)]
    return Rows(tuple(names), list(zip(*own, strict=True)))


def _column(table: str, name: str, values: Iterable[Any]) -> list[Any]:
    found = []
    for row, value in enumerate(values):
        if value is None or _is_missing(value):
            what = f"{value} in column {name!r}"
            raise ModelError(f"table {table!r}, row {row}: {what}, expected a value")
        found.append(_plain(value))
    return found


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
