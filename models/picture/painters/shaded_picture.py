"""Grids in shades: the darker a cell, the more solutions make a choice that lies on it.

Shown are tables whose choices have a row and a col, or the cells that a piece covers; a grid for
each of the other values, so of a sudoku one a digit, and of a packing one a piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...answer import AnsweredPuzzle
from ...tables.table import Choices
from ...telling.spelling import numeral
from ..picture import Picture
from ..shapes import Cell, Place, Shape, Text
from .painting import picture_of, places_of

__all__ = ["shaded_pictures", "shaded_text"]

SHADES = " .\u2591\u2592\u2593\u2588"  # none; up to a quarter, a half ... of the most; all
_PLACED = ("row", "col", "cells")


def shaded_pictures(
    puzzle: AnsweredPuzzle, table: Choices, counts: Sequence[int], total: int
) -> list[Picture]:
    """Return a grid for each value that stands in cells; none of a table without cells.

    counts  how many solutions make each choice of the table
    total   how many solutions there are
    """
    if not _has_cells(table):
        return []
    # By their titles the grids: how many choices of all solutions lie on each cell.
    places = places_of(puzzle)
    columns = list(table.columns)
    others = [place for place, name in enumerate(columns) if name not in _PLACED]
    boards: dict[str, dict[Place, int]] = {}
    board: dict[Place, int] = {}
    for number, (row, count) in enumerate(zip(table.rows, counts, strict=True)):
        name = table.name
        summary = ", ".join(f"{columns[place]} {row[place]}" for place in others)
        grid = boards.setdefault(f"{name}: {summary}" if summary else name, {})
        for cell in places(table.offset + number):
            board[cell] = 0
            grid[cell] = grid.get(cell, 0) + count
    grids = {title: board | grid for title, grid in boards.items()}
    if not all(_whole(place) for cells in grids.values() for place in cells):
        return []  # edges, which lie between cells
    lattice = picture_of(puzzle).lattice
    most = max((count for cells in grids.values() for count in cells.values()), default=0)
    told = f"how many of {numeral(total)} solutions have it in a cell, in shades"
    return [
        Picture(tuple(_shapes(cells, most, total, lattice)), lattice, title, told)
        for title, cells in grids.items()
    ]


def shaded_text(picture: Picture) -> str:
    """Return a grid in shades as lines of text; square cells are two letters wide."""
    from ..text import write_marks

    shades = {one.place: one.text for one in picture.shapes
              if isinstance(one, Text) and one.role == "blank"}  # fmt: skip
    return write_marks(shades, picture.lattice, between="")


def _has_cells(table: Choices) -> bool:
    columns = list(table.columns)
    if "cells" in columns:
        return True
    if not {"row", "col"} <= set(columns):
        return False
    at = columns.index("row"), columns.index("col")
    return all(type(row[place]) is int for row in table.rows for place in at)


def _whole(place: Place) -> bool:
    return all(isinstance(axis, int) for axis in place)


def _shapes(cells: dict[Place, int], most: int, total: int, lattice: str) -> Iterator[Shape]:
    width = 2 if lattice == "squares" else 1
    for cell, count in cells.items():
        yield Cell(cell)
        yield Text(cell, _shade(count, most, total) * width, "blank")
        if count:
            title = f"{numeral(count)} of {numeral(total)}"
            yield Cell(cell, "share", share=count / most, title=title)
            yield Text(cell, _percent(count, total), "side")


def _shade(count: int, most: int, total: int) -> str:
    """Return the shade of a share of the most there is; none and all have shades of their own."""
    if not count:
        return SHADES[0]
    return SHADES[-1] if count >= total else SHADES[-(-4 * count // most)]


def _percent(count: int, total: int) -> str:
    """Return a share in percent; only what none and all solutions have is none and all of them."""
    if count == total:
        return "100%"
    percent = 100 * count / total
    if percent < 1:
        return "<1%"
    return ">99%" if 99 < percent < 100 else f"{percent:.0f}%"
