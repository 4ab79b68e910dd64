"""Reads a puzzle of SudokuPad's own format (SCL): givens, regions, cages and the rules by name.

The page draws anything and knows few rules: those that it checks itself. A puzzle's lines, arrows
and signs are pictures, and what they mean is told in words, which nobody here understands; so a
warning says what was not read. A grid may have a rim of cells for clues: the sudoku is where the
regions are.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from ...errors import ModelError
from ...sudokus.cells import Cell
from ...sudokus.constraints import XV, AntiKing, AntiKnight, Cage, Constraint, NonConsecutive
from ...sudokus.sudoku import Sudoku
from ..source import plural
from .f_puzzles_reading import LARGEST, MOST_ENTRIES
from .json_values import Value
from .regions import Regions

__all__ = ["GLOBALS", "sudoku_of_scl"]

_LOG = logging.getLogger(__name__)

GLOBALS: dict[str, Constraint] = {
    "antiknight": AntiKnight(),
    "antiking": AntiKing(),
    "nonconsecutive": NonConsecutive(),
    "antixv": XV(all_shown=True),
}
_DISJOINT = "disjoint"
_DRAWN = ("lines", "arrows", "overlays", "underlays")
_MOST_SIDE = 2 * LARGEST
_MOST_SUM = 9999


def sudoku_of_scl(puzzle: Value) -> Sudoku:
    """Return the sudoku. Raises ModelError, which names the place, for what does not fit."""
    return _Reader(puzzle).sudoku()


class _Reader:
    """Collects what the keys of the object say."""

    def __init__(self, puzzle: Value) -> None:
        self.puzzle = puzzle
        rows = [list(row.items("cell")) for row in puzzle.field("cells").items("row")]
        self.cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}
        if not rows or not self.cells or max(len(rows), *map(len, rows)) > _MOST_SIDE:
            raise ModelError(f"cells: {plural(len(rows), 'row')}, expected 1 to {_MOST_SIDE}")
        if len({len(row) for row in rows}) != 1:
            raise ModelError("cells: rows of different lengths, expected a square of cells")
        cages = puzzle.field("cages").plain
        if isinstance(cages, list) and len(cages) > MOST_ENTRIES:
            raise ModelError(f"cages: {len(cages)} of them, expected up to {MOST_ENTRIES}")
        self.regions = [
            [self._cell(cell) for cell in region.items("cell")]
            for region in puzzle.field("regions").items()
            if region.is_said
        ]
        self.top, self.left, self.size = self._square(len(rows), len(rows[0]))

    def sudoku(self) -> Sudoku:
        """Return the puzzle."""
        regions = Regions(self.size, self._labels())
        cages = list(self._cages())
        extra = [*regions.extra, *self._extra()]
        constraints = list(self._globals())
        if self.disjoint:
            if not regions.is_whole:
                raise ModelError(f"global: {_DISJOINT}, expected regions that cover the grid")
            extra += [tuple(group) for group in zip(*regions.cells.values(), strict=True)]
        self._warn()
        return Sudoku(
            self._givens(),
            extra=extra,
            constraints=[*regions.constraints, *cages, *constraints],
            **regions.arguments,
        )

    # ---- The grid -------------------------------------------------------------------------

    def _square(self, rows: int, columns: int) -> tuple[int, int, int]:
        """Return the first row and column of the sudoku, and its size."""
        inside = [cell for region in self.regions for cell in region] or list(self.cells)
        top, left = (min(cell[k] for cell in inside) for k in (0, 1))
        bottom, right = (max(cell[k] for cell in inside) for k in (0, 1))
        high, wide = bottom - top + 1, right - left + 1
        if high != wide or high > LARGEST:
            raise ModelError(f"a grid of {high}x{wide}, expected a square of up to {LARGEST}")
        return top, left, high

    def _cell(self, value: Value) -> Cell:
        parts = list(value.items())
        if len(parts) != 2:
            raise value.error("a cell such as [0, 8]")
        row, col = (part.number(0, _MOST_SIDE) for part in parts)
        if (row, col) not in self.cells:
            raise value.error(f"a cell of the grid, and not [{row}, {col}]")
        return row, col

    def _inside(self, cell: Cell) -> Cell | None:
        """Return the cell of the sudoku; None for one of the rim."""
        row, col = cell[0] - self.top, cell[1] - self.left
        return (row, col) if 0 <= row < self.size and 0 <= col < self.size else None

    def _labels(self) -> dict[Cell, int | None]:
        size = self.size
        labels: dict[Cell, int | None] = {(r, c): None for r in range(size) for c in range(size)}
        for number, region in enumerate(self.regions, 1):
            for cell in region:
                inside = (cell[0] - self.top, cell[1] - self.left)
                if labels[inside] is not None:
                    where = f"R{inside[0] + 1}C{inside[1] + 1}"
                    raise ModelError(f"regions: {where} is in two, expected one")
                labels[inside] = number
        return labels

    def _givens(self) -> list[list[int]]:
        rows = [[0] * self.size for _ in range(self.size)]
        for cell, said in self.cells.items():
            inside = self._inside(cell)
            if inside is not None and said.is_said and said.field("value").is_said:
                rows[inside[0]][inside[1]] = said.field("value").number(0, self.size)
        return rows

    # ---- Rules ----------------------------------------------------------------------------

    def _said_cages(self) -> Iterator[tuple[Value, tuple[Cell, ...]]]:
        for cage in self.puzzle.field("cages").items():
            found = [self._inside(self._cell(cell)) for cell in cage.field("cells").items("cell")]
            cells = tuple(cell for cell in found if cell is not None)
            if cells and len(cells) == len(found):  # one without cells says the title, or the rules
                yield cage, cells

    def _cages(self) -> Iterator[Constraint]:
        self.unread = 0
        for cage, cells in self._said_cages():
            if _style(cage) == "extraregion" and len(cells) == self.size:
                continue
            total, unique = _sum_of(cage), cage.field("unique")
            if total is None and not unique.flag():
                self.unread += not cage.field("hidden").flag()
            elif total is None or unique.plain is not False:
                yield Cage(total, cells)
            else:
                yield Cage(total, cells, repeats=True)

    def _extra(self) -> Iterator[tuple[Cell, ...]]:
        for cage, cells in self._said_cages():
            if _style(cage) == "extraregion" and len(cells) == self.size:
                yield cells

    def _globals(self) -> Iterator[Constraint]:
        named = [one.text() for one in self.puzzle.field("global").items()]
        metadata = self.puzzle.field("metadata")
        if metadata.is_said:
            named += [key for key in ("antiknight", "antiking") if metadata.field(key).is_said]
        unknown = sorted(set(named) - {_DISJOINT, *GLOBALS})
        if unknown:
            known = ", ".join([*GLOBALS, _DISJOINT])
            what = f"global: {', '.join(unknown)}, which minuet has not"
            raise ModelError(f"{what}, expected some of {known}")
        self.disjoint = _DISJOINT in named
        for key in dict.fromkeys(named):
            if key in GLOBALS:
                yield GLOBALS[key]

    def _warn(self) -> None:
        """Say what was not read: the rules in words, and drawings."""
        counts = {key: len(list(self.puzzle.field(key).items())) for key in _DRAWN}
        counts["cages without a sum"] = self.unread
        found = [f"{count} {key}" for key, count in counts.items() if count]
        drawn = f" ({', '.join(found)})" if found else ""
        if found or self._has_words():
            what = "only givens, regions, cages and rules by name are read of SudokuPad's format"
            _LOG.warning("%s, neither rules in words nor what is drawn%s", what, drawn)

    def _has_words(self) -> bool:
        metadata = self.puzzle.field("metadata")
        if metadata.is_said and metadata.field("rules").is_said:
            return True
        texts = [cage.field("value").plain for cage in self.puzzle.field("cages").items()]
        return any(isinstance(text, str) and text.startswith("rules:") for text in texts)


def _style(cage: Value) -> Any:
    return cage.field("style").plain


def _sum_of(cage: Value) -> int | None:
    """Return a cage's sum: it stands by itself, or is what is written in the cage."""
    if cage.field("sum").is_said:
        return cage.field("sum").number(0, _MOST_SUM)
    said = cage.field("value")
    if isinstance(said.plain, int | str) and str(said.plain).strip().isdecimal():
        return said.number(0, _MOST_SUM)
    return None
