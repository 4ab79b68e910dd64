"""How a table is made: of rows that are given, or of the product of columns."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from ..errors import ModelError, excerpt
from ..matrix.collector import collector_paused
from .conditions import condition_text, split_condition
from .frame_rows import is_frame, rows_of_frame
from .rows import LateRows, Rows, listed
from .table import Choices, Predicate

__all__ = ["table_of"]


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
        what = "no columns, expected some: row=range(8), or rows"
        raise ModelError(f"table {name!r} has {what}")
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
            values = filter(Choices(name, names, (), offset).tester(where, purpose), values)
        made = Choices(name, names, values, offset)
    if isinstance(where, Mapping) and where and not len(made):
        raise ModelError(f"table {name!r}: no row meets {condition_text('the condition ', where)}")
    made.declared = declared
    return made


def _checked_columns(name: str, columns: Mapping[str, Any]) -> Mapping[str, Collection[Any]]:
    """Return the values of each column. Raises ModelError for what is none, or stands twice.

    Two equal rows of a product would be two choices that nobody meant.
    """
    found: dict[str, Collection[Any]] = {}
    for column, given in columns.items():
        if isinstance(given, str):
            what = f"column {column} is {excerpt(given)}, expected values such as range(8)"
            listed = f" or list({given!r})" if given.isalnum() and len(given) < 40 else ""
            raise ModelError(f"table {name!r}: {what}{listed}")
        if not hasattr(given, "__iter__"):
            what = f"column {column} is {given!r}, expected values such as range(8)"
            raise ModelError(f"table {name!r}: {what}")
        if not isinstance(given, range):
            given = tuple(given)
            for value in _repeated(given):
                what = f"column {column} holds {value!r} twice, expected each value once"
                raise ModelError(f"table {name!r}: {what}")
        found[column] = given
    return found


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
        what = f"csv is {csv!r}, expected a file's name (a column called csv comes in a mapping)"
        raise ModelError(f"table {name!r}: {what}")
    if rows is not None or columns:
        raise ModelError(f"table {name!r}: csv and rows or columns given, expected one of them")
    from .csv_rows import rows_of_file

    return rows_of_file(csv)
