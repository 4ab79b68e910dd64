"""Sudokus on grids of any sides, with any run of values: 6x9, 0 to 8, nine digits on 6x6.

A house of as many cells as there are values holds each of them; a smaller one holds none twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from ..answer import Answer
from ..errors import ModelError
from ..tables.rows import Rows
from .constraint_rules import constraints_of
from .constraints import Constraint
from .grid_puzzle import GridPuzzle
from .grid_shape import Cell, Cells, GridShape, boxes_of, cells_of, spell_cell
from .grid_values import whole_number

__all__ = ["ShapedSudoku"]

LARGEST = 40
MOST_VALUES = 100

House = tuple[Cell, ...]


class ShapedSudoku(GridPuzzle):
    """A sudoku on `rows` x `cols` cells: no row, column or region holds a value twice.

    rows, cols   the sides
    values       the values of a cell, a range; None: 1 to the longer side
    givens       the values of some cells, by cell, a pair (row, column) from 0 or a name
    regions      those in place of boxes, each a list of cells or as in "R1C1 R1C2 ..."; None: boxes
                 of `region_size` cells where they fit, and else none
    region_size  how many cells a box has; None: as many as the longer side
    lines        whether rows and columns hold no value twice; a grid without them has no boxes
                 either, unless `regions` are given
    extra        further regions; kinds by name, as in {"diagonal": [...]}
    extra_cells  cells outside the grid, as in "VA1 VA2 VB", which hold one value each
    constraints  as those of `Sudoku`

    Raises ModelError for sides, values or regions that do not fit, and for a mistake in a
    constraint.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        *,
        values: range | None = None,
        givens: Mapping[Any, int] | None = None,
        regions: Sequence[Cells] | None = None,
        region_size: int | None = None,
        lines: bool = True,
        extra: Mapping[str, Sequence[Cells]] | None = None,
        extra_cells: Cells = (),
        constraints: Sequence[Constraint] = (),
    ) -> None:
        super().__init__("sudoku")
        for side in (rows, cols):
            if whole_number(side) is None or not 1 <= side <= LARGEST:
                raise ModelError(f"a grid of {rows}x{cols}, expected sides from 1 to {LARGEST}")
        self.rows, self.cols = rows, cols
        self.values = range(1, max(rows, cols) + 1) if values is None else values
        if not isinstance(self.values, range) or self.values.step != 1 or not self.values:
            raise ModelError(f"values {values!r}, expected a range of numbers")
        self.size, self.first_value = len(self.values), self.values.start
        self.lines = lines
        least = max(rows, cols) if lines else 1
        if not least <= self.size <= MOST_VALUES:
            problem = f"{self.size} values on a grid of {rows}x{cols}"
            raise ModelError(f"{problem}, expected {least} to {MOST_VALUES}")
        self.region_size = max(rows, cols) if region_size is None else region_size
        areas: list[House]
        if regions is None and not lines:
            self.box, areas = None, []
        elif regions is None:
            self.box, areas = boxes_of(rows, cols, self.region_size)
        else:
            self.box, areas = None, [cells_of(cells) for cells in regions]
        self.boxed = regions is None and lines
        wanted = constraints_of(constraints)
        outside = tuple(cells_of(extra_cells))
        plain = self._shape(areas, ())
        outside += tuple(cell for constraint in wanted for cell in constraint.extra_cells(plain))
        for cell in outside:
            if cell[0] >= 0:
                raise ModelError(
                    f"{spell_cell(cell)} outside the grid, expected a name such as VA1"
                )
        self.extra_cells = tuple(dict.fromkeys(outside))
        kinds = {kind: [cells_of(cells) for cells in some] for kind, some in (extra or {}).items()}
        self._describe(areas, {kind: houses for kind, houses in kinds.items() if houses})
        self.constrain(wanted)
        for name, value in (givens or {}).items():
            self._give(cells_of(name if isinstance(name, str) else (name,)), value)

    def _describe(self, regions: Sequence[House], further: Mapping[str, Sequence[House]]) -> None:
        rows, cols = range(self.rows), range(self.cols)
        if self.extra_cells:
            columns = "row", "col", "value"
            triples = [(*cell, value) for cell in self._cells() for value in self.values]
            self.digit = digit = self.choices("digit", Rows(columns, triples))
        else:
            self.digit = digit = self.choices("digit", row=rows, col=cols, value=self.values)
        self.say(digit, lambda row, col, value: f"{spell_cell((row, col))}={value}")
        cell = self.exactly_one(digit, by=("row", "col"), name="cell")
        self.say(cell, lambda key: f"{spell_cell(key)} needs exactly one digit")
        lines = {
            "row": [tuple((r, c) for c in cols) for r in rows] if self.lines else [],
            "column": [tuple((r, c) for r in rows) for c in cols] if self.lines else [],
            "box" if self.boxed else "region": list(regions),
        }
        every = [house for houses in (*lines.values(), *further.values()) for house in houses]
        shape = self._shape(regions, every, self.extra_cells)
        for kind, houses in {**lines, **further}.items():
            self._hold(kind, houses, shape)
        self._further = further
        self.grid_shape = shape

    def _shape(
        self, regions: Sequence[House], houses: Sequence[House], outside: tuple[Cell, ...] = ()
    ) -> GridShape:
        cells = frozenset(product(range(self.rows), range(self.cols)))
        first = self.values[0]
        return GridShape(self.size, cells, tuple(houses), tuple(regions), first, outside)

    def _hold(self, kind: str, houses: Sequence[House], shape: GridShape) -> None:
        for length in sorted(set(map(len, houses))):
            same = [house for house in houses if len(house) == length]
            for house in same:
                shape.require(house)
                if len(set(house)) < length or length > self.size:
                    problem = f"{kind} of {len(set(house))} cells"
                    raise ModelError(f"{problem}, expected up to {self.size}, each once")
            rule = self.hold_all(kind if len(same) == len(houses) else f"{kind} {length}", same)
            name = rule.name
            self.say(rule, lambda key, name=name: f"{name} {key[0]} takes one {key[1]}")

    def _give(self, cells: Sequence[Cell], value: int) -> None:
        self.grid_shape.require(cells)
        self.grid_shape.require_values([value])
        for row, col in cells:
            self.given(self.digit, row=row, col=col, value=value)

    def _cells(self) -> Iterable[Cell]:
        return (*product(range(self.rows), range(self.cols)), *self.extra_cells)

    @property
    def further_houses(self) -> Mapping[str, Sequence[House]]:
        """The houses beside rows, columns and regions, by kind."""
        return self._further

    def grid(self, answer: Answer) -> list[list[int | None]]:
        """Return the answer as rows of numbers; None where it says nothing.

        What stands in cells outside the grid, `outside` says.
        """
        rows: list[list[int | None]] = [[None] * self.cols for _ in range(self.rows)]
        for row, col, value in answer[self.digit]:
            if row >= 0:
                rows[row][col] = value
        return rows

    def outside(self, answer: Answer) -> dict[str, int]:
        """Return the values of the cells outside the grid, by their names."""
        digits = answer[self.digit]
        return {spell_cell((row, col)): value for row, col, value in digits if row < 0}

    def show(self, answer: Answer) -> str:
        """Return the answer as a line of digits, `.` where it says nothing; or rows of numbers.

        The regions that were to be found stand below as a layout, a letter each.
        """
        rows = self.grid(answer)
        if self.values[-1] < 10 and self.values[0] >= 0:
            text = "".join("." if value is None else str(value) for row in rows for value in row)
        else:
            wide = max(len(str(value)) for value in (self.values[0], self.values[-1]))
            text = "\n".join(
                " ".join(f"{'.' if value is None else value:>{wide}}" for value in row)
                for row in rows
            )
        return self.with_regions(text, answer)
