"""The terminal's renderer: a picture as lines of text, a mark a cell.

What is shown is the texts in cells, candidates, headings and the marks of areas, and the lines of
several boxes (frames.py) and of loops and paths (ways.py); clues, other lines and borders are left
out, or told below (told_below.py). Triangles and hexagons stand as packings/cell_text.py reads
them, layers of cubes below each other with an empty line between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from .in_text.frames import framed
from .in_text.pieces import framed_pieces, framed_tiles
from .in_text.splits import split_sums
from .in_text.told_below import told_below
from .in_text.ways import drawn_ways
from .picture import Picture
from .planes import plane_of
from .shapes import Area, Candidates, Cell, Outline, Place, Symbol, Text

__all__ = ["text", "write_marks"]

_Cell = TypeVar("_Cell", bound=Place)
_IN_CELLS = ("answer", "given", "blank", "heading")


def text(picture: Picture, *, whole: bool = False) -> str:
    """Return the picture as lines, without blanks at their ends; blanks between only long marks.

    Where boxes have lines, a dot stands in empty cells.

    whole  what marks cannot show is shown, too: blocked cells, where pieces end, and below it clues
    """
    if not whole:
        return drawn_ways(picture) or _marked(picture, whole=False)
    drawn = drawn_ways(picture) or framed_tiles(picture) or _marked(picture, whole=True)
    told = told_below(picture)
    return "\n".join([drawn, "", *told]) if told else drawn


def _marked(picture: Picture, *, whole: bool) -> str:
    cells: dict[Place, str] = {}
    marks: dict[Place, str] = {}
    for shape in picture.shapes:
        if isinstance(shape, Text):
            if shape.role in _IN_CELLS:
                (cells if shape.role == "blank" else marks)[shape.place] = shape.text
        elif isinstance(shape, Cell) and shape.role != "vacant":
            # Whether a cell is no part of the play, as those with a kakuro's sums are.
            ground = (
                "#"
                if whole
                and (shape.role == "blocked" or (shape.role == "shaded" and not shape.title))
                else cells.get(shape.place, "")
            )
            cells[shape.place] = ground
        elif isinstance(shape, Symbol):
            marks[shape.place] = shape.text
        elif isinstance(shape, Area):
            (marks if shape.mark else cells).update(dict.fromkeys(shape.cells, shape.mark))
        elif isinstance(shape, Candidates) and shape.values:
            between = "," if max(shape.values) > 9 else ""
            marks.setdefault(shape.place, between.join(map(str, shape.values)))
    cells.update(marks)
    cells.update(split_sums(picture))
    if any(isinstance(shape, Text) and shape.role == "heading" for shape in picture.shapes):
        return "\n".join(_columns(cells))
    boxes = [one.cells for one in picture.shapes if isinstance(one, Outline) and one.role == "box"]
    if cells and len(boxes) > 1 and picture.lattice == "squares":
        return framed({cell: mark or "." for cell, mark in cells.items()}, boxes)
    parted = framed_pieces(picture, cells) if whole else None
    return write_marks(cells, picture.lattice) if parted is None else parted


def _columns(marks: Mapping[Place, str]) -> Iterator[str]:
    """Yield the lines of a table with headings: each column is as wide as its longest mark."""
    rows, cols = ({int(place[axis]) for place in marks} for axis in (0, 1))
    span = range(min(cols), max(cols) + 1)
    widths = {col: max(len(marks.get((row, col), "")) for row in rows) for col in span}
    for row in range(min(rows), max(rows) + 1):
        yield "  ".join(marks.get((row, col), "").rjust(widths[col]) for col in span).rstrip()


def write_marks(
    marks: Mapping[_Cell, str],
    lattice: str = "squares",
    between: str | None = None,
    width: int = 0,
) -> str:
    """Return marks by cell as lines, the least row and column first.

    between  what stands between the columns; None: blanks only if they are wide
    width    how wide a column is at least
    """
    if not marks:
        return ""
    width = max(width, *map(len, marks.values()))
    if between is None:
        between = "" if width == 1 else " "
    if lattice == "cubes":
        return _layers(marks, between, width)
    plane = plane_of(lattice)
    placed = plane.characters(marks)
    start = plane.margin((min(row for row, _ in placed), min(col for _, col in placed)))
    return "\n".join(_lines(placed, start, between, width))


def _layers(marks: Mapping[_Cell, str], between: str, width: int) -> str:
    """Return cubes layer by layer, a dot for a line in which there is none."""
    layers: dict[float, dict[Place, str]] = {}
    for (layer, *cell), mark in marks.items():
        layers.setdefault(layer, {})[tuple(cell)] = mark
    start = min(cell[1] for cell in marks), min(cell[2] for cell in marks)
    every = range(int(min(layers)), int(max(layers)) + 1)
    return "\n\n".join(
        "\n".join(line or "." for line in _lines(layers.get(k, {}), start, between, width))
        for k in every
    )


def _lines(marks: Mapping[Place, str], start: Place, between: str, width: int) -> Iterator[str]:
    """Yield lines of marks from a row and column on, one at least."""
    top, left = map(int, start)
    bottom = int(max((row for row, _ in marks), default=top))
    right = int(max((col for _, col in marks), default=left))
    blank = " " * width
    marks = {cell: mark.rjust(width) for cell, mark in marks.items()}
    columns = range(left, right + 1)
    for row in range(top, bottom + 1):
        yield between.join([marks.get((row, col), blank) for col in columns]).rstrip()
