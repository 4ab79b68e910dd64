"""Solutions as a data frame of pandas or polars: a row for each choice that is made.

Nothing is made for each solution: from the arrays of option numbers one learns which rows of a
table occur at all, these are looked up once, and a column is picked out of them by number.
pandas_frames.py and polars_frames.py make the frame.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

import numpy as np

from ..errors import ModelError, Unavailable, excerpt
from .chosen import Ints, Part, part_of
from .table import Choices

__all__ = ["LIBRARIES", "chosen_frame", "frame_library"]

LIBRARIES = ("pandas", "polars")


def frame_library(name: str) -> Any:
    """Return the library. Raises Unavailable where it is not installed, ModelError for others."""
    if name not in LIBRARIES:
        what = f"a frame of {excerpt(str(name))}, expected one of {', '.join(LIBRARIES)}"
        raise ModelError(what)
    library: Any
    try:
        if name == "polars":
            import polars

            library = polars
        else:
            import pandas

            library = pandas
    except ImportError as error:
        what = f"a frame needs {name} ({error}): pip install 'minuet[frames]'"
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
    number = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    if puzzle is None:
        if table is not None:
            raise ModelError(f"to_frame: table {table!r} of a bare matrix, which has no tables")
        parts = [Part("", np.arange(len(options)), [("option", options)], np.arange(len(options)))]
        alone = True
    else:
        tables = puzzle.tables if table is None else [puzzle.table(table)]
        parts = [part_of(one, options) for one in tables]
        alone = len(parts) == 1
    names = [name for part in parts for name, _ in part.values]
    told = None if alone else _free("table", names)
    numbers = _free("solution", [*names, told]) if numbered else None
    if library == "polars":
        from .polars_frames import polars_frame as made
    else:
        from .pandas_frames import pandas_frame as made
    return made(parts, told, numbers, number)


def _free(name: str, taken: Collection[str | None]) -> str:
    return _free(f"{name}_", taken) if name in taken else name
