"""The data frame of pandas that holds the choices of one table or of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas

from .chosen import Ints, Part

__all__ = ["pandas_frame"]


def pandas_frame(parts: Sequence[Part], told: str | None, numbers: str | None, number: Ints) -> Any:
    """Return the choices in their order.

    told     the column that says of which table each is; None: there is but one
    numbers  the column of the solutions' numbers, None: none
    number   int64[choices]: the solution of each
    """
    frames = [pandas.DataFrame(_columns(part), index=part.at) for part in parts]
    frame = frames[0] if told is None else _together(parts, frames, told)
    at = frame.index.to_numpy()
    frame = frame.reset_index(drop=True)
    if numbers is not None:
        frame.insert(0, numbers, number[at])
    return frame


def _together(parts: Sequence[Part], frames: Sequence[Any], told: str) -> Any:
    """Return the rows of several tables as one frame, in the order of the options."""
    if not frames:
        return pandas.DataFrame({told: pandas.Categorical([])}, index=np.zeros(0, np.int64))
    shared = set.intersection(*(set(frame.columns) for frame in frames))
    names = [part.table for part in parts]
    for code, frame in enumerate(frames):
        for column in set(frame.columns) - shared:  # others get NA, which plain integers cannot be
            if frame[column].dtype.kind in "ib":
                frame[column] = frame[column].convert_dtypes()
        of = pandas.Categorical.from_codes(np.full(len(frame), code), names)
        frame.insert(0, told, of)
    return pandas.concat(frames).sort_index()


def _columns(part: Part) -> dict[str, Any]:
    return {
        name: pandas.Series(_listed(values)).array.take(part.rows) for name, values in part.values
    }


def _listed(values: Sequence[Any]) -> Any:
    """Return values for pandas to find a type for; those that are not plain as objects."""
    if isinstance(values, np.ndarray):
        return values
    if all(isinstance(value, int | float | str) for value in values):
        return list(values)
    return np.fromiter(values, object, len(values))
