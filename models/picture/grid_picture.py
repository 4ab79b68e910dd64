"""Pictures of answers: a grid of marks, as text and as SVG.

A puzzle that lays marks on cells says which table holds them and where a row puts its mark; text
and drawing then come from the same marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Protocol

from ..answer import Answer
from ..errors import ModelError
from ..table import Choices, Columns

__all__ = ["GridPicture", "Picture", "grid_svg", "grid_text"]

CELL = 32
_COLORS = ("#f4f1ea", "#cfe3f5", "#f8d9c4", "#d6ecd2", "#eadcf3", "#f9edb5", "#d9d9d9", "#f5cfdb")

Cell = tuple[int, int]


class Picture(Protocol):
    """How an answer is shown."""

    def text(self, answer: Answer) -> str:
        """Return the answer as text."""

    def svg(self, answer: Answer) -> str:
        """Return the answer as an SVG document."""


class GridPicture:
    """A grid in which every chosen row of a table puts a mark.

    table     the table
    at        the columns that give the cell (row, col)
    mark      a column or a function of columns; or, if no column is called so, the mark itself
    covering  instead of `at`: a column, or a function, that gives several cells
    blank     the mark of cells on which nothing is put
    cells     further cells of the grid, marked or not
    """

    def __init__(
        self,
        table: Choices,
        at: Columns = ("row", "col"),
        mark: Columns = "value",
        *,
        covering: Columns | None = None,
        blank: str = ".",
        cells: Iterable[Cell] = (),
    ) -> None:
        self.table, self.blank, self.cells = table, blank, tuple(cells)
        self.several = covering is not None
        purpose = f"picture of {table.name}"
        self._at: Sequence[Any] = table.column(at if covering is None else covering, purpose)
        constant = isinstance(mark, str) and mark not in table.columns
        self._mark: Sequence[Any] = [mark] * len(table) if constant else table.column(mark, purpose)

    def marks(self, answer: Answer) -> dict[Cell, str]:
        """Return the mark of every cell, the blank ones included."""
        marks: dict[Cell, str] = dict.fromkeys(self.cells, self.blank)
        if not self.several:
            marks.update((self._cell(number), self.blank) for number in range(len(self.table)))
        for number in answer.numbers(self.table):
            for cell in self._at[number] if self.several else (self._cell(number),):
                marks[cell] = str(self._mark[number])
        return marks

    def _cell(self, number: int) -> Cell:
        cell = self._at[number]
        if not isinstance(cell, tuple) or len(cell) != 2 or not all(type(k) is int for k in cell):
            raise ModelError(f"picture of {self.table.name}: cell {cell!r}, expected (row, col)")
        return cell

    def text(self, answer: Answer) -> str:
        """Return a row of the grid a line."""
        return grid_text(self.marks(answer))

    def svg(self, answer: Answer) -> str:
        """Return the grid as an SVG document."""
        return grid_svg(self.marks(answer))


def grid_text(marks: dict[Cell, str]) -> str:
    """Return marks as lines of text; blanks between them only if some are long."""
    if not marks:
        return ""
    width = max(map(len, marks.values()))
    rows = range(min(r for r, _ in marks), max(r for r, _ in marks) + 1)
    cols = range(min(c for _, c in marks), max(c for _, c in marks) + 1)
    between = "" if width == 1 else " "
    lines = (between.join(f"{marks.get((row, col), ''):>{width}}" for col in cols) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def grid_svg(marks: dict[Cell, str]) -> str:
    """Return marks as squares in an SVG document, one color a mark."""
    top, left = min((r for r, _ in marks), default=0), min((c for _, c in marks), default=0)
    height = max((r for r, _ in marks), default=0) - top + 1
    width = max((c for _, c in marks), default=0) - left + 1
    tints = {
        mark: _COLORS[k % len(_COLORS)] for k, mark in enumerate(dict.fromkeys(marks.values()))
    }
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * CELL} {height * CELL}" '
        f'width="{width * CELL}" height="{height * CELL}" font-family="sans-serif" '
        f'font-size="{CELL // 2}" text-anchor="middle">'
    ]
    for (row, col), mark in marks.items():
        x, y = (col - left) * CELL, (row - top) * CELL
        parts.append(
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" '
            f'fill="{tints[mark]}" stroke="#555"/>'
            f'<text x="{x + CELL // 2}" y="{y + CELL * 11 // 16}">{escape(mark)}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
