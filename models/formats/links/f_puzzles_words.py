"""The words of f-puzzles that a grid of digits can keep, each with the constraints that it says.

Each function reads an entry of the list that stands under its word (the formats' page of f-puzzles,
read off its links; further words by Rangsk's solver for it, and the lockout lines that are
added to it). A line may have several branches, a
clue outside the grid stands in a cell outside it, as in `R0C4`, and one without a number says
nothing yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ...errors import ModelError
from ...sudokus.cells import Cell, spell_cell
from ...sudokus.constraints import (
    Arrow,
    BetweenLine,
    BoxIndexing,
    Cage,
    Candidates,
    Clone,
    Constraint,
    DoubleArrow,
    EntropicLine,
    Even,
    Indexing,
    LockoutLine,
    ModularLine,
    Odd,
    Pairing,
    Palindrome,
    Quadruple,
    RegionSumLine,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
    XSum,
    ZipperLine,
)
from .json_values import Value

__all__ = ["DIRECTIONS", "ENTRIES", "cell_in", "cells_in", "diagonal_from", "far_apart"]

_CELL = re.compile(r"[Rr](-?[0-9]{1,3})[Cc](-?[0-9]{1,3})")
DIRECTIONS: Mapping[str, Cell] = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
_LONGEST_PILL = 4
_MOST = 9999  # the greatest number of a clue

Found = Iterator[Constraint]


def cell_in(value: Value, size: int, rim: int = 0) -> Cell:
    """Return the cell that a text such as `R1C1` names, at most `rim` cells outside the grid."""
    match = _CELL.fullmatch(value.text().strip())
    if match is None:
        raise value.error("a cell such as R1C1")
    row, col = int(match[1]) - 1, int(match[2]) - 1
    if not (-rim <= row < size + rim and -rim <= col < size + rim):
        raise value.error(f"a cell of the grid of {size}x{size}")
    return row, col


def cells_in(value: Value, size: int) -> tuple[Cell, ...]:
    """Return the cells that a list names."""
    return tuple(cell_in(one, size) for one in value.items("cell"))


def _lines(entry: Value, size: int) -> Iterator[tuple[Cell, ...]]:
    for line in entry.field("lines").items("line"):
        yield cells_in(line, size)


def _line_of(kind: Callable[[tuple[Cell, ...]], Constraint]) -> Callable[[Value, int], Found]:
    def read(entry: Value, size: int) -> Found:
        for line in _lines(entry, size):
            yield kind(line)

    return read


def _whispers(entry: Value, size: int) -> Found:
    said = entry.field("value")
    difference = said.number(1, size) if said.is_said else (size + 1) // 2
    for line in _lines(entry, size):
        yield Whispers(line, difference)


def _lockout(entry: Value, size: int) -> Found:
    for line in _lines(entry, size):
        yield LockoutLine(line, size // 2)


def _nabner(entry: Value, size: int) -> Found:
    for line in _lines(entry, size):
        yield Pairing(line, far_apart(size), every=True)


def far_apart(size: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of digits that are neither alike nor consecutive."""
    values = range(1, size + 1)
    return tuple((v, w) for v in values for w in values if abs(v - w) > 1)


def _indexer(*, rows: bool) -> Callable[[Value, int], Found]:
    def read(entry: Value, size: int) -> Found:
        yield Indexing(cells_in(entry.field("cells"), size), rows)

    return read


def _box_indexer(entry: Value, size: int) -> Found:
    yield BoxIndexing(cells_in(entry.field("cells"), size))


def _arrow(entry: Value, size: int) -> Found:
    # The digits of a pill are read from left to right, or down.
    circle = tuple(sorted(cells_in(entry.field("cells"), size)))
    if len(circle) > _LONGEST_PILL:
        raise ModelError(f"a pill of {len(circle)} cells, expected up to {_LONGEST_PILL}")
    if len(circle) > 1 and size > 9:
        yield Candidates(circle[1:], tuple(range(1, 10)))  # a digit each, but for the first
    for line in _lines(entry, size):
        if len(line) > 1:
            yield Arrow(circle, line[1:])  # its first cell is where it leaves the circle


def _cage(entry: Value, size: int) -> Found:
    said = entry.field("value")
    total = said.number(0, _MOST) if said.text().strip() else None
    yield Cage(total, cells_in(entry.field("cells"), size))


def _marked(kind: Callable[[tuple[Cell, ...]], Constraint]) -> Callable[[Value, int], Found]:
    def read(entry: Value, size: int) -> Found:
        yield kind((cell_in(entry.field("cell"), size),))

    return read


def _clone(entry: Value, size: int) -> Found:
    yield Clone(*(cells_in(entry.field(key), size) for key in ("cells", "cloneCells")))


def _quadruple(entry: Value, size: int) -> Found:
    values = tuple(value.number(1, size) for value in entry.field("values").items("value"))
    if not values:
        entry.ignore_all()  # it says nothing yet
        return
    yield Quadruple(cells_in(entry.field("cells"), size), values)


def _little_killer(entry: Value, size: int) -> Found:
    if not entry.field("value").text().strip():
        entry.ignore_all()  # it says nothing yet
        return
    direction = entry.field("direction").text()
    if direction not in DIRECTIONS:
        raise entry.field("direction").error("UL, UR, DL or DR")
    line = diagonal_from(cell_in(entry.field("cell"), size, 1), direction, size)
    if not line:
        raise entry.field("cell").error("a cell from which the arrow goes into the grid")
    if entry.field("cells").plain in (None, [spell_cell(cell) for cell in line]):
        entry.ignore("cells")  # they follow from the cell and the direction
    yield Cage(entry.field("value").number(0, _MOST), line, repeats=True)


def diagonal_from(cell: Cell, direction: str, size: int) -> tuple[Cell, ...]:
    """Return the cells of the grid on the way from a cell, itself if it is one of them."""
    down, right = DIRECTIONS[direction]
    way = ((cell[0] + k * down, cell[1] + k * right) for k in range(size + 1))
    return tuple(one for one in way if 0 <= one[0] < size and 0 <= one[1] < size)


def _outside(
    kind: Callable[[int, tuple[Cell, ...]], Constraint], least: int, *, both_ways: bool = False
) -> Callable[[Value, int], Found]:
    """Return the reader of a clue that stands at a row's or column's end and is seen from there.

    both_ways  whether it says the same from either end
    """

    def read(entry: Value, size: int) -> Found:
        if not entry.field("value").text().strip():
            entry.ignore_all()  # it says nothing yet
            return
        row, col = cell_in(entry.field("cell"), size, 1)
        inside = range(size)
        if (row in inside) == (col in inside):
            what = f"{entry.path}: {spell_cell((row, col))}"
            raise ModelError(f"{what}, expected a cell beside a row or column")
        line = [(row, k) if row in inside else (k, col) for k in inside]
        from_end = size in (row, col) and not both_ways
        yield kind(entry.field("value").number(least, _MOST), tuple(line[:: -1 if from_end else 1]))

    return read


ENTRIES: Mapping[str, Callable[[Value, int], Found]] = {
    "killercage": _cage,
    "littlekillersum": _little_killer,
    "arrow": _arrow,
    "thermometer": _line_of(Thermometer),
    "slowthermometer": _line_of(lambda line: Thermometer(line, slow=True)),
    "palindrome": _line_of(Palindrome),
    "renban": _line_of(Renban),
    "whispers": _whispers,
    "betweenline": _line_of(BetweenLine),
    "doublearrow": _line_of(DoubleArrow),
    "zipperline": _line_of(ZipperLine),
    "regionsumline": _line_of(RegionSumLine),
    "lockout": _lockout,
    "entropicline": _line_of(EntropicLine),
    "modularline": _line_of(ModularLine),
    "nabner": _nabner,
    "rowindexer": _indexer(rows=True),
    "columnindexer": _indexer(rows=False),
    "boxindexer": _box_indexer,
    "odd": _marked(Odd),
    "even": _marked(Even),
    "clone": _clone,
    "quadruple": _quadruple,
    "sandwichsum": _outside(Sandwich, 0, both_ways=True),
    "xsum": _outside(XSum, 1),
    "skyscraper": _outside(Skyscraper, 1),
}
