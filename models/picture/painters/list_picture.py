"""Pictures of chosen rows as lines of text: a list, a schedule, or a table of names.

What has no better picture has this one: a line a choice under the names of its columns, table below
table. With a column, it is a schedule: a line for each value of the column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ...answer import Answer
from ...errors import ModelError
from ...tables.table import Choices, Columns, Known
from ..picture import Cell, Picture, Place, Shape, Text
from .grid_picture import GridPicture, Look
from .painter import PainterWords, TablePainter, read_marks, tints_of

__all__ = ["ListPicture", "SchedulePicture", "TablePicture"]

LONGEST = 100  # rows of a table that are listed


class ListPicture:
    """The chosen rows of tables, a line each, under the names of their columns.

    A column of which all values are 0 and 1 is shown as cells that are filled or not.
    """

    def __init__(self, tables: Sequence[Choices]) -> None:
        self.tables = tuple(tables)

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer; of very many rows only the first."""
        shapes: list[Shape] = []
        line, several = 0, len(self.tables) > 1
        for table in self.tables:
            numbers = answer.numbers(table)
            if several and not numbers:
                continue
            shapes += self._table(answer, table, numbers, line, named=several)
            line += min(len(numbers), LONGEST) + 2 + (len(numbers) > LONGEST)
        description = f"{len(answer.choices)} choices"
        return Picture(tuple(shapes), title=answer.puzzle.name, description=description)

    def _table(
        self, answer: Answer, table: Choices, numbers: Sequence[int], line: int, *, named: bool
    ) -> Iterator[Shape]:
        if named:
            yield Text((line, -1), table.name, "heading")
        for col, name in enumerate(table.columns):
            yield Text((line, col), name, "heading")
        given = set(answer.puzzle.given_options)
        # Say of each column whether it says yes or no.
        columns = table.factors or tuple(zip(*table.rows[:1000], strict=True))
        truths = [all(type(v) in (int, bool) and v in (0, 1) for v in values) for values in columns]
        flags = truths or [False] * len(table.columns)
        for row, number in enumerate(numbers[:LONGEST], line + 1):
            role = "given" if table.offset + number in given else "answer"
            if not table.columns:
                yield from (Cell((row, 0)), Text((row, 0), table.name, role))  # type: ignore[arg-type]
            for col, value in enumerate(table[number]):
                if flags[col]:
                    yield Cell((row, col), tint=row - line if value else None)
                    yield Text((row, col), "x" if value else ".", "blank")
                else:
                    yield Cell((row, col))
                    yield Text((row, col), _value_text(value), role)  # type: ignore[arg-type]
        if len(numbers) > LONGEST:
            more = f"and {len(numbers) - LONGEST} more"
            yield Text((line + LONGEST + 1, 0), more, "heading")

    @property
    def words(self) -> Sequence[PainterWords]:
        """The words that describe it, one entry per table."""
        return [PainterWords("list", table, {}, {}) for table in self.tables]

    def places(self, number: int) -> tuple[Place, ...]:
        """Return none: a row's line depends on the others."""
        return ()


def _value_text(value: Any) -> str:
    if isinstance(value, frozenset | set):
        return " ".join(sorted(map(_value_text, value)))
    if isinstance(value, tuple | list):
        return " ".join(map(_value_text, value))
    return str(value)


class SchedulePicture(TablePainter):
    """The chosen rows by what they have in common: each value has a line, its rows stand in it.

    by    a column, or a function: what a line has in common
    show  what stands for a row: a column, several, a function
    look  how it looks (see `Look`)
    """

    def __init__(
        self, table: Choices, by: Columns, show: Columns, *, look: Look | None = None
    ) -> None:
        look = look or Look()
        super().__init__(table, look.where, printed=look.printed)
        alone = isinstance(by, Sequence) and not isinstance(by, str) and len(by) == 1
        self._by = table.column(by[0] if alone else by, self.purpose)  # type: ignore[index]
        self._marks = read_marks(table, show, self.purpose)
        colored = look.color is not None and not isinstance(look.color, bool)
        self._color = table.column(look.color, self.purpose) if colored else None  # type: ignore[arg-type]
        self._left, self._plain_look = look.left, look.plain()

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer."""
        shown, given = self.shown(answer), self.given(answer)
        lines: dict[str, list[int]] = {name: [] for name in self._names}
        for number in shown:
            lines[str(self._by[number])].append(number)
        names = self._left if isinstance(self._left, Sequence) and self._left else list(lines)
        tints = {} if self._color is None else tints_of(self._color)
        shapes: list[Shape] = []
        for row, (name, numbers) in enumerate(zip(names, lines.values(), strict=False)):
            shapes.append(Text((row, -1), str(name), "heading"))
            for col, number in enumerate(numbers):
                tint = None if self._color is None else tints[str(self._color[number])]
                role = "given" if number in given else "answer"
                shapes.append(Cell((row, col), tint=tint))
                shapes.append(Text((row, col), _value_text(self._marks[number]), role))  # type: ignore[arg-type]
            if not numbers:
                shapes += Cell((row, 0)), Text((row, 0), ".", "blank")
        description = f"{self.table.name}: {len(shown)} chosen"
        return Picture(tuple(shapes), title=answer.puzzle.name, description=description)

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        color = None if self._color is None else [self._color]
        columns = {"by": [self._by], "show": [self._marks], "color": color}
        return self._words("table", self._plain_look, {}, columns)

    @cached_property
    def _names(self) -> list[str]:
        """What all rows have in common with others, integers by size."""
        values = {str(value): value for value in self._by}
        return sorted(
            values, key=lambda name: (0, values[name]) if type(values[name]) is int else (1, 0)
        )

    def places(self, number: int) -> tuple[Place, ...]:
        """Return none: where a row stands depends on the others."""
        return ()


# ---- Names down and across -----------------------------------------------------------------------
# As a schedule has it: nurse by day, with the shift in each cell.


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

    Raises ModelError unless there are two columns.
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
        down, across = ([_hashable(v) for v in table.column(column, purpose)] for column in by)
        lines, columns = (_ranks(values, _declared(table, column)) for values, column in
                          zip((down, across), by, strict=True))  # fmt: skip
        places = [(lines[a], columns[b]) for a, b in zip(down, across, strict=True)]
        look = look or Look()
        look = replace(look, left=tuple(left) or look.left, top=tuple(top) or look.top)
        super().__init__(table, _Placed(places), show, blank=blank, look=look)
        self._down_and_across = [down, across]
        self._left = look.left or tuple(map(_heading, lines))
        self._top = look.top or tuple(map(_heading, columns))

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        columns = self._columns | {"by": self._down_and_across}
        return self._words("table", self._plain_look, self._plain, columns)


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
    distinct = dict.fromkeys((*map(_hashable, declared), *values))
    ordered = sorted(distinct) if all(type(value) is int for value in distinct) else list(distinct)
    return {value: place for place, value in enumerate(ordered)}
