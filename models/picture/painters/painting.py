"""Draw a puzzle by its own painter, by a description or by a guess; draw shares in shades."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...answer import Answer, AnsweredPuzzle
from ...errors import ModelError
from ...spelling import numeral
from ...tables.table import Choices
from ..picture import Cell, Outline, Painter, Picture, Place, Shape, Text
from .clue_picture import CluePicture
from .guess import guess
from .list_picture import ListPicture
from .painter import Layers, TablePainter
from .words import painter_in_words, painter_of_kind

__all__ = [
    "add_layer",
    "marks_of",
    "own_painter",
    "painter_of",
    "picture_of",
    "places_of",
    "shaded_pictures",
    "shaded_text",
    "text_of",
]


def painter_of(puzzle: AnsweredPuzzle) -> Painter:
    """Return what makes the pictures of a puzzle's answers. Raises ModelError for unknown words.

    If only clues were set, they lie over the guessed picture.
    """
    painter = own_painter(puzzle)
    if painter is None:
        return guess(puzzle)
    layers = painter.painters if isinstance(painter, Layers) else (painter,)
    if not all(isinstance(layer, CluePicture) for layer in layers):
        return painter
    guessed = guess(puzzle)
    if hasattr(guessed, "text") or isinstance(guessed, ListPicture):
        message = "no table is guessed to lie on cells, expected `drawn` of one"
        raise ModelError(f"picture of clues: {message}")
    return Layers([guessed, *layers])


def own_painter(puzzle: AnsweredPuzzle) -> Painter | None:
    """Return the painter that was set for a puzzle, or None."""
    painter = puzzle.picture
    return painter_in_words(puzzle, painter) if isinstance(painter, str) else painter


def picture_of(
    puzzle: AnsweredPuzzle, answer: Answer | None = None, painter: Painter | None = None
) -> Picture:
    """Return the picture of an answer; of none, that of the givens.

    painter  if it is at hand, as for many answers
    """
    if answer is None:
        answer = Answer(puzzle, puzzle.given_options)
    return (painter or painter_of(puzzle))(answer)


def text_of(
    puzzle: AnsweredPuzzle, answer: Answer | None = None, painter: Painter | None = None
) -> str:
    """Return the picture of an answer, or of the givens, as lines: below it the unseen clues."""
    return _text_of(puzzle, answer, painter or painter_of(puzzle))


def marks_of(puzzle: AnsweredPuzzle, answer: Answer) -> str:
    """Return an answer as lines of text, as programs read it: a table's without lines of boxes."""
    painter = painter_of(puzzle)
    return _text_of(puzzle, answer, painter, frames=not _of_tables(painter), blank="")


def _text_of(
    puzzle: AnsweredPuzzle,
    answer: Answer | None,
    painter: Painter,
    *,
    frames: bool = True,
    blank: str = ".",
) -> str:
    from ..text import text

    if answer is None:
        answer = Answer(puzzle, puzzle.given_options)
    painters: tuple[Any, ...] = painter.painters if isinstance(painter, Layers) else (painter,)
    marked = [layer for layer in painters if not hasattr(layer, "text")]
    if not marked:
        return "\n".join(layer.text(answer) for layer in painters)
    picture = Layers(marked)(answer)
    shapes: list[Shape] = []
    if blank:
        shapes += (
            Text(shape.place, blank, "blank") for shape in picture.shapes if isinstance(shape, Cell)
        )
    shapes += (shape for shape in picture.shapes if frames or not isinstance(shape, Outline))
    return text(replace(picture, shapes=tuple(shapes)), whole=bool(blank))


def add_layer(
    below: Painter | None, kind: str, table: Choices | None, words: Mapping[str, Any]
) -> Painter:
    """Return a painter that lays one more kind of picture over `below`."""
    painter = painter_of_kind(kind, table, words)
    if below is None:
        return painter
    layers = below.painters if isinstance(below, Layers) else (below,)
    return Layers([*layers, painter])


def places_of(puzzle: AnsweredPuzzle) -> Callable[[int], tuple[Place, ...]]:
    """Return the function that says on which cells of its picture an option lies; none: unknown."""
    painters = _of_tables(painter_of(puzzle)) or _of_tables(guess(puzzle))
    guessed = {id(table): _cells_of(table) for table in puzzle.tables}

    def places(option: int) -> tuple[Place, ...]:
        for table in puzzle.tables:
            if 0 <= option - table.offset < len(table):
                number = option - table.offset
                own = [
                    painter
                    for painter in painters
                    if painter.table.is_like(table) and not painter.printed
                ]
                cells = [place for painter in own for place in painter.places(number)]
                return tuple(dict.fromkeys(cells)) or guessed[id(table)](number)
        return ()

    return places


def _of_tables(painter: Any) -> list[TablePainter]:
    painters = painter.painters if isinstance(painter, Layers) else (painter,)
    return [layer for layer in painters if isinstance(layer, TablePainter)]


def _cells_of(table: Choices) -> Callable[[int], tuple[Place, ...]]:
    """Return what reads the cells of a piece, which may be cubes, from the column of that name."""
    if "cells" not in table.columns:
        return lambda number: ()
    column = table.columns.index("cells")
    return lambda number: tuple(map(tuple, table[number][column]))


# ---- Grids in shades -----------------------------------------------------------------------------
# Shown are tables whose choices have a row and a col, or the cells that a piece covers; a grid for
# each of the other values, so of a sudoku one a digit, and of a packing one a piece.


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
    shaded = [place for cells in grids.values() for place in cells]
    if not all(isinstance(axis, int) for place in shaded for axis in place):
        return []  # edges, which lie between cells
    lattice = picture_of(puzzle).lattice
    most = max((count for cells in grids.values() for count in cells.values()), default=0)
    description = f"how many of {numeral(total)} solutions have it in a cell, in shades"
    return [
        Picture(tuple(_shapes(cells, most, total, lattice)), lattice, title, description)
        for title, cells in grids.items()
    ]


def shaded_text(picture: Picture) -> str:
    """Return a grid in shades as lines of text; square cells are two letters wide."""
    from ..text import write_marks

    shades = {shape.place: shape.text for shape in picture.shapes
              if isinstance(shape, Text) and shape.role == "blank"}  # fmt: skip
    return write_marks(shades, picture.lattice, between="")


def _has_cells(table: Choices) -> bool:
    columns = list(table.columns)
    if "cells" in columns:
        return True
    if not {"row", "col"} <= set(columns):
        return False
    at = columns.index("row"), columns.index("col")
    return all(type(row[place]) is int for row in table.rows for place in at)


def _shapes(cells: dict[Place, int], most: int, total: int, lattice: str) -> Iterator[Shape]:
    width = 2 if lattice == "squares" else 1
    for cell, count in cells.items():
        yield Cell(cell)
        shade = 0  # none and all have shades of their own
        if count:
            shade = -(-4 * count // most) if count < total else -1
        yield Text(cell, SHADES[shade] * width, "blank")
        if count:
            title = f"{numeral(count)} of {numeral(total)}"
            yield Cell(cell, "share", share=count / most, title=title)
            yield Text(cell, _percent(count, total), "side")


def _percent(count: int, total: int) -> str:
    """Return a share in percent; only what none and all solutions have is none and all of them."""
    if count == total:
        return "100%"
    percent = 100 * count / total
    if percent < 1:
        return "<1%"
    return ">99%" if 99 < percent < 100 else f"{percent:.0f}%"
