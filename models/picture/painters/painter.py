"""What painters of a table share: which of its rows they show, and where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...answer import Answer
from ...errors import ModelError
from ...tables.table import Choices, Columns, Known, Predicate
from ..picture import Picture
from ..shapes import Place

__all__ = ["TablePainter", "Told", "place_of", "read_marks"]


@dataclass(frozen=True)
class Told:
    """A painter in the words that tell of it, as `Puzzle.drawn` takes them.

    plain    what is said by a value
    columns  what is said of each row of the table: by one column, or by several; of each its values
    """

    kind: str
    table: Choices
    plain: Mapping[str, Any]
    columns: Mapping[str, Sequence[Sequence[Any]]]


class TablePainter(ABC):
    """Makes the picture of a table's chosen rows.

    table    the table
    where    a condition: the rows that meet it are shown; None: all
    printed  all rows are shown, chosen or not: they belong to the puzzle
    """

    def __init__(self, table: Choices, where: Predicate | None, *, printed: bool) -> None:
        self.table, self.printed = table, printed
        self.purpose = f"picture of {table.name}"
        self._where = None if where is None else table.condition(where, self.purpose)

    @abstractmethod
    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer."""

    @abstractmethod
    def places(self, number: int) -> tuple[Place, ...]:
        """Return the cells on which a row lies, by its number."""

    @property
    @abstractmethod
    def told(self) -> Told:
        """The words that tell of it."""

    def _told(
        self,
        kind: str,
        look: Mapping[str, Any],
        plain: Mapping[str, Any],
        columns: Mapping[str, Sequence[Sequence[Any]] | None],
    ) -> Told:
        """Return the words with those of its look, but for what is None."""
        looks = {} if self._where is None else {"where": [self._where]}
        said = {name: value for name, value in plain.items() if value is not None}
        read = {name: value for name, value in columns.items() if value is not None}
        return Told(kind, self.table, {**said, **look}, read | looks)

    def shown(self, answer: Answer) -> list[int]:
        """Return the numbers of the rows that a picture of the answer shows."""
        numbers = range(len(self.table)) if self.printed else answer.numbers(self.table)
        where = self._where
        return [number for number in numbers if where is None or where[number]]

    def given(self, answer: Answer) -> set[int]:
        """Return the numbers of those rows that are printed or given."""
        if self.printed:
            return set(range(len(self.table)))
        given = set(answer.puzzle.given_options)
        return {n for n in answer.numbers(self.table) if self.table.offset + n in given}


def place_of(value: Any, purpose: str) -> Place:
    """Return a value that is a place. Raises ModelError for what is none."""
    if isinstance(value, list):
        value = tuple(value)
    if not (isinstance(value, tuple) and [type(k) for k in value] == [int, int]):
        raise ModelError(f"{purpose}: cell {value!r}, expected (row, col)")
    return value


def read_marks(table: Choices, mark: Columns, purpose: str) -> Sequence[Any]:
    """Return the marks of all rows: a column, a function, or if no column is called so, itself."""
    if isinstance(mark, str) and mark not in table.columns:
        return [mark] * len(table)
    if not isinstance(mark, str | Known) and isinstance(mark, Sequence):
        read = table.reader(tuple(mark), purpose)
        return [" ".join(map(str, read(row))) for row in table]
    return table.column(mark, purpose)
