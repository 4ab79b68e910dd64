"""Frames: the boxes of a grid of squares in lines of text, as a sudoku's.

Lines run between cells of different boxes alone: a row of marks is followed by a line where some
border needs it, a column likewise; where nothing parts two columns, a blank does.

    ┌─────┬─────┐
    │ 1 3 │ 2 4 │
    │ 4 2 │ 3 1 │
    ├─────┼─────┤
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..shapes import Place

__all__ = ["framed"]

# The sign whose arms lead up, right, down and left, as bits 1, 2, 4, 8.
ARMS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8


def framed(marks: Mapping[Place, str], boxes: Sequence[Sequence[Place]]) -> str:
    """Return the marks of cells (row, col) as lines, with lines round the boxes."""
    return "\n".join(line.rstrip() for line in _Frame(marks, boxes).lines())


class _Frame:
    """A grid whose corner (row, col) is the upper left one of the cell there."""

    def __init__(self, marks: Mapping[Place, str], boxes: Sequence[Sequence[Place]]) -> None:
        self.marks = marks
        self.box = {cell: number for number, cells in enumerate(boxes) for cell in cells}
        rows, cols = ([int(cell[k]) for cell in marks] for k in (0, 1))
        self.rows, self.cols = range(min(rows), max(rows) + 2), range(min(cols), max(cols) + 2)
        self.width = max(map(len, marks.values()))
        self.parted = [any(self._upright(row, col) for row in self.rows) for col in self.cols]

    def _of(self, row: int, col: int) -> int | None:
        """Return the box of a cell: -1 in none, None beside the grid."""
        return self.box.get((row, col), -1) if (row, col) in self.marks else None

    def _upright(self, row: int, col: int) -> bool:
        """Whether a line runs down from a corner."""
        return self._of(row, col - 1) != self._of(row, col)

    def _level(self, row: int, col: int) -> bool:
        """Whether a line runs to the right from a corner."""
        return self._of(row - 1, col) != self._of(row, col)

    def lines(self) -> Iterator[str]:
        """Yield the lines, a row's line above it."""
        for row in self.rows:
            if any(self._level(row, col) for col in self.cols):
                found = []
                for col, parted in zip(self.cols, self.parted, strict=True):
                    arms = UP * self._upright(row - 1, col) | RIGHT * self._level(row, col)
                    arms |= DOWN * self._upright(row, col) | LEFT * self._level(row, col - 1)
                    found.append(ARMS[arms] if parted else "─" * self._level(row, col - 1) or " ")
                    ahead = self.parted[col - self.cols[0] + 1] if col != self.cols[-1] else False
                    wide = self.width + parted + ahead
                    found.append(("─" if self._level(row, col) else " ") * wide)
                yield "".join(found)
            if row != self.rows[-1]:
                yield self._row(row)

    def _row(self, row: int) -> str:
        found: list[str] = []
        for col, parted in zip(self.cols, self.parted, strict=True):
            if parted:
                blank = " " if found else ""
                found.append(f"{blank}{'│' if self._upright(row, col) else ' '} ")
            elif found:
                found.append(" ")
            if col != self.cols[-1]:
                found.append(self.marks.get((row, col), "").rjust(self.width))
        return "".join(found)
