"""The terminal's renderer: a picture as lines of text, a mark a cell.

What is shown is the texts in cells and the marks of areas; clues, lines and borders are left out.
Triangles and hexagons stand as packings/cell_text.py reads them, layers of cubes below each other
with an empty line between.
"""

from __future__ import annotations

from collections.abc import Mapping

from .picture import Picture
from .planes import Corner, plane_of
from .shapes import Area, Cell, Place, Text

__all__ = ["text", "write_marks"]

_IN_CELLS = ("answer", "given")


def text(picture: Picture, between: str | None = None) -> str:
    """Return the picture as lines, without blanks at their ends.

    between  what stands between the columns; None: blanks only if some mark is long
    """
    cells: dict[Place, str] = {}
    marks: dict[Place, str] = {}
    for shape in picture.shapes:
        if isinstance(shape, Text):
            if shape.role in _IN_CELLS:
                marks[shape.place] = shape.text
            elif shape.role == "blank":
                cells[shape.place] = shape.text
        elif isinstance(shape, Area):
            marks.update(dict.fromkeys(shape.cells, shape.mark))
        elif isinstance(shape, Cell):
            cells.setdefault(shape.place, "")
    cells.update(marks)
    return write_marks(cells, picture.lattice, between)


def write_marks(
    marks: Mapping[Place, str] | Mapping[tuple[int, ...], str],
    lattice: str,
    between: str | None = None,
) -> str:
    """Return marks by cell as lines, the least row and column first."""
    if not marks:
        return ""
    plane = plane_of(lattice, ((0,), (0,)))
    width = max(map(len, marks.values()))
    layers: dict[int, dict[Corner, str]] = {}
    for place, mark in marks.items():
        layer = round(place[0]) if lattice == "cubes" else 0
        layers.setdefault(layer, {})[plane.character(place)] = f"{mark:>{width}}"
    every = [where for layer in layers.values() for where in layer]
    start = plane.margin((min(row for row, _ in every), min(col for _, col in every)))
    if between is None:
        between = "" if width == 1 else " "
    blank, empty = " " * width, "." if lattice == "cubes" else ""
    numbers = range(min(layers), max(layers) + 1)
    return "\n\n".join(_lines(layers.get(k, {}), start, between, blank, empty) for k in numbers)


def _lines(marks: Mapping[Corner, str], start: Corner, between: str, blank: str, empty: str) -> str:
    """Return the marks of a layer; `blank` stands where none is, `empty` is a line without any."""
    rows: dict[int, dict[int, str]] = {}
    for (row, col), mark in marks.items():
        rows.setdefault(row, {})[col] = mark
    lines = []
    for row in range(start[0], max(rows, default=start[0]) + 1):
        line = rows.get(row, {})
        columns = range(start[1], max(line, default=start[1] - 1) + 1)
        lines.append(between.join([line.get(col, blank) for col in columns]).rstrip() or empty)
    return "\n".join(lines)
