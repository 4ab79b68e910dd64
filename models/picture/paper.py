"""Paper: where places, corners and outlines come to lie, in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import ModelError
from .lettering import width_of
from .outlines import inset, rings, sides
from .picture import Picture, places_of
from .planes import Point, plane_of
from .shapes import Area, Cage, Cell, Outline, Place, Shape, Text
from .styles import CELL, style_of

__all__ = ["Paper", "path"]

MARGIN = 4.0
WIDEST = 4.0  # cells, where long texts stand in them


class Paper:
    """A picture's places in pixels, from the paper's upper left corner.

    width, height  of the paper
    cell           how wide and high a cell is; on squares it is wider if long texts stand in cells
    room           how wide a text in the middle of a cell may be
    """

    def __init__(self, picture: Picture) -> None:
        self._plane = plane_of(picture.lattice, picture.extent)
        wider = _widening(picture) if picture.lattice == "squares" else 1.0
        self.cell = (CELL * wider, CELL)
        self.room = 2 * self._plane.reach * self.cell[0] - 4
        self._unit = (self.cell[0] * self._plane.unit[0], CELL * self._plane.unit[1])
        self._least = (0.0, 0.0)
        points = [point for shape in picture.shapes for point in self._reached(shape)]
        left, right = _range(x for x, _ in points)
        top, bottom = _range(y for _, y in points)
        self._least = (left - MARGIN, top - MARGIN)
        self.width, self.height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN

    def _reached(self, shape: Shape) -> Iterator[Point]:
        """Yield points between which the shape lies."""
        if isinstance(shape, Cell | Area | Outline | Cage):
            for cell in places_of(shape):
                yield from self.corners(cell)
            return
        style = style_of(shape)
        if style is None:
            return
        across = down = style.size
        if isinstance(shape, Text):
            across, down = (length / 2 for length in self.cell)
        for place in places_of(shape):
            x, y = self.point(place)
            yield from ((x - across, y - down), (x + across, y + down))

    def point(self, place: Place) -> Point:
        """Return where a place lies."""
        return self._pixels(self._plane.centre(place))

    def corners(self, cell: Place) -> list[Point]:
        """Return where the corners of a cell lie, in turn."""
        return list(map(self._pixels, self._plane.corners(cell)))

    def outline(self, cells: Iterable[Place]) -> str:
        """Return the path along the sides that only one of the cells has."""
        found = sides(map(self._plane.corners, cells))
        return " ".join(path(map(self._pixels, side)) for side in found)

    def inside(self, cells: Iterable[Place], distance: float) -> str:
        """Return the path that runs so far within the outline of the cells."""
        found = rings(sides(map(self._plane.corners, cells)))
        return " ".join(
            path(inset(list(map(self._pixels, ring)), distance), closed=True) for ring in found
        )

    def border(self, one: Place, other: Place) -> str:
        """Return the path along the side that two cells share. Raises ModelError if none is."""
        there = set(self._plane.corners(other))
        shared = [corner for corner in self._plane.corners(one) if corner in there]
        if len(shared) != 2:
            raise ModelError(f"a border between {one} and {other}, expected neighbours")
        return path(map(self._pixels, shared))

    def upper_left(self, cell: Place) -> Point:
        """Return the upper left corner of a cell, or of the square about its middle."""
        x, y = self.point(cell)
        reach = self._plane.reach
        return x - reach * self.cell[0], y - reach * self.cell[1]

    def _pixels(self, where: Point) -> Point:
        return where[0] * self._unit[0] - self._least[0], where[1] * self._unit[1] - self._least[1]


def _range(values: Iterable[float]) -> tuple[float, float]:
    found = list(values) or [0.0]
    return min(found), max(found)


def _widening(picture: Picture) -> float:
    """Return how much wider than high cells are, so that their texts fit."""
    wanted = CELL
    for shape in picture.shapes:
        style = style_of(shape)
        if isinstance(shape, Text) and style is not None and shape.role in ("answer", "given"):
            wanted = max(wanted, width_of(shape.text) * style.size + 6)
    return min(wanted / CELL, WIDEST)


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return the data of a path through points."""
    return "M" + "L".join(f"{x:.5g},{y:.5g}" for x, y in points) + "Z" * closed
