"""Planes: where places of a lattice lie on paper and in a terminal; outlines of sets of cells.

Every corner of a cell has whole coordinates (x to the right, y down) in units of its lattice, so
that a side that two cells share is found exactly; they go round the cell clockwise. Layers of
solids stand side by side on paper, on several lines if they are many, and below each other in a
terminal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, hypot
from typing import Any

from ..errors import ModelError, excerpt
from .picture import Place

__all__ = [
    "SOLID",
    "Plane",
    "Point",
    "inset",
    "joined",
    "plane_of",
    "rings",
    "sides",
    "straightened",
]

Point = tuple[float, float]
WIDEST = 27  # cells of the layers of solids that stand side by side


@dataclass(frozen=True)
class Plane:
    """A lattice on paper.

    unit   how long the units of x and y are, in sides of a square cell
    reach  how far from its middle a cell's inside reaches at least, in the same
    """

    unit: Point = (1.0, 1.0)
    reach: float = 0.5

    @abstractmethod
    def corners(self, cell: Place) -> list[Point]:
        """Return the corners of a cell, in turn."""

    @abstractmethod
    def centre(self, place: Place) -> Point:
        """Return a place, the middle of a cell for whole numbers."""

    def characters(self, marks: Mapping[Any, str]) -> Mapping[Any, str]:
        """Return the marks of cells by line and column of a text, counted from anywhere."""
        return marks

    def margin(self, least: Place) -> Place:
        """Return the line and column where a text begins whose least line and column these are."""
        return least


class _Squares(Plane):
    def corners(self, cell: Place) -> list[Point]:
        row, col = cell
        return [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]

    def centre(self, place: Place) -> Point:
        return place[1] + 0.5, place[0] + 0.5


_SQUARES = _Squares()


class _Triangles(Plane):
    """The triangle points up where row + col is even, and is two units wide."""

    def corners(self, cell: Place) -> list[Point]:
        row, col = cell
        if (row + col) % 2:
            return [(col, row), (col + 2, row), (col + 1, row + 1)]
        return [(col + 1, row), (col + 2, row + 1), (col, row + 1)]

    def centre(self, place: Place) -> Point:
        row, col = place
        whole = float(row).is_integer() and float(col).is_integer()
        down = 0.0 if not whole else -1 / 6 if (row + col) % 2 else 1 / 6
        return col + 1, row + 0.5 + down

    def margin(self, least: Place) -> Place:
        return least[0], least[1] - sum(least) % 2  # so that the text's first mark points up


class _Hexagons(Plane):
    """A hexagon is two units wide and four high; each row lies one unit further right."""

    def corners(self, cell: Place) -> list[Point]:
        row, col = cell
        x, y = 2 * col + row, 3 * row
        ways = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        return [(x + across, y + down) for across, down in ways]

    def centre(self, place: Place) -> Point:
        return 2 * place[1] + place[0], 3 * place[0]

    def characters(self, marks: Mapping[Any, str]) -> Mapping[Any, str]:
        return {(row, 2 * col + row): mark for (row, col), mark in marks.items()}


@dataclass(frozen=True)
class _Layers(Plane):
    """Layers side by side.

    flat   the plane of a layer
    first  the number of the first one
    line   how many stand side by side
    apart  how many cells lie from layer to layer, down and to the right
    """

    flat: Plane = _SQUARES
    first: int = 0
    line: int = 1
    apart: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, flat: Plane, least: Place, greatest: Place) -> _Layers:
        first, layers = int(least[0]), int(greatest[0] - least[0]) + 1
        high, wide = (int(greatest[k] - least[k]) + 2 for k in (-2, -1))
        wide += len(flat.corners((0, 0))) == 3  # a triangle is two units wide
        lines = ceil(layers / max(WIDEST // wide, 1))
        line = ceil(layers / lines)
        return cls(flat.unit, flat.reach, flat, first, line, (high, wide))

    def corners(self, cell: Place) -> list[Point]:
        right, down = self._corner(cell[0])
        return [(x + right, y + down) for x, y in self.flat.corners(cell[1:])]

    def centre(self, place: Place) -> Point:
        (x, y), (right, down) = self.flat.centre(place[1:]), self._corner(place[0])
        return x + right, y + down

    def _corner(self, layer: float) -> Point:
        below, aside = divmod(int(layer) - self.first, self.line)
        return aside * self.apart[1], below * self.apart[0]


_PLANES = {
    "squares": _SQUARES,
    "triangles": _Triangles((0.6875, 1.19), 0.38),
    "hexagons": _Hexagons((0.5, 0.289)),
}


SOLID = {"cubes": "squares", "prisms": "triangles"}  # and the planes of their layers


def plane_of(lattice: str, extent: tuple[Place, Place] = ((0,), (0,))) -> Plane:
    """Return the plane of a lattice. Raises ModelError for a name that is none.

    extent  the least and the greatest coordinates of what is drawn, which solids need
    """
    if lattice in SOLID:
        return _Layers.of(_PLANES[SOLID[lattice]], *extent)
    if lattice not in _PLANES:
        names = ", ".join([*_PLANES, *SOLID])
        raise ModelError(f"a picture on {excerpt(lattice)}, expected one of {names}")
    return _PLANES[lattice]


# ---- Outlines ------------------------------------------------------------------------------------
# A side that two of the cells share is inside; the others make the outline. They run clockwise, so
# they can be joined to rings; where cells of the set only touch at a corner, the rings stay apart.


Side = tuple[Point, Point]


def sides(outlines: Iterable[Sequence[Point]]) -> list[Side]:
    """Return the sides (from, to) that belong to one of the cells alone, given by their corners."""
    by_points: dict[frozenset[Point], Side | None] = {}
    for corners in outlines:
        for side in pairwise([*corners, corners[0]]):
            key = frozenset(side)
            by_points[key] = None if key in by_points else side
    return [side for side in by_points.values() if side is not None]


def rings(outline: Iterable[Side]) -> list[list[Point]]:
    """Return the rings of corners that the sides make, each without its first corner repeated."""
    leaving: dict[Point, list[Side]] = {}
    for side in outline:
        leaving.setdefault(side[0], []).append(side)
    left = dict.fromkeys(side for ways in leaving.values() for side in ways)
    rings = []
    while left:
        ring, side = [], next(iter(left))
        while side in left:
            del left[side]
            ring.append(side[0])
            here = side
            side = max(leaving[here[1]], key=lambda way: _turn(*here, way[1]))
        rings.append(ring)
    return rings


def straightened(ring: Sequence[Point]) -> list[Point]:
    """Return a ring without the corners at which it goes straight on."""
    before, ahead = [ring[-1], *ring[:-1]], [*ring[1:], ring[0]]
    return [
        here
        for previous, here, other in zip(before, ring, ahead, strict=True)
        if abs(_turn(previous, here, other)) > 1e-9
    ]


def joined(outlines: Iterable[Sequence[Point]]) -> list[Side]:
    """Return all sides of cells, each once, those that go on straight as one."""
    ways: dict[Point, set[Point]] = {}  # the step of each side, and where it begins
    for corners in outlines:
        for corner, other in pairwise([*corners, corners[0]]):
            start, end = sorted((corner, other))
            ways.setdefault((end[0] - start[0], end[1] - start[1]), set()).add(start)
    sides = []
    for (across, down), starts in ways.items():
        for x, y in sorted(starts):
            if (x - across, y - down) in starts:
                continue
            end = x + across, y + down
            while end in starts:
                end = end[0] + across, end[1] + down
            sides.append(((x, y), end))
    return sides


def _turn(before: Point, here: Point, ahead: Point) -> float:
    """Return by how much a way turns to the right, an angle."""
    x, y = here[0] - before[0], here[1] - before[1]
    u, v = ahead[0] - here[0], ahead[1] - here[1]
    return atan2(x * v - y * u, x * u + y * v)


def inset(ring: Sequence[Point], distance: float) -> list[Point]:
    """Return a ring moved inwards by a distance: to the right of each of its sides."""
    points = []
    for before, here, ahead in zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True):
        (a, b), (c, d) = _right(before, here), _right(here, ahead)
        stretch = distance / max(1 + a * c + b * d, 0.2)
        points.append((here[0] + stretch * (a + c), here[1] + stretch * (b + d)))
    return points


def _right(start: Point, end: Point) -> Point:
    """Return the unit vector to the right of a way."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    return -y / length, x / length
