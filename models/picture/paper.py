"""Paper: where places, corners and outlines come to lie, in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import dist

from ..errors import ModelError
from .labels import CLUE_SIZE, Clues, cage_depths, width_of
from .picture import (
    Area,
    Cage,
    Candidates,
    Cell,
    Outline,
    Picture,
    Place,
    Shape,
    Symbol,
    Text,
    Wedge,
    places_of,
)
from .planes import Point, inset, joined, plane_of, rings, sides, straightened
from .styles import CELL, STYLES, style_of

__all__ = ["Paper", "path", "spelled"]

MARGIN = 4.0
MANY = 400  # vertices, of which none is measured
WIDEST = 4.0  # cells, where long texts stand in them
READABLE = 8.0  # the least size of candidates, in pixels of the screen
BESIDE = 11.0  # the size of names that stand beside their discs
SMALL, LARGEST = 9.0, 26.0  # the least size of a name in a disc, and the largest disc
DEEPER = 2.6  # how far a cage runs within another one


class Paper:
    """A picture's places in pixels, from the paper's upper left corner.

    width, height  of the paper
    zoom           how much larger it is shown, so that small candidates can be read
    cell           how wide and high a cell is; on squares it is wider if long texts stand in cells
    room           how wide a text in the middle of a cell may be
    discs          the radius of a graph's vertices, all alike, which their names make larger
    """

    def __init__(self, picture: Picture) -> None:
        self._plane = plane_of(picture.lattice, picture.extent)
        self._squares = picture.lattice == "squares"
        if self._squares:
            # How much wider than high cells are, so that their texts fit.
            wanted = CELL
            for shape in picture.shapes:
                style = style_of(shape)
                if (
                    isinstance(shape, Text)
                    and style is not None
                    and shape.role in ("answer", "given", "light", "crossed", "heading")
                ):
                    wanted = max(wanted, width_of(shape.text) * style.size + 6)
            wider = min(wanted / CELL, WIDEST)
        else:
            wider = 1.0
        self.cell = (CELL * wider, CELL)
        self.room = 2 * self._plane.reach * self.cell[0] - 4
        self._unit = (self.cell[0] * self._plane.unit[0], CELL * self._plane.unit[1])
        self._clues, self._depths = Clues.of(picture.shapes, self.room), cage_depths(picture.shapes)
        self._crowded = bool(self._clues.begins or self._depths)
        self._least = (0.0, 0.0)
        # The radius that the names ask for; the usual one if discs would meet so.
        least, size = STYLES["Circle", "node"].size, STYLES["Text", "name"].size
        names = [shape for shape in picture.shapes if isinstance(shape, Text)
                 and shape.role == "name"]  # fmt: skip
        wanted = max((self._radius_for(name.text, size) for name in names), default=0.0)
        if wanted <= least or len(names) > MANY:
            self.discs = least
        else:
            at = [self.point(name.place) for name in names]
            nearest = min(
                (dist(point, other) for point, other in combinations(at, 2)), default=3 * LARGEST
            )
            most = max(least, min(LARGEST, 0.43 * nearest))
            needed = max(self._radius_for(name.text, SMALL) for name in names)
            self.discs = least if needed > most else max(needed, min(wanted, most))
        points = [point for shape in picture.shapes for point in self._reached(shape)]
        left, right = _range(x for x, _ in points)
        top, bottom = _range(y for _, y in points)
        self._least = (left - MARGIN, top - MARGIN)
        self.width, self.height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
        sizes = {
            self.candidates(shape, READABLE)[1]
            for shape in picture.shapes
            if isinstance(shape, Candidates) and shape.values
        }
        self.zoom = READABLE / min(sizes, default=READABLE)

    def _reached(self, shape: Shape) -> Iterator[Point]:
        """Yield points between which the shape lies."""
        if isinstance(shape, Cell | Area | Outline | Cage | Candidates | Symbol | Wedge):
            for cell in places_of(shape):
                yield from self.corners(cell)
            return
        style = style_of(shape)
        if style is None:
            return
        across = down = style.size or float(style.attributes.get("stroke-width", 0)) / 2
        if shape.role == "node":
            across = down = self.discs + 1
        if isinstance(shape, Text):
            across, down = self._reach_of(shape, style.size)
        for place in places_of(shape):
            x, y = self.point(place)
            yield from ((x - across, y - down), (x + across, y + down))
            if isinstance(shape, Text) and shape.role == "clue":
                yield self.upper_left(place)[0] + self._clues.ends[place], y

    def _reach_of(self, text: Text, size: float) -> Point:
        """Return how far a text lies from its middle, across and down."""
        if text.role == "side":  # off the middle of its cell, and no larger than it shows
            return size / 2, size / 2
        if text.role == "name" and self.name_size(text.text) is None:
            return width_of(text.text) * BESIDE / 2, self.discs + 1.3 * BESIDE
        if text.role in ("caption", "legend"):
            return width_of(text.text) * size / 2, 0.6 * size
        across, down = (length / 2 for length in self.cell)
        return across, down

    # ---- Cells ----------------------------------------------------------------------------

    def point(self, place: Place) -> Point:
        """Return where a place lies."""
        return self._pixels(self._plane.centre(place))

    def corners(self, cell: Place) -> list[Point]:
        """Return where the corners of a cell lie, in turn."""
        return list(map(self._pixels, self._plane.corners(cell)))

    def upper_left(self, cell: Place) -> Point:
        """Return the upper left corner of a cell, or of the square about its middle."""
        x, y = self.point(cell)
        reach = self._plane.reach
        return x - reach * self.cell[0], y - reach * self.cell[1]

    def grid(self, cells: Iterable[Place]) -> str:
        """Return the path along all sides of the cells."""
        sides = joined(map(self._plane.corners, cells))
        return "".join(path(map(self._pixels, side)) for side in sides)

    def outline(self, cells: Iterable[Place]) -> str:
        """Return the path along the sides that only one of the cells has."""
        return "".join(path(ring, closed=True) for ring in self._rings(cells))

    def border(self, first: Place, second: Place) -> str:
        """Return the path along the side that two cells share. Raises ModelError if none is."""
        there = set(self._plane.corners(second))
        shared = [corner for corner in self._plane.corners(first) if corner in there]
        if len(shared) != 2:
            raise ModelError(f"a border between {first} and {second}, expected neighbours")
        return path(map(self._pixels, shared))

    def _rings(self, cells: Iterable[Place]) -> Iterator[list[Point]]:
        for ring in rings(sides(map(self._plane.corners, cells))):
            yield straightened(list(map(self._pixels, ring)))

    # ---- Discs ----------------------------------------------------------------------------

    @staticmethod
    def _radius_for(name: str, size: float) -> float:
        return _name_width(name) * size / 2 + 2.5

    def name_size(self, name: str) -> float | None:
        """Return the size of a name in its disc; None: it does not fit."""
        size = (2 * self.discs - 5) / max(_name_width(name), 0.1)
        return None if size < SMALL - 1e-6 else min(size, STYLES["Text", "name"].size)

    # ---- Cages, clues and candidates ------------------------------------------------------

    def frame(self, cage: Cage, distance: float) -> str:
        """Return the path so far within the outline of a cage: open where its label stands."""
        distance += DEEPER * self._depths.get(cage, 0)
        paths = []
        corner = self.corners(min(cage.cells))[0]
        for ring in self._rings(cage.cells):
            line = inset(ring, distance)
            if cage.label and self._squares and corner in ring:
                paths.append(path(self._opened(line, ring.index(corner), cage)))
            else:
                paths.append(path(line, closed=True))
        return "".join(paths)

    def _opened(self, line: Sequence[Point], start: int, cage: Cage) -> list[Point]:
        """Return a ring from behind the label to below it, as far as its sides are long."""
        first, (x, y) = min(cage.cells), line[start]
        turned = [*line[start + 1 :], *line[:start]]
        right = self.upper_left(first)[0] + self._clues.ends.get(first, 0.0) + 1.5
        below = self.upper_left(first)[1] + CLUE_SIZE + 1.5
        return [(min(right, turned[0][0]), y), *turned, (x, min(max(y, below), turned[-1][1]))]

    def clue(self, clue: Text) -> Point:
        """Return where a clue in the corner of a cell begins, on its base line."""
        x, y = self.upper_left(clue.place)
        return x + self._clues.begins[clue], y + CLUE_SIZE

    def candidates(self, shape: Candidates, size: float) -> tuple[dict[int, Point], float]:
        """Return where the candidates of a cell stand, and the size of their font.

        Where cells have clues or cages, they leave room for these in all cells.
        """
        rows, cols = shape.places
        left, top = self.upper_left(shape.place)
        across, down = (2 * self._plane.reach * side for side in self.cell)
        aside, above, below = (5.0, CLUE_SIZE, 5.0) if self._crowded else (1.5, 1.5, 1.5)
        across, down = (across - 2 * aside) / cols, (down - above - below) / rows
        widest = width_of(str(max(shape.values, default=1)))
        size = min(size, 1.1 * down, 0.78 * across / widest)
        points = {}
        for value in shape.values:
            row, col = divmod(value - 1, cols)
            x, y = left + aside + across * (col + 0.5), top + above + down * (row + 0.5)
            points[value] = x, y + 0.36 * size
        return points, size

    def _pixels(self, where: Point) -> Point:
        return where[0] * self._unit[0] - self._least[0], where[1] * self._unit[1] - self._least[1]


def _range(values: Iterable[float]) -> tuple[float, float]:
    numbers = list(values) or [0.0]
    return min(numbers), max(numbers)


def _name_width(name: str) -> float:
    """Return about how wide a name is, in heights of its font: capitals are wider than most."""
    return width_of(name) + 0.16 * sum(map(str.isupper, name)) + 0.2 * sum(map(name.count, "MW"))


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return the data of a path through points."""
    return "M" + "L".join(f"{spelled(x)},{spelled(y)}" for x, y in points) + "Z" * closed


def spelled(length: float) -> str:
    """Return a length as SVG has it, to a tenth of a pixel."""
    return f"{round(length, 1):.7g}"
