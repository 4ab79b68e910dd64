"""The form of a grid in constraint strings: its sides and values, the size and layout of regions.

`Shape~6x9` says the sides, `Shape~9x9~0-8` and `Shape~6x6~9` the values too, `Shape~9x9~~Raw` that
there are no rows, columns and boxes; `Jigsaw~...` a label for each cell, `RegionSize~9` how many
cells a box or a region has; `Var~A~what they are~3` three cells outside the grid: VA1, VA2, VA3.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import NamedTuple

from ...errors import InputError, excerpt
from ...sudokus.cells import Cell, cells_of
from ...sudokus.constraints import kind_of_word
from ...sudokus.grid_shape import GridShape, boxes_of
from ..source import Source
from .constraint_words import Draft, Word

__all__ = ["LARGEST", "GridForm", "GridSize"]

LARGEST = 25

_SHAPE = re.compile(r"(\d{1,3})x(\d{1,3})(?:~(?:(?:([01])-)?(\d{1,3}))?)?(?:~(Sudoku|Raw))?")
_COUNT = re.compile(r"(?:([1-9]\d{0,2})x)?([1-9]\d{0,2})")
_MOST_OUTSIDE = 1000


class GridSize(NamedTuple):
    """The sides of a grid, its values, and how many cells a region has."""

    rows: int
    cols: int
    values: range
    region: int

    @property
    def is_plain(self) -> bool:
        """Whether it is that of a usual sudoku, if it has boxes or regions."""
        n = self.rows
        return self.cols == n == self.region and self.values == range(1, n + 1)


class GridForm:
    """The form that the words of a draft say.

    size    sides, values, size of regions
    layout  a label for each cell, or None
    raw     whether there are no rows, columns and boxes
    extra   the cells outside the grid

    Raises InputError for words that contradict each other, and for what is no shape.
    """

    def __init__(self, source: Source, draft: Draft) -> None:
        self.source, self.draft = source, draft
        self.layout: str | None = None
        self.raw = False
        self.size = self._size()
        # The cells outside the grid: those of Var, and those that constraints bring.
        found: dict[Cell, None] = {}
        for word in self.draft.words:
            kind = kind_of_word(word.word)
            if word.word.lower() == "var":
                found.update(dict.fromkeys(self._outside(word)))
            elif kind is not None and kind[0].brings_cells and not kind[0].arguments():
                found.update(dict.fromkeys(kind[0]().extra_cells(self.shape)))
        self.extra = tuple(found)

    def _error(self, word: Word, what: str) -> InputError:
        return self.source.error(what, word.line, word.column)

    def _size(self) -> GridSize:
        """Read the words on which the size depends, before all others."""
        side = isqrt(len(self.draft.grid)) if self.draft.grid else None
        size = None if side is None else (side, side, range(1, side + 1))
        region = None
        for word in self.draft.words:
            name = word.word.lower()
            if name == "shape":
                said = self._shape_of(word)
            elif name == "jigsaw":
                said = self._with_layout(word, size)
            elif name == "regionsize":
                text = word.about[0] if len(word.about) == 1 else ""
                if not re.fullmatch("[1-9][0-9]?", text):
                    raise self._error(word, "a size of regions, expected one such as RegionSize~9")
                region = int(text)
                continue
            else:
                continue
            if side is not None and said[:2] != (side, side):
                raise self._error(word, f"size {said[0]}, expected {side} as the grid's")
            if name == "shape" or size is None:
                size = said
        rows, cols, values = size or (9, 9, range(1, 10))
        if not 1 <= max(rows, cols, len(values)) <= LARGEST or not min(rows, cols):
            what = f"a sudoku of size {max(rows, cols, len(values))}, expected up to {LARGEST}"
            raise self.source.error(what, *self.draft.place)
        return GridSize(rows, cols, values, region or max(rows, cols))

    def _shape_of(self, word: Word) -> tuple[int, int, range]:
        match = _SHAPE.fullmatch("~".join(word.about))
        if match is None:
            what = "a shape, expected one such as Shape~6x6, Shape~6x8 or Shape~9x9~0-8"
            raise self._error(word, what)
        rows, cols, first = int(match[1]), int(match[2]), int(match[3] or 1)
        last = int(match[4] or max(rows, cols))
        self.raw = match[5] == "Raw"
        if not self.raw and not max(rows, cols) <= last - first + 1:
            what = f"{max(last - first + 1, 0)} values, expected {max(rows, cols)} or more"
            raise self._error(word, what)
        return rows, cols, range(first, last + 1)

    @property
    def shape(self) -> GridShape:
        """The cells and the boxes, without houses and without cells outside the grid."""
        rows, cols, values, _ = self.size
        cells = frozenset((r, c) for r in range(rows) for c in range(cols))
        return GridShape(len(values), cells, (), tuple(self.boxes()), values.start)

    def _outside(self, word: Word) -> tuple[Cell, ...]:
        """Return the cells of a word such as Var~A~name~3, which are called VA1 to VA3."""
        letters, _, size = (*word.about, "", "", "")[:3]
        match = _COUNT.fullmatch(size or "1")
        if not re.fullmatch("[A-Z]{1,3}", letters) or match is None or len(word.about) > 3:
            raise self._error(word, "cells outside the grid, expected some such as Var~A~name~3")
        count = int(match[1] or 1) * int(match[2])
        if count > _MOST_OUTSIDE:
            raise self._error(word, f"{count} cells, expected up to {_MOST_OUTSIDE}")
        numbers = map(str, range(1, count + 1)) if count > 1 else [""]
        return cells_of(" ".join(f"V{letters}{number}" for number in numbers))

    def _with_layout(
        self, word: Word, size: tuple[int, int, range] | None
    ) -> tuple[int, int, range]:
        """Read the layout of a jigsaw; the grid's shape may stand before it."""
        layout = word.about[-1] if word.about else ""
        shapes = [self._shape_of(one) for one in self.draft.words if one.word.lower() == "shape"]
        wanted = size or (shapes[0] if shapes else None)
        side = isqrt(len(layout))
        if wanted is None or len(layout) != wanted[0] * wanted[1]:
            if side * side != len(layout) or not side or shapes:
                area = 81 if wanted is None else wanted[0] * wanted[1]
                what = f"a layout of {len(layout)} characters, expected {area}"
                raise self._error(word, what)
            wanted = side, side, range(1, side + 1)
        if list(word.about[:-1]) not in ([], [f"{wanted[0]}x{wanted[1]}"]):
            raise self._error(word, f"{excerpt('~'.join(word.about))}, expected a layout alone")
        if self.layout not in (None, layout):
            raise self._error(word, "another layout, expected one Jigsaw")
        self.layout = layout
        return wanted

    def regions(self) -> list[tuple[Cell, ...]]:
        """Return the regions of the layout; one of them may be what the others leave."""
        if self.layout is None:
            return []
        found: dict[str, list[Cell]] = {}
        for place, label in enumerate(self.layout):
            found.setdefault(label, []).append(divmod(place, self.size.cols))
        whole = [tuple(cells) for cells in found.values() if len(cells) == self.size.region]
        if len(found) > len(whole) + 1:
            label, cells = next((k, v) for k, v in found.items() if len(v) != self.size.region)
            what = f"region {label!r} has {len(cells)} cells, expected {self.size.region}"
            raise self.source.error(what, *self.draft.place)
        return whole

    def boxes(self) -> list[tuple[Cell, ...]]:
        """Return what a line of region sums goes by: the boxes, or else the regions."""
        bare = any(word.word.lower() == "noboxes" for word in self.draft.words)
        boxes = boxes_of(self.size.rows, self.size.cols, self.size.region)[1]
        return self.regions() if bare or not boxes else boxes
