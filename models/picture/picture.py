"""A picture: shapes on a lattice, with a title."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ..answer import Answer

__all__ = [
    "Area",
    "Border",
    "Cage",
    "Candidates",
    "Cell",
    "Circle",
    "Line",
    "Outline",
    "Painter",
    "Picture",
    "Place",
    "Shape",
    "Square",
    "Symbol",
    "Text",
    "Wedge",
    "linked",
    "middle",
    "places_of",
]

# ---- Shapes --------------------------------------------------------------------------------------
# A *place* is given in the coordinates of the picture's lattice (planes.py). On squares it is
# (row, col), rows going down; whole numbers are the middle of a cell, fractions lie between: (0,
# 0.5) is the middle of the side that (0, 0) and (0, 1) share, (0.5, 0.5) a corner, (-1, 3) a cell
# above the grid, where a clue may stand. One unit is the side of a cell.
#
# Every shape has a *role*, which gives a renderer its look and its layer; the shapes of one role
# keep their order. A renderer leaves out what it cannot show, as a terminal does lines.
#
#     Cell     plain; blocked (no part of the play: black); shaded (window, extra region, clone);
#              dark (of a chessboard); split (by a line from the upper left, a kakuro's sums on
#              both sides as labels); vacant (plain, but a terminal does not show it); clash,
#              touched (a part of a clash, and what it meets in); share (the fuller, the larger its
#              share)
#     Wedge    quarter (of a square cell: a side's color)
#     Area     piece
#     Outline  box (a region, too), rim (round the whole)
#     Border   wall, between two cells
#     Cage     cage (dashed, its label in the corner), sum (dotted: digits may repeat), region
#     (thin)
#     Line     thermometer, slow thermometer, palindrome, renban, zipper, whispers, Dutch whispers;
#              between and double arrow (from ring to ring), arrow (from a ring, a head at its
#              end); pill (hollow: an arrow's circle of several cells), line (any other
#              constraint), diagonal, pointer (from a clue beside the grid, a head at its end),
#              edge (of a graph), path (an answer: a thick edge, a track), way (an answer: a loop,
#              a path or a tree between cells or corners, which text draws, too)
#     Circle   ring (hollow, fills a cell), bulb, shade (odd cells), white and black (dots between
#              cells), quadruple (round a corner), node (of a graph), point (a corner of cells)
#     Square   shade (even cells), ring
#     Text     answer, given, light (a given on a blocked cell), blank (says that nothing is
#              there: a terminal alone shows it), clue (small, in the upper left corner of its
#              cell), sign (small, between cells), outside (a clue beside the grid), corner (in a
#              quadruple), label (of a cell or an area), name (of a vertex: in its disc, or below
#              it), side (of a cell, small), caption (about a part, beside it), legend (says what
#              looks like other things; in text each is named), heading (of a row or a column)
#     Candidates  candidates (small, each value in its own place)
#     Symbol   answer, given; light, dark (of two sides)


Place = tuple[float, ...]
Places = tuple[Place, ...]


@dataclass(frozen=True)
class _Titled:
    """title  what the shape is called: a reader's help, shown where one points at it."""

    title: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class Cell(_Titled):
    """A cell of the board. Cells of one `tint`, a number from 0, share a color; None has none.

    share  of the role of that name, how full the color is: from 0 to 1
    """

    place: Place
    role: Literal[
        "plain", "blocked", "shaded", "dark", "split", "vacant", "clash", "touched", "share"
    ] = "plain"
    tint: int | None = None
    share: float = 1.0


@dataclass(frozen=True)
class Area(_Titled):
    """Cells that belong together, in one color, with an outline.

    mark   stands for them in text
    label  stands amid them; none: their mark
    """

    cells: Places
    mark: str = ""
    tint: int | None = 0
    role: Literal["piece"] = "piece"
    label: str = ""


@dataclass(frozen=True)
class Outline(_Titled):
    """A line along the sides that only one of the cells has."""

    cells: Places
    role: Literal["box", "rim"] = "box"


@dataclass(frozen=True)
class Border(_Titled):
    """The side that two neighbouring cells share."""

    first: Place
    second: Place
    role: Literal["wall"] = "wall"


@dataclass(frozen=True)
class Cage(_Titled):
    """A line within the outline of some cells, with a label in the corner of the first one."""

    cells: Places
    label: str = ""
    role: Literal["cage", "sum", "region"] = "cage"


@dataclass(frozen=True)
class Line(_Titled):
    """A line through places, the last joined to the first if it is `closed`."""

    places: Places
    role: Literal[
        "thermometer",
        "slow thermometer",
        "palindrome",
        "renban",
        "zipper",
        "whispers",
        "Dutch whispers",
        "between",
        "double arrow",
        "arrow",
        "pill",
        "line",
        "diagonal",
        "pointer",
        "edge",
        "path",
        "way",
        "double way",
    ] = "line"
    closed: bool = False
    tint: int | None = None


@dataclass(frozen=True)
class Circle(_Titled):
    """A circle round a place.

    between  the two cells that a dot stands for
    """

    place: Place
    role: Literal["ring", "bulb", "shade", "white", "black", "quadruple", "node", "point"] = "ring"
    tint: int | None = None
    between: Places = ()


@dataclass(frozen=True)
class Square(_Titled):
    """A square round a place, smaller than a cell."""

    place: Place
    role: Literal["shade", "ring"] = "shade"


@dataclass(frozen=True)
class Text(_Titled):
    """A text at a place.

    between  the two cells that a sign stands for
    """

    place: Place
    text: str
    role: Literal[
        "answer",
        "given",
        "light",
        "crossed",
        "blank",
        "clue",
        "sign",
        "outside",
        "corner",
        "label",
        "name",
        "side",
        "caption",
        "legend",
        "heading",
    ] = "answer"
    between: Places = ()


@dataclass(frozen=True)
class Candidates(_Titled):
    """The values that a cell may still have, each small in its place of a grid within the cell.

    places  (rows, columns) of that grid, which counts from 1, row by row
    """

    place: Place
    values: tuple[int, ...]
    places: tuple[int, int] = (3, 3)
    role: Literal["candidates"] = "candidates"


@dataclass(frozen=True)
class Symbol(_Titled):
    """A drawing in a cell, by its name in elements.py; a terminal shows the `text`."""

    place: Place
    name: str
    text: str
    role: Literal["answer", "given", "light", "dark"] = "answer"


@dataclass(frozen=True)
class Wedge(_Titled):
    """The part of a square cell that lies at one side of it: 0 north, 1 east, 2 south, 3 west.

    mark  stands for it in text
    """

    place: Place
    side: int
    tint: int | None = None
    mark: str = ""
    role: Literal["quarter"] = "quarter"


_Flat = Cell | Area | Outline | Border | Cage | Line | Circle | Square | Wedge
Shape = _Flat | Text | Candidates | Symbol


def linked(first: Place, second: Place, title: str = "") -> Iterator[Line]:
    """Yield the line that joins the cells of a sign or a dot if they do not touch."""
    if max(abs(first[0] - second[0]), abs(first[1] - second[1])) > 1:
        yield Line((first, second), "edge", title=title)


def middle(first: Place, second: Place) -> Place:
    """Return the place halfway between two: that of a dot or a sign on their common side.

    >>> middle((0, 0), (0, 1))
    (0.0, 0.5)
    """
    return tuple((a + b) / 2 for a, b in zip(first, second, strict=True))


# ---- Pictures ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Picture:
    """Shapes on a lattice, in any order: the role of a shape says what it lies over.

    shapes       what there is to see
    lattice      what places mean: "squares" (row, col), "triangles", "hexagons", or "cubes"
                 and "prisms" (layer, row, col); as in packings/lattices.py
    title        what is shown, in a few words
    description  the same in a sentence, for those who cannot see it
    """

    shapes: tuple[Shape, ...]
    lattice: str = "squares"
    title: str = ""
    description: str = ""

    @property
    def places(self) -> Iterator[Place]:
        """The places of all shapes."""
        for shape in self.shapes:
            yield from places_of(shape)

    @property
    def extent(self) -> tuple[Place, Place]:
        """The least and the greatest coordinates of the places; (0, 0) twice if there are none."""
        axes = list(zip(*self.places, strict=True)) or [(0,), (0,)]
        return tuple(map(min, axes)), tuple(map(max, axes))


class Painter(Protocol):
    """What gives the picture of an answer: a `GridPicture`, or a function."""

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of the answer."""


def places_of(shape: Shape) -> tuple[Place, ...]:
    """Return the places that a shape names."""
    if isinstance(shape, Area | Outline | Cage):
        return shape.cells
    if isinstance(shape, Line):
        return shape.places
    if isinstance(shape, Border):
        return shape.first, shape.second
    return (shape.place,)
