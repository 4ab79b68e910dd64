"""Writes which row of a table is in which groups: as an expression where one is found that says it.

What no expression of fitting.py says is listed row by row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....tables.table import Choices
from .fitting import fitting_column, fitting_expression, fitting_expressions
from .values import array, filled, key, text, value

__all__ = ["groups_line", "keys_of_rows", "per_table"]


def groups_line(said: Mapping[Choices, Sequence[Sequence[Any] | None]], what: str) -> str:
    """Return the line that says in which groups the rows of each table are.

    said  the keys of each row, by table; None: any
    """
    found = {table: fitting_expression(table, keys) for table, keys in said.items()}
    if all(found.values()):
        told = {table: text(one or "") for table, one in found.items()}
        return f"by = {per_table(told)}"
    return f"covering = {per_table({t: keys_of_rows(t, k, what) for t, k in said.items()})}"


def per_table(told: dict[Choices, str]) -> str:
    """Return what is said of each table, once if it is the same of all."""
    if len(set(told.values())) == 1 and all(table.name != "rows" for table in told):
        return next(iter(told.values()))
    return f"{{ {', '.join(f'{key(table.name)} = {one}' for table, one in told.items())} }}"


def keys_of_rows(table: Choices, keys: Sequence[Sequence[Any] | None], what: str) -> str:
    """Return the keys of each row: a column that holds them, expressions, or a list.

    keys  those of each row; None: any
    """
    column = fitting_column(table, keys)
    if column is not None:
        return text(column)
    expressions = fitting_expressions(table, keys)
    if expressions is not None:
        return array(map(text, expressions))
    rows = (array(value(one, what) for one in of_row or ()) for of_row in keys)
    return f"{{ rows = {filled(rows)} }}"
