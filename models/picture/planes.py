"""Planes: where the places of a lattice lie on paper, and where in the lines of a terminal.

Every corner of a cell has whole coordinates (x to the right, y down) in units of its lattice, so
that a side that two cells share is found exactly; they go round the cell clockwise. Layers of cubes
stand side by side on paper, and below each other in a terminal.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from ..errors import ModelError, excerpt
from .shapes import Place

__all__ = ["Corner", "Plane", "Point", "plane_of"]

Corner = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True)
class Plane:
    """A lattice on paper.

    unit   how long the units of x and y are, in sides of a square cell
    reach  how far from its middle a cell's inside reaches at least, in the same
    """

    unit: Point = (1.0, 1.0)
    reach: float = 0.5

    @abstractmethod
    def corners(self, cell: Place) -> list[Corner]:
        """Return the corners of a cell, in turn."""

    @abstractmethod
    def centre(self, place: Place) -> Point:
        """Return a place, the middle of a cell for whole numbers."""

    def character(self, place: Place) -> tuple[int, int]:
        """Return the line and the column of a cell in text, from any corner on."""
        row, col = place[-2:]
        return round(row), round(col)

    def margin(self, least: Corner) -> Corner:
        """Return the line and column where a text begins whose least line and column these are."""
        return least


class _Squares(Plane):
    def corners(self, cell: Place) -> list[Corner]:
        row, col = self.character(cell)
        return [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]

    def centre(self, place: Place) -> Point:
        return place[1] + 0.5, place[0] + 0.5


class _Triangles(Plane):
    """The triangle points up where row + col is even, and is two units wide."""

    def corners(self, cell: Place) -> list[Corner]:
        row, col = self.character(cell)
        if (row + col) % 2:
            return [(col, row), (col + 2, row), (col + 1, row + 1)]
        return [(col + 1, row), (col + 2, row + 1), (col, row + 1)]

    def centre(self, place: Place) -> Point:
        row, col = place
        whole = float(row).is_integer() and float(col).is_integer()
        down = 0.0 if not whole else -1 / 6 if (row + col) % 2 else 1 / 6
        return col + 1, row + 0.5 + down

    def margin(self, least: Corner) -> Corner:
        return least[0], least[1] - sum(least) % 2  # so that the text's first mark points up


class _Hexagons(Plane):
    """A hexagon is two units wide and four high; each row lies one unit further right."""

    def corners(self, cell: Place) -> list[Corner]:
        row, col = round(cell[0]), round(cell[1])
        x, y = 2 * col + row, 3 * row
        ways = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        return [(x + across, y + down) for across, down in ways]

    def centre(self, place: Place) -> Point:
        return 2 * place[1] + place[0], 3 * place[0]

    def character(self, place: Place) -> tuple[int, int]:
        row, col = round(place[0]), round(place[1])
        return row, 2 * col + row


@dataclass(frozen=True)
class _Cubes(_Squares):
    """Layers side by side; `apart` cells lie from layer to layer."""

    apart: int = 0

    def corners(self, cell: Place) -> list[Corner]:
        right = round(cell[0]) * self.apart
        return [(x + right, y) for x, y in super().corners(cell[1:])]

    def centre(self, place: Place) -> Point:
        x, y = super().centre(place[1:])
        return x + place[0] * self.apart, y


def plane_of(lattice: str, extent: tuple[Place, Place]) -> Plane:
    """Return the plane of a lattice. Raises ModelError for a name that is none.

    extent  the least and the greatest coordinates of what is drawn
    """
    if lattice == "cubes":
        least, greatest = extent
        return _Cubes(apart=round(greatest[-1] - least[-1]) + 2)
    planes = {
        "squares": _Squares(),
        "triangles": _Triangles((0.6875, 1.19), 0.38),
        "hexagons": _Hexagons((0.5, 0.289)),
    }
    if lattice not in planes:
        names = ", ".join([*planes, "cubes"])
        raise ModelError(f"a picture on {excerpt(repr(lattice))}, expected one of {names}")
    return planes[lattice]
