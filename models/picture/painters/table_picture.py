"""A picture of names: values of one column stand down the side, those of another across the top.

As a schedule has it: nurse by day, with the shift in each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...errors import ModelError
from ...tables.table import Choices, Columns, Known
from ..shapes import Place
from .grid_picture import GridPicture
from .look import Look
from .painter import Told

__all__ = ["TablePicture"]


class _Placed(Known):
    """The cell of each row."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, number: Any) -> Any:
        return self._places[number]


class TablePicture(GridPicture):
    """A table whose headings are the values of two columns.

    by     what stands down the side and what across the top: two columns, or functions
    show   the mark, as that of `GridPicture`
    left, top  other headings than the values

    Raises ModelError unless two columns are told.
    """

    def __init__(
        self,
        table: Choices,
        by: Sequence[Columns],
        show: Columns,
        *,
        blank: str | None = None,
        look: Look | None = None,
        left: Sequence[Any] = (),
        top: Sequence[Any] = (),
    ) -> None:
        purpose = f"picture of {table.name}"
        if isinstance(by, str) or len(by) != 2:
            raise ModelError(f"{purpose}: by {by!r}, expected what is down and what is across")
        down, across = ([_hashable(v) for v in table.column(one, purpose)] for one in by)
        lines, columns = (_ranks(values, _declared(table, one)) for values, one in
                          zip((down, across), by, strict=True))  # fmt: skip
        places = [(lines[a], columns[b]) for a, b in zip(down, across, strict=True)]
        look = look or Look()
        look = replace(look, left=tuple(left) or look.left, top=tuple(top) or look.top)
        super().__init__(table, _Placed(places), show, blank=blank, look=look)
        self._down_and_across = [down, across]
        self._left = look.left or tuple(map(_heading, lines))
        self._top = look.top or tuple(map(_heading, columns))

    @property
    def told(self) -> Told:
        """The words that tell of it."""
        columns = self._columns | {"by": self._down_and_across}
        return self._told("table", self._plain_look, self._plain, columns)


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _heading(value: Any) -> Any:
    """Return what stands for a value: the parts of a pair, one behind the other."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else value


def _declared(table: Choices, column: Columns) -> Iterable[Any]:
    """Return all values of a column, also those of no row, if that is known."""
    if table.factors is None or not isinstance(column, str):
        return ()
    return table.factors[table.columns.index(column)]


def _ranks(values: Sequence[Any], declared: Iterable[Any]) -> dict[Any, int]:
    """Return the place of each value: integers by size, names in the order of the table."""
    found = dict.fromkeys((*map(_hashable, declared), *values))
    ordered = sorted(found) if all(type(value) is int for value in found) else list(found)
    return {value: place for place, value in enumerate(ordered)}
