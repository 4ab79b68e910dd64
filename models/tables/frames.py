"""Solutions as a data frame of pandas: a row for each choice that is made.

Nothing is made for each solution: from the arrays of option numbers one learns which rows of a
table occur at all, these are looked up once, and a column is picked out of them by number.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import ModelError, Unavailable
from .table import Choices

__all__ = ["chosen_frame", "pandas"]

Ints = npt.NDArray[np.int64]


def pandas() -> Any:
    """Return the library. Raises Unavailable where it is not installed."""
    try:
        import pandas as library
    except ImportError as error:
        what = f"a frame needs pandas ({error}): pip install 'minuet[frames]'"
        raise Unavailable(what) from error
    return library


class Tabled(Protocol):
    """What a frame asks of a puzzle, a `Puzzle`."""

    @property
    def tables(self) -> Sequence[Choices]:
        """The tables of choices."""

    def table(self, name: str | Choices) -> Choices:
        """Return the table of that name."""


def chosen_frame(
    puzzle: Tabled | None,
    starts: Ints,
    options: Ints,
    table: str | Choices | None = None,
    *,
    numbered: bool = True,
) -> Any:
    """Return what many solutions choose: `solution` (from 0), `table`, and the table's columns.

    puzzle           whose options these are; None: those of a bare matrix
    starts, options  as of a `Batch`: solution k is options[starts[k]:starts[k + 1]], ascending
    table            whose choices; None: those of all tables, and then `table` says of which each
                     is. A puzzle of one table has no such column
    numbered         whether there is the column `solution`

    Of a bare matrix the columns are `solution` and `option`. Where a table has itself a column
    of such a name, ours ends in an underscore. What a table lacks that another one has is NA there.

    Raises ModelError for a table that the puzzle lacks, Unavailable without pandas.
    """
    library = pandas()
    number = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    if puzzle is None:
        if table is not None:
            raise ModelError(f"to_frame: table {table!r} of a bare matrix, which has no tables")
        frame = library.DataFrame({"option": options})
        return _numbered(frame, number) if numbered else frame
    tables = puzzle.tables if table is None else [puzzle.table(table)]
    parts = []
    for one in tables:
        at = np.flatnonzero((options >= one.offset) & (options < one.offset + len(one)))
        parts.append(library.DataFrame(_columns(one, options[at] - one.offset), index=at))
    frame = parts[0] if len(parts) == 1 else _together([one.name for one in tables], parts)
    at = frame.index.to_numpy()
    frame = frame.reset_index(drop=True)
    return _numbered(frame, number[at]) if numbered else frame


def _together(names: Sequence[str], parts: Sequence[Any]) -> Any:
    """Return the rows of several tables as one frame, in the order of the options."""
    library = pandas()
    if not parts:
        return library.DataFrame({"table": library.Categorical([])}, index=np.zeros(0, np.int64))
    shared = set.intersection(*(set(part.columns) for part in parts))
    column_of_names = _free("table", [name for part in parts for name in part.columns])
    for code, part in enumerate(parts):
        for column in set(part.columns) - shared:  # others get NA, which plain integers cannot be
            if part[column].dtype.kind in "ib":
                part[column] = part[column].convert_dtypes()
        of = library.Categorical.from_codes(np.full(len(part), code), names)
        part.insert(0, column_of_names, of)
    return library.concat(parts).sort_index()


def _numbered(frame: Any, number: Ints) -> Any:
    frame.insert(0, _free("solution", frame.columns), number)
    return frame


def _free(name: str, taken: Collection[str]) -> str:
    return _free(f"{name}_", taken) if name in taken else name


def _columns(table: Choices, rows: Ints) -> dict[str, Any]:
    """Return the columns of some rows of a table."""
    library = pandas()
    occurs = np.zeros(len(table), bool)
    occurs[rows] = True
    occurs[: not len(rows)] = True  # of no rows at all the columns have the first one's types
    place = np.cumsum(occurs) - 1
    values = [table.row(number) for number in np.flatnonzero(occurs).tolist()]
    columns = zip(*values, strict=True) if values else [()] * len(table.columns)
    return {
        name: library.Series(_listed(column)).array.take(place[rows])
        for name, column in zip(table.columns, columns, strict=True)
    }


def _listed(values: Sequence[Any]) -> Any:
    """Return values for pandas to find a type for; those that are not plain as objects."""
    if all(isinstance(value, int | float | str) for value in values):
        return list(values)
    return np.fromiter(values, object, len(values))
