"""A grid as the collection writes it: a line with its size, then lines of marks.

The first line has the number of rows, the number of columns and perhaps more (`head`). Most kinds
follow with a block of `rows` lines of marks, with blanks between them; `-` or `.` is a cell without
a clue. Many have a second such block, which names the region of each cell. Others begin with lines
of numbers outside of the grid: `line(0)`, and `block(skip=2)` is what follows two of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product, takewhile
from typing import Any

from minuet.models import InputError

__all__ = ["BLANKS", "SIDES", "Cell", "Grid", "Marks", "rows_of"]

Cell = tuple[int, int]
Marks = dict[Cell, str]
BLANKS = ("-", ".")
MOST_CELLS = 100_000  # a size of more is a mistake, and building it would take the memory
SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


@dataclass(frozen=True)
class Grid:
    """What a text says of a puzzle; cells are pairs of row and column, which count from 0."""

    rows: int
    cols: int
    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    source: str = "<text>"

    @classmethod
    def read(cls, text: str, source: str = "<text>") -> Grid:
        """Read a text.

        Raises InputError where the first line does not say how large it is, or a size that no grid
        has.
        """
        first, *lines = [tuple(line.split()) for line in text.strip("\n").split("\n")]
        if len(first) < 2 or not all(word.isdecimal() and int(word) for word in first[:2]):
            what = f"{' '.join(first)!r}, expected the number of rows and of columns"
            raise InputError(what, file=source, line=1)
        rows, cols = int(first[0]), int(first[1])
        if rows * cols > MOST_CELLS:
            what = f"'{rows} {cols}', expected {MOST_CELLS} cells at most"
            raise InputError(what, file=source, line=1)
        return cls(rows, cols, first[2:], tuple(lines), source)

    def line(self, number: int) -> tuple[str, ...]:
        """Return the words of a line below the first; raises InputError if there is none."""
        if number >= len(self.lines):
            raise InputError(
                "the text ends, expected a further line", file=self.source, line=number + 2
            )
        return self.lines[number]

    def numbers(self, number: int) -> dict[int, int]:
        """Return the numbers of a line by their place in it, without those that are blanks."""
        words = enumerate(self.line(number))
        return {k: self._integer(word, number) for k, word in words if word not in BLANKS}

    def block(self, number: int = 0, *, skip: int = 0, more: int = 0) -> Marks:
        """Return the marks of a block of lines, by cell.

        number  which block, from 0
        skip    how many lines stand before the first block
        more    how many rows and columns a block has more than the grid
        """
        rows, cols = self.rows + more, self.cols + more
        found = {}
        for row in range(rows):
            at = skip + number * rows + row
            words = self.line(at)
            if len(words) != cols:
                what = f"{len(words)} marks, expected {cols}"
                raise InputError(what, file=self.source, line=at + 2)
            found.update({(row, col): word for col, word in enumerate(words)})
        return found

    @cached_property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return list(product(range(self.rows), range(self.cols)))

    @cached_property
    def marks(self) -> Marks:
        """The first block, clues and blanks."""
        return self.block()

    @cached_property
    def clues(self) -> Marks:
        """The marks of the first block that are no blanks."""
        return {cell: mark for cell, mark in self.marks.items() if mark not in BLANKS}

    @cached_property
    def counts(self) -> dict[Any, int]:
        """The clues that are numbers."""
        return {cell: int(mark) for cell, mark in self.clues.items() if mark.isdecimal()}

    @cached_property
    def regions(self) -> Marks:
        """The second block: the name of each cell's region."""
        return self.block(1)

    @cached_property
    def room_counts(self) -> dict[Any, int]:
        """The number that a clue says of its region, by the name of the region."""
        return {self.regions[cell]: number for cell, number in self.counts.items()}

    def counted_room(self, cell: Cell) -> str | None:
        """Return the region of a cell if a clue says a number of it."""
        region = self.regions[cell]
        return region if region in self.room_counts else None

    def room_numbers(self) -> list[dict[str, Any]]:
        """Return the numbers 1 to n of each cell of a region of n cells, as rows: cell, value."""
        size = Counter(self.regions.values())
        spans = ((cell, range(1, size[self.regions[cell]] + 1)) for cell in self.cells)
        return [{"cell": cell, "value": value} for cell, span in spans for value in span]

    @cached_property
    def borders(self) -> set[tuple[Cell, Cell]]:
        """The pairs of cells side by side that are of different regions."""
        pairs = (pair for cell in self.cells for pair in self.pairs(cell))
        return {(one, other) for one, other in pairs if self.regions[one] != self.regions[other]}

    def beside(self, cell: Cell) -> list[Cell]:
        """Return the cells that share a side with one."""
        sides = ((cell[0] + down, cell[1] + right) for down, right in SIDES.values())
        return [one for one in sides if self.has(one)]

    def around(self, cell: Cell) -> list[Cell]:
        """Return the cells that share a side or a corner with one."""
        near = product((-1, 0, 1), (-1, 0, 1))
        return [
            one
            for one in ((cell[0] + down, cell[1] + right) for down, right in near)
            if one != cell and self.has(one)
        ]

    def has(self, cell: Cell) -> bool:
        """Tell whether a cell is in the grid."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def ray(self, cell: Cell, side: str, until: Container[Cell] = ()) -> list[Cell]:
        """Return the cells that one sees to a side, `n`, `e`, `s` or `w`, the nearest first.

        until  cells that one does not see, nor what is behind them
        """
        (row, col), (down, right) = cell, SIDES[side]
        steps = ((row + k * down, col + k * right) for k in count(1))
        return list(takewhile(lambda one: self.has(one) and one not in until, steps))

    def look(self, side: str, number: int) -> list[Cell]:
        """Return the cells of a column or row as one sees them who looks to a side from outside."""
        last = {"s": (0, number), "n": (self.rows - 1, number), "e": (number, 0)}
        start = last.get(side, (number, self.cols - 1))
        return [start, *self.ray(start, side)]

    def pairs(self, cell: Cell) -> list[tuple[Cell, Cell]]:
        """Return the pairs of cells side by side that a cell is one of."""
        return [(min(cell, one), max(cell, one)) for one in self.beside(cell)]

    def corners(self, cell: Cell) -> list[Cell]:
        """Return the four corners of a cell, counted as a grid with one row and column more."""
        return [(cell[0] + down, cell[1] + right) for down in (0, 1) for right in (0, 1)]

    def sights(self) -> list[dict[str, Any]]:
        """Return how far one may see from each number to each side, as rows of a table.

        Columns: cell, side, far (how many cells one sees) and line, those cells and the one that
        ends the sight, if it is in the grid.
        """
        return [
            {"cell": cell, "side": side, "far": far, "line": tuple(line[: far + 1])}
            for cell in self.counts
            for side in SIDES
            for line in [self.ray(cell, side)]
            for far in range(len(line) + 1)
        ]

    def _integer(self, word: str, number: int) -> int:
        try:
            return int(word)
        except ValueError:
            what = f"{word!r}, expected a number"
            raise InputError(what, file=self.source, line=number + 2) from None


def rows_of(
    grid: Grid, marks: Mapping[Cell, object] | Iterable[Iterable[object]]
) -> list[list[str]]:
    """Return marks row by row; those of a mapping have `-` where it has no cell."""
    if isinstance(marks, Mapping):
        spans = range(grid.rows), range(grid.cols)
        return [[str(marks.get((row, col), "-")) for col in spans[1]] for row in spans[0]]
    return [[str(mark) for mark in row] for row in marks]
