"""Packings as SVG pictures: cells in their piece's color, thick lines round each placement.

Every corner of a cell has whole coordinates in units of its lattice, so a side that two cells of a
placement share is found exactly, and only the others are drawn as its outline. Hues go round by the
golden angle, which keeps neighbours in the list of pieces far apart. Layers of cubes stand side by
side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from .lattices import CUBES, HEXAGONS, SQUARES, TRIANGLES, Cell, Cells, Lattice

__all__ = ["draw_pieces"]

Point = tuple[int, int]
GOLDEN_ANGLE = 137.508
MARGIN = 4.0
# How long the units of the corners' coordinates are, across and down: a cell is some 30 wide.
_UNITS = {
    SQUARES: (32.0, 32.0),
    TRIANGLES: (22.0, 38.1),
    HEXAGONS: (16.0, 9.24),
    CUBES: (32.0, 32.0),
}


def draw_pieces(
    board: Iterable[Cell],
    lattice: Lattice,
    pieces: Sequence[str],
    laid: Sequence[tuple[str, Cells]],
) -> str:
    """Return the picture of a board and of what is laid on it, a text of SVG.

    pieces  the names of all pieces, which get a color each
    laid    (name, cells) of what lies on the board
    """
    cells = list(board)
    width = max((cell[-1] for cell in cells), default=0) + 2
    outlines = {cell: _corners(cell, lattice, width) for cell in cells}
    points = [point for corners in outlines.values() for point in corners] or [(0, 0)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    across, down = _UNITS[lattice]

    def spell(point: Point) -> str:
        return f"{(point[0] - left) * across + MARGIN:g},{(point[1] - top) * down + MARGIN:g}"

    size = f"{(right - left) * across + 2 * MARGIN:g} {(bottom - top) * down + 2 * MARGIN:g}"
    hues = {name: f"hsl({k * GOLDEN_ANGLE % 360:.0f},65%,70%)" for k, name in enumerate(pieces)}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" stroke-linejoin="round" '
        'stroke-linecap="round">',
        '<g fill="#eee" stroke="#bbb">',
        *(f'<path d="{_ring(map(spell, corners))}"/>' for corners in outlines.values()),
        "</g>",
    ]
    for name, covered in laid:
        faces = " ".join(_ring(map(spell, outlines[cell])) for cell in covered)
        sides = (f"M{spell(a)}L{spell(b)}" for a, b in _border([outlines[c] for c in covered]))
        lines += [
            f"<g><title>{escape(name)}</title>",
            f'<path fill="{hues[name]}" stroke="#000" stroke-opacity=".15" d="{faces}"/>',
            f'<path fill="none" stroke="#222" stroke-width="2.5" d="{" ".join(sides)}"/></g>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _corners(cell: Cell, lattice: Lattice, width: int) -> list[Point]:
    """Return the corners (x, y) of a cell, in turn; `width` cells lie from layer to layer."""
    *_, row, col = cell
    if lattice is TRIANGLES:
        up = lattice.kind(cell) == 0
        return [(col, row + up), (col + 2, row + up), (col + 1, row + (not up))]
    if lattice is HEXAGONS:
        x, y = 2 * col + row, 3 * row
        ways = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        return [(x + across, y + down) for across, down in ways]
    if lattice is CUBES:
        col += cell[0] * width
    return [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]


def _border(outlines: Iterable[list[Point]]) -> list[tuple[Point, Point]]:
    """Return the sides that belong to one of the outlines alone."""
    sides: dict[frozenset[Point], tuple[Point, Point] | None] = {}
    for corners in outlines:
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            side = frozenset((a, b))
            sides[side] = None if side in sides else (a, b)
    return [side for side in sides.values() if side is not None]


def _ring(points: Iterable[str]) -> str:
    return "M" + "L".join(points) + "Z"
