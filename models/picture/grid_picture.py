"""A picture of rows and columns: every chosen row of a table puts a mark on a cell, or on several.

A puzzle that lays marks on cells says which table holds them and where a row puts its mark; text
and drawing then come from the same marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from ..answer import Answer
from ..errors import ModelError
from ..tables.table import Choices, Columns
from .picture import Picture
from .shapes import Area, Cell, Shape, Text

__all__ = ["GridPicture"]

Place = tuple[int, int]


class GridPicture:
    """A grid in which every chosen row of a table puts a mark.

    table     the table
    at        the columns that give the cell (row, col)
    mark      a column or a function of columns; or, if no column is called so, the mark itself
    covering  instead of `at`: a column, or a function, that gives several cells
    blank     the mark of cells on which nothing is put
    cells     further cells of the grid, marked or not

    Called with an answer, it gives the answer's picture.
    """

    def __init__(
        self,
        table: Choices,
        at: Columns = ("row", "col"),
        mark: Columns = "value",
        *,
        covering: Columns | None = None,
        blank: str = ".",
        cells: Iterable[Place] = (),
    ) -> None:
        self.table, self.blank, self.cells = table, blank, tuple(cells)
        self.several = covering is not None
        purpose = f"picture of {table.name}"
        self._at: Sequence[Any] = table.column(at if covering is None else covering, purpose)
        constant = isinstance(mark, str) and mark not in table.columns
        self._mark: Sequence[Any] = [mark] * len(table) if constant else table.column(mark, purpose)

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer: what has equal marks shares a color.

        Cells that one row covers are an area, unless another row covers one of them, too.
        """
        chosen = answer.numbers(self.table)
        marks = [str(self._mark[number]) for number in chosen]
        tints = {mark: tint for tint, mark in enumerate(dict.fromkeys(marks))}
        put = {cell: k for k, number in enumerate(chosen) for cell in self._covered(number)}
        shapes = [shape for cell in self._blanks if cell not in put for shape in self._blanks[cell]]
        if self.several and len(put) == sum(len(self._covered(number)) for number in chosen):
            for number, mark in zip(chosen, marks, strict=True):
                shapes.append(Area(self._covered(number), mark, tints[mark]))
        else:
            given = set(answer.puzzle.given_options)
            for cell, k in put.items():
                fixed = self.table.offset + chosen[k] in given
                shapes.append(Cell(cell, tint=tints[marks[k]]))
                shapes.append(Text(cell, marks[k], "given" if fixed else "answer"))
        return Picture(tuple(shapes), title=answer.puzzle.name)

    def _covered(self, number: int) -> tuple[Place, ...]:
        """Return the cells on which a row puts its mark. Raises ModelError for what is none."""
        cells = tuple(self._at[number]) if self.several else (self._at[number],)
        for cell in cells:
            if not (isinstance(cell, tuple) and [type(k) for k in cell] == [int, int]):
                raise ModelError(
                    f"picture of {self.table.name}: cell {cell!r}, expected (row, col)"
                )
        return cells

    @cached_property
    def _blanks(self) -> dict[Place, tuple[Shape, Shape]]:
        """The cells that every answer shows, each with its shapes where nothing is put on it."""
        cells = dict.fromkeys(self.cells)
        if not self.several:
            for number in range(len(self.table)):
                cells.update(dict.fromkeys(self._covered(number)))
        return {cell: (Cell(cell), Text(cell, self.blank, "blank")) for cell in cells}
