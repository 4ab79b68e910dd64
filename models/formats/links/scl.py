"""Read and write SudokuPad's own format (SCL): givens, regions, cages and the rules by name.

The page draws anything and knows few rules: those that it checks itself. A puzzle's lines, arrows
and signs are pictures, and words say what they mean; warnings count them. Every other key is read,
or ignored for a reason given here, or it is left to the warnings of `Value`. A grid may have a rim
of cells for clues: the sudoku is where the regions are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ...errors import ModelError
from ...sudokus.constraints import XV, AntiKing, AntiKnight, Cage, Constraint, NonConsecutive
from ...sudokus.grid_shape import Cell, cells_of
from ...sudokus.sudoku import Sudoku
from ..format import Problem
from ..likeness import same_cover
from ..source import listing, plural
from ..sudoku.grids import given_rows
from .f_puzzles_reading import LARGEST, MOST_ENTRIES
from .grids import (
    WITHOUT_EFFECT,
    Regions,
    is_metadata,
    read_metadata,
    read_metadata_cage,
    read_rules,
    rebuilt,
    sudoku_for,
)
from .json_values import Value

__all__ = ["sudoku_of_scl", "write_scl"]

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

# Keys without effect on the solutions: how the page looks, and what its checks are shown as.
_PAGE_LOOKS = ("cellSize", "settings")
_CAGE_LOOKS = (
    "backgroundColor",
    "borderColor",
    "color",
    "feature",
    "fontC",
    "fontSize",
    "opacity",
    "outlineC",
    "target",
    "textColor",
    "thickness",
)
_STYLES = ("killer", "box", "extraregion", "rowcol")
_TYPES = ("killer", "rowcol", "disjoint")


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
        # The first row and column of the sudoku, and its size.
        inside = [cell for region in self.regions for cell in region] or list(self.cells)
        top, left = (min(cell[k] for cell in inside) for k in (0, 1))
        bottom, right = (max(cell[k] for cell in inside) for k in (0, 1))
        high, wide = bottom - top + 1, right - left + 1
        if high != wide or high > LARGEST:
            raise ModelError(f"a grid of {high}x{wide}, expected a square of up to {LARGEST}")
        self.top, self.left, self.size = top, left, high
        for (row, col), cell in self.cells.items():
            rim = "" if self._inside((row, col)) else "rim "
            cell.path = f"{rim}cell r{row - self.top + 1}c{col - self.left + 1}"
        lines = range(self.size)
        self.lines = {frozenset((line, k) for k in lines) for line in lines}
        self.lines |= {frozenset((k, line) for k in lines) for line in lines}
        self.said_lines: set[frozenset[Cell]] = set()  # rows and columns that are cages
        self.switches: set[str] = set()
        self.cages: list[Constraint] = []
        self.extra: list[tuple[Cell, ...]] = []
        self.signs = self.drawn_cages = 0
        self.outside: list[int] = []  # numbers of the cages that reach into the rim

    def sudoku(self) -> Sudoku:
        """Return the puzzle."""
        regions = Regions(self.size, self._labels())
        self.puzzle.ignore(*_PAGE_LOOKS, *WITHOUT_EFFECT)
        read_rules(self.puzzle.field("rules"))
        self.switches |= read_metadata(self.puzzle.field("metadata"))
        for number, cage in enumerate(self.puzzle.field("cages").items(), 1):
            cage.path = f"cage {number}"
            self._read_cage(cage, number)
        extra = [*regions.extra, *self.extra]
        named = [name.text() for name in self.puzzle.field("global").items()]
        unknown = sorted(set(named) - {_DISJOINT, *GLOBALS})
        if unknown:
            allowed = ", ".join([*GLOBALS, _DISJOINT])
            reason = f"global: {', '.join(unknown)}, which minuet has not"
            raise ModelError(f"{reason}, expected some of {allowed}")
        names = list(dict.fromkeys([*named, *sorted(self.switches & {*GLOBALS}, reverse=True)]))
        if _DISJOINT in names:
            if not regions.is_whole:
                raise ModelError(f"global: {_DISJOINT}, expected regions that cover the grid")
            extra += [tuple(group) for group in zip(*regions.cells.values(), strict=True)]
        constraints = [*regions.constraints, *self.cages, *self._globals(names)]
        self._warn()
        return Sudoku(self._givens(), extra=extra, constraints=constraints, **regions.arguments)

    # ---- The grid -------------------------------------------------------------------------

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
        for cell, entry in self.cells.items():
            inside = self._inside(cell)
            if not entry.is_said:
                continue
            value = entry.field("value")
            if inside is not None and value.is_said:
                rows[inside[0]][inside[1]] = value.number(0, self.size)
                if entry.field("given").plain is True:  # it is one with or without this key
                    entry.ignore("given")
        return rows

    # ---- Cages ----------------------------------------------------------------------------

    def _read_cage(self, cage: Value, number: int) -> None:
        cage.ignore(*_CAGE_LOOKS)
        cells = [self._cell(cell) for cell in cage.field("cells").items("cell")]
        if not cells:
            if is_metadata(cage):
                self.switches |= read_metadata_cage(cage)
            return
        inside = tuple(cell for cell in map(self._inside, cells) if cell is not None)
        total, unique = _sum_of(cage), cage.field("unique").flag()
        repeats = cage.field("unique").plain is not None and not unique
        hidden = cage.field("hidden").flag()
        style, kind = cage.field("style"), cage.field("type")
        region = style.plain == "extraregion" and len(cells) == self.size
        for name, allowed in ((style, _STYLES), (kind, _TYPES)):
            if name.plain in allowed:
                name.ignore_all()
        if total is None and not unique and not region:
            self.drawn_cages += not hidden and not cage.field("value").is_said
        elif len(inside) < len(cells):
            self.outside.append(number)
            cage.ignore_all()
        elif region and total in (None, self.size * (self.size + 1) // 2):
            self.extra.append(inside)
        else:
            is_line = total is None and frozenset(inside) in self.lines
            if is_line:
                self.said_lines.add(frozenset(inside))
            if not is_line or kind.plain != "rowcol":
                self.cages.append(Cage(total, inside, repeats=repeats and total is not None))

    # ---- Rules ----------------------------------------------------------------------------

    def _globals(self, names: list[str]) -> Iterator[Constraint]:
        for name in names:
            if name == "antixv":
                yield self._signs()
            elif name in GLOBALS:
                yield GLOBALS[name]

    def _signs(self) -> Constraint:
        """Return that all sums of five and ten are shown: by an X or a V between two cells."""
        signs: dict[str, list[tuple[Cell, ...]]] = {"X": [], "V": []}
        for overlay in self.puzzle.field("overlays").items():
            plain = overlay.plain if isinstance(overlay.plain, dict) else {}
            pair, text = self._pair_at(plain.get("center")), plain.get("text")
            if pair and isinstance(text, str) and text in signs:
                signs[text].append(pair)
                overlay.ignore_all()
        self.signs = sum(map(len, signs.values()))
        return XV(tuple(signs["X"]), tuple(signs["V"]), all_shown=True)

    def _pair_at(self, center: Any) -> tuple[Cell, ...] | None:
        """Return the cells at both sides of a point; None unless it halves their border."""
        try:
            y, x = (float(coordinate) for coordinate in center)
        except (TypeError, ValueError):
            return None
        across = y % 1 == 0.5 and x % 1 == 0
        if not across and not (y % 1 == 0 and x % 1 == 0.5):
            return None
        row, col = int(y), int(x)
        pair = ((row, col - 1) if across else (row - 1, col), (row, col))
        inside = tuple(cell for cell in map(self._inside, pair) if cell is not None)
        return inside if len(inside) == 2 else None

    def _warn(self) -> None:
        """Say what was not read but for single keys: drawings, rows that need not differ."""
        counts = {key: len(list(self.puzzle.field(key).items())) for key in _DRAWN}
        counts["overlays"] -= self.signs
        self.puzzle.ignore(*_DRAWN)
        drawings = [plural(count, key.removesuffix("s")) for key, count in counts.items() if count]
        if self.drawn_cages:
            drawings.append(f"{plural(self.drawn_cages, 'cage')} without a sum")
        if drawings:
            verb = "is" if sum(counts.values()) + self.drawn_cages == 1 else "are"
            self.puzzle.warn(f"{listing(drawings)} {verb} drawn, not read")
        if self.outside:
            several = len(self.outside) > 1
            subject = f"cage{'s' * several} {listing(list(map(str, self.outside)))}"
            verbs = ("reach", "are") if several else ("reaches", "is")
            self.puzzle.warn(f"{subject} {verbs[0]} outside the grid and {verbs[1]} not read")
        if "norowcol" in self.switches and self.said_lines != self.lines:
            self.puzzle.warn("metadata norowcol is not read")


def _sum_of(cage: Value) -> int | None:
    """Return a cage's sum: it stands by itself, or is what is written in the cage."""
    total, value = cage.field("sum"), cage.field("value")
    written = str(value.plain).strip() if isinstance(value.plain, int | str) else ""
    if total.is_said:
        number = total.number(0, _MOST_SUM)
        if written in ("", str(number)):
            value.ignore_all()
        return number
    return value.number(0, _MOST_SUM) if written.isdecimal() else None


# ---- Writing -------------------------------------------------------------------------------------
# What is written is read again and compared, so that what the format cannot say is an error.


FORM = "scl"
_CELL = 50  # pixels, as all puzzles of the page have it


def write_scl(problem: Problem) -> str:
    """Return the puzzle as JSON.

    Raises ModelError for another puzzle than a sudoku, and for what the format cannot say.
    """
    puzzle = sudoku_for(problem, FORM, LARGEST)
    try:
        fields = _written(puzzle)
    except ModelError as error:
        raise ModelError(f"{FORM}: {error}") from None
    once = rebuilt(puzzle, lambda constraint: 0)  # what is about the whole grid is said once
    if once is None or not same_cover(sudoku_of_scl(Value(fields, "")).matrix, once.matrix):
        reason = f"{puzzle!r} has rules or costs of its own"
        raise ModelError(f"{FORM}: {reason}, which the format says in words only")
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _written(puzzle: Sudoku) -> dict[str, Any]:
    name = {} if puzzle.name == "sudoku" else {"metadata": {"title": puzzle.name}}
    every = puzzle.size * (puzzle.size + 1) // 2
    named: list[str] = []
    cages: list[dict[str, Any]] = [
        {"cells": _pairs(house), "unique": True, "sum": every, "style": "extraregion"}
        for houses in puzzle.further_houses.values()
        for house in houses
    ]
    for constraint in puzzle.constraints:
        key = next((key for key, other in GLOBALS.items() if other == constraint), None)
        if key is not None:
            named += [] if key in named else [key]
        else:
            if not isinstance(constraint, Cage):
                raise ModelError(f"{constraint.title}, which the format says in words only")
            total = (
                {}
                if constraint.sum is None
                else {"value": str(constraint.sum), "sum": constraint.sum}
            )
            cages.append(
                {
                    "cells": _pairs(cells_of(constraint.cells)),
                    "unique": not constraint.repeats,
                    **total,
                }
            )
    fields: dict[str, Any] = {
        "cellSize": _CELL,
        **name,
        "cells": [
            [{"value": str(value)} if value else {} for value in row] for row in given_rows(puzzle)
        ],
        "regions": [_pairs(cells) for cells in puzzle.grid_shape.boxes],
    }
    return fields | ({"cages": cages} if cages else {}) | ({"global": named} if named else {})


def _pairs(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]
