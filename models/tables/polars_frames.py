"""The data frame of polars that holds the choices of one table or of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars
from polars.exceptions import PolarsError

from .chosen import Ints, Part

__all__ = ["polars_frame"]


def polars_frame(
    parts: Sequence[Part], told: str | None, numbers: str | None, number: Ints
) -> polars.DataFrame:
    """Return the choices in their order, as `pandas_frame` does; null is what a table lacks.

    A column of values for which polars has no type, or of several types, holds Python's objects.
    """
    at = np.concatenate([np.zeros(0, np.int64), *(part.at for part in parts)])
    order = np.argsort(at)
    columns: list[polars.Series] = []
    if numbers is not None:
        columns.append(polars.Series(numbers, number[at[order]], polars.Int64))
    if told is not None:
        names = [part.table for part in parts]
        code = np.repeat(np.arange(len(parts)), [len(part.at) for part in parts])
        of = polars.Series(told, names, polars.Enum(names))
        columns.append(of.gather(code[order]))
    wanted = dict.fromkeys(name for part in parts for name, _ in part.values)
    return polars.DataFrame([*columns, *(_column(name, parts, order) for name in wanted)])


def _column(name: str, parts: Sequence[Part], order: Ints) -> polars.Series:
    """Return a column: all values that occur, of each table in turn, picked by their places."""
    values: list[Any] = [None]
    places = []
    for part in parts:
        own = dict(part.values).get(name)
        lacks = own is None
        places.append(np.zeros(len(part.rows), np.int64) if lacks else part.rows + len(values))
        values += [] if own is None else list(own)
    picked = np.concatenate(places)[order]
    try:
        numbers = {type(value) for value in values[1:]} == {int, float}
        kind = polars.Float64 if numbers else None
        return polars.Series(name, values, kind, strict=not numbers).gather(picked)
    except (PolarsError, TypeError, OverflowError, ValueError):
        listed = np.fromiter(values, object, len(values))
        return polars.Series(name, listed[picked].tolist(), polars.Object)
