"""A picture of cages: each row of a table says cells that belong together, and a label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...answer import Answer
from ...tables.table import Choices, Columns, Predicate
from ..picture import Picture
from ..shapes import Cage, Place
from .painter import TablePainter, Told, place_of, read_marks

__all__ = ["CagePicture"]


class CagePicture(TablePainter):
    """The cages of all rows of a table, each once, as a puzzle has them printed.

    covering  a column, or a function, that gives the cells
    show      the label: a column, a function, or the label itself
    """

    def __init__(
        self,
        table: Choices,
        covering: Columns,
        show: Columns = "",
        *,
        where: Predicate | None = None,
    ) -> None:
        super().__init__(table, where, printed=True)
        self._cells: Sequence[Any] = table.column(covering, self.purpose)
        self._label = read_marks(table, show, self.purpose)

    @property
    def told(self) -> Told:
        """The words that tell of it."""
        columns = {"covering": [self._cells], "show": [self._label]}
        return self._told("cages", {}, {}, columns)

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of the cages, whatever the answer is."""
        cages: dict[tuple[Place, ...], str] = {}
        for number in self.shown(answer):
            cages.setdefault(self.places(number), str(self._label[number]))
        shapes = (Cage(cells, label) for cells, label in cages.items() if cells)
        return Picture(tuple(shapes), title=answer.puzzle.name)

    def places(self, number: int) -> tuple[Place, ...]:
        """Return the cells of a row's cage. Raises ModelError for what is none."""
        return tuple(place_of(cell, self.purpose) for cell in self._cells[number])
