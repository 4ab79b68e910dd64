"""The choices of one table that are made in many solutions, by what rows of it occur."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .table import Choices

__all__ = ["Ints", "Part", "part_of"]

Ints = npt.NDArray[np.int64]


class Part(NamedTuple):
    """The choices of one table: where they stand among all that are made, and what they say.

    at      int64[choices]: their places, ascending
    values  each column's name, and the sequence of what it holds in the rows that occur
    rows    int64[choices]: which of these rows each choice is
    """

    table: str
    at: Ints
    values: Sequence[tuple[str, Any]]
    rows: Ints


def part_of(table: Choices, options: Ints) -> Part:
    """Return the choices of a table among some options."""
    at = np.flatnonzero((options >= table.offset) & (options < table.offset + len(table)))
    rows = options[at] - table.offset
    occurs = np.zeros(len(table), bool)
    occurs[rows] = True
    occurs[: not len(rows)] = True  # of no rows at all the columns have the first one's types
    place = np.cumsum(occurs) - 1
    values = [table[number] for number in np.flatnonzero(occurs).tolist()]
    columns = zip(*values, strict=True) if values else [()] * len(table.columns)
    return Part(table.name, at, list(zip(table.columns, columns, strict=True)), place[rows])
