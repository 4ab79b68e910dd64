"""Solutions as a data frame of pandas or polars: a row for each choice that is made.

Nothing is made for each solution: the arrays of option numbers say which rows of a table occur at
all, these are looked up once, and a column is picked out of them by number. Both libraries are
optional, so the functions that need one import it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import ModelError, Unavailable, excerpt
from .table import Choices

__all__ = ["LIBRARIES", "chosen_frame", "frame_library"]

LIBRARIES = ("pandas", "polars")

Ints = npt.NDArray[np.int64]


def frame_library(name: str) -> Any:
    """Return the library. Raises Unavailable where it is not installed, ModelError for others."""
    if name not in LIBRARIES:
        message = f"a frame of {excerpt(str(name))}, expected one of {', '.join(LIBRARIES)}"
        raise ModelError(message)
    library: Any
    try:
        if name == "polars":
            import polars

            library = polars
        else:
            import pandas

            library = pandas
    except ImportError as error:
        message = f"a frame needs {name} ({error}): pip install 'minuet[frames]'"
        raise Unavailable(message) from error
    return library


class Tabled(Protocol):
    """The part of a `Puzzle` that a frame reads."""

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
    library: str = "pandas",
) -> Any:
    """Return what many solutions choose: `solution` (from 0), `table`, and the table's columns.

    puzzle           whose options these are; None: those of a bare matrix
    starts, options  as of a `Batch`: solution k is options[starts[k]:starts[k + 1]], ascending
    table            whose choices; None: those of all tables, and then `table` says of which each
                     is. A puzzle of one table has no such column
    numbered         whether there is the column `solution`
    library          whose data frame it is: pandas or polars

    Of a bare matrix the columns are `solution` and `option`. Where a table has itself a column
    of such a name, ours ends in an underscore. What a table lacks that another one has is NA there
    (null, in polars).

    Raises ModelError for a table that the puzzle lacks, Unavailable without the library.
    """
    frame_library(library)
    solutions = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    if puzzle is None:
        if table is not None:
            raise ModelError(f"to_frame: table {table!r} of a bare matrix, which has no tables")
        parts = [Part("", np.arange(len(options)), [("option", options)], np.arange(len(options)))]
        alone = True
    else:
        tables = puzzle.tables if table is None else [puzzle.table(table)]
        parts = [_part_of(choices, options) for choices in tables]
        alone = len(parts) == 1
    names = [name for part in parts for name, _ in part.values]
    table_column = None if alone else _free("table", names)
    number_column = _free("solution", [*names, table_column]) if numbered else None
    write = _polars_frame if library == "polars" else _pandas_frame
    return write(parts, table_column, number_column, solutions)


def _free(name: str, taken: Collection[str | None]) -> str:
    return _free(f"{name}_", taken) if name in taken else name


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


def _part_of(table: Choices, options: Ints) -> Part:
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


# ---- pandas --------------------------------------------------------------------------------------


def _pandas_frame(
    parts: Sequence[Part], table_column: str | None, number_column: str | None, solutions: Ints
) -> Any:
    """Return the choices in their order.

    table_column   the column that says of which table each is; None: there is but one
    number_column  the column of the solutions' numbers, None: none
    solutions      int64[choices]: the solution of each
    """
    import pandas

    frames = [
        pandas.DataFrame(
            {
                name: pandas.Series(_listed(values)).array.take(part.rows)
                for name, values in part.values
            },
            index=part.at,
        )
        for part in parts
    ]
    if table_column is None:
        frame = frames[0]
    elif not frames:
        column = {table_column: pandas.Categorical([])}
        frame = pandas.DataFrame(column, index=np.zeros(0, np.int64))
    else:
        shared = set.intersection(*(set(frame.columns) for frame in frames))
        names = [part.table for part in parts]
        for code, frame in enumerate(frames):
            for name in set(frame.columns) - shared:  # others get NA, which plain integers lack
                if frame[name].dtype.kind in "ib":
                    frame[name] = frame[name].convert_dtypes()
            tables = pandas.Categorical.from_codes(np.full(len(frame), code), names)
            frame.insert(0, table_column, tables)
        frame = pandas.concat(frames).sort_index()
    at = frame.index.to_numpy()
    frame = frame.reset_index(drop=True)
    if number_column is not None:
        frame.insert(0, number_column, solutions[at])
    return frame


def _listed(values: Sequence[Any]) -> Any:
    """Return values for pandas to find a type for; those that are not plain as objects."""
    if isinstance(values, np.ndarray):
        return values
    if all(isinstance(value, int | float | str) for value in values):
        return list(values)
    return np.fromiter(values, object, len(values))


# ---- polars --------------------------------------------------------------------------------------


def _polars_frame(
    parts: Sequence[Part], table_column: str | None, number_column: str | None, solutions: Ints
) -> Any:
    """Return the choices in their order, as `_pandas_frame` does; null is what a table lacks.

    A column of values for which polars has no type, or of several types, holds Python's objects.
    """
    import polars

    at = np.concatenate([np.zeros(0, np.int64), *(part.at for part in parts)])
    order = np.argsort(at)
    columns: list[polars.Series] = []
    if number_column is not None:
        columns.append(polars.Series(number_column, solutions[at[order]], polars.Int64))
    if table_column is not None:
        names = [part.table for part in parts]
        codes = np.repeat(np.arange(len(parts)), [len(part.at) for part in parts])
        tables = polars.Series(table_column, names, polars.Enum(names))
        columns.append(tables.gather(codes[order]))
    wanted = dict.fromkeys(name for part in parts for name, _ in part.values)
    return polars.DataFrame([*columns, *(_polars_column(name, parts, order) for name in wanted)])


def _polars_column(name: str, parts: Sequence[Part], order: Ints) -> Any:
    """Return a column: all values that occur, of each table in turn, picked by their places."""
    import polars

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
    except (polars.exceptions.PolarsError, TypeError, OverflowError, ValueError):
        listed = np.fromiter(values, object, len(values))
        return polars.Series(name, listed[picked].tolist(), polars.Object)
