"""Samurai sudoku: grids that overlap, each a sudoku of its own.

A cell of two grids is one choice that stands in the rows, columns and boxes of both, so nothing has
to be said about the overlap. A box that two grids share is one group.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..answer import Answer
from ..errors import ModelError
from ..picture.text import write_marks
from .constraint_rules import constraints_of
from .constraints import Constraint
from .grid_puzzle import GridPuzzle
from .grid_shape import Cell, GridShape, cells_of
from .grid_values import box_of

__all__ = ["SAMURAI", "Samurai"]

SAMURAI = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))
LARGEST = 200

House = tuple[Cell, ...]


class Samurai(GridPuzzle):
    """Sudokus of one size whose grids overlap.

    grid         the lines of the whole, a character a cell: a digit, `.` or `0` for a blank, and a
                 space (or `#`) where no grid is; trailing ones may be left out; None: all blank
    offsets      the (row, column) of each grid's upper left cell; by default the five of a samurai
    box          (rows, columns) of a box
    constraints  as those of `Sudoku`; cells are those of the whole

    Raises ModelError for a digit outside all grids, a cell of a grid that is left out, or a value
    that is too great.
    """

    box: tuple[int, int]

    def __init__(
        self,
        grid: str | Sequence[str] | None = None,
        *,
        offsets: Sequence[Cell] = SAMURAI,
        box: tuple[int, int] = (3, 3),
        constraints: Sequence[Constraint] = (),
    ) -> None:
        super().__init__("samurai sudoku")
        self.box = box_of(box)
        self.size = n = self.box[0] * self.box[1]
        self.offsets = cells_of(offsets)
        if not 1 <= n <= 25 or not self.offsets:
            raise ModelError(
                f"{len(self.offsets)} grids of size {n}, expected one or more up to 25"
            )
        if min(min(offset) for offset in self.offsets) < 0:
            raise ModelError("a grid at a negative offset, expected 0 or more")
        self.height = max(r for r, _ in self.offsets) + n
        self.width = max(c for _, c in self.offsets) + n
        if max(self.height, self.width) > LARGEST:
            raise ModelError(f"{self.height}x{self.width} cells, expected up to {LARGEST} a side")
        if grid is None:
            lines = None
        else:
            lines = grid.strip("\n").split("\n") if isinstance(grid, str) else list(grid)
            if len(lines) != self.height:
                raise ModelError(f"{len(lines)} lines, expected {self.height}")
        self._describe(constraints_of(constraints))
        if lines is not None:
            self._give(lines)

    def _describe(self, constraints: Sequence[Constraint]) -> None:
        houses = {kind: self._houses(kind) for kind in ("row", "column", "box")}
        cells = frozenset(cell for house in houses["row"] for cell in house)
        self.cells = cells
        self.digit = digit = self.choices(
            "digit",
            row=range(self.height),
            col=range(self.width),
            value=range(1, self.size + 1),
            where=lambda row, col: (row, col) in cells,
        )
        self.exactly_one(digit, by=("row", "col"), name="cell")
        for kind, of_kind in houses.items():
            self.hold_all(kind, of_kind)
        every = tuple(house for of_kind in houses.values() for house in of_kind)
        self.grid_shape = GridShape(self.size, cells, every, tuple(houses["box"]))
        self.constrain(constraints)

    def _cells(self) -> list[Cell]:
        return sorted(self.cells)

    def _houses(self, kind: str) -> list[House]:
        """Return the rows, columns or boxes of all grids, each once."""
        high, wide = {"row": (1, self.size), "column": (self.size, 1)}.get(kind, self.box)
        houses: dict[House, None] = {}
        for top, left in self.offsets:
            for r in range(top, top + self.size, high):
                for c in range(left, left + self.size, wide):
                    house = tuple((r + k, c + m) for k in range(high) for m in range(wide))
                    houses[house] = None
        return list(houses)

    def _give(self, lines: Sequence[str]) -> None:
        for r, line in enumerate(lines):
            for c, mark in enumerate(line.ljust(self.width)):
                place = f"row {r + 1}, column {c + 1}: {mark!r}"
                if ((r, c) in self.cells) != (mark not in " #"):
                    inside = (r, c) in self.cells
                    wanted = f"1 to {self.size} or ." if inside else "a space, as no grid is there"
                    raise ModelError(f"{place}, expected {wanted}")
                if mark in " #.0":
                    continue
                if not mark.isdecimal() or not mark.isascii() or int(mark) > self.size:
                    raise ModelError(f"{place}, expected 1 to {self.size} or .")
                self.given(self.digit, row=r, col=c, value=int(mark))

    def show(self, answer: Answer) -> str:
        """Return the answer as lines of digits, with spaces where no grid is."""
        marks = dict.fromkeys(self.cells, "")
        marks.update(((row, col), str(value)) for row, col, value in answer[self.digit])
        return write_marks(marks, width=len(str(self.size)))
