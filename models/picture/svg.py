"""The SVG renderer: a picture as a document that browsers, notebooks and printers show.

Each role is a layer, a group of the shapes that have it. The document stands alone: no style sheet,
script or reference that could meet another's on a page. Its title and description, and the titles
of shapes, are told to who cannot see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from math import atan2, cos, dist, sin
from typing import NamedTuple

from .lettering import fitted, markup, width_of
from .paper import Paper, path
from .picture import Picture
from .planes import Point
from .shapes import (
    Area,
    Border,
    Cage,
    Cell,
    Circle,
    Line,
    Outline,
    Place,
    Shape,
    Square,
    Text,
)
from .styles import FONT, INK, STYLES, Style, style_of, tinted

__all__ = ["svg"]

PALE, FULL = 0.87, 0.74  # how light cells are that hold a text, and areas
HEAD, OPENING = 9.0, 0.5  # an arrow's head: its length, and half its angle
HOLLOW = 2.0  # the width of a pill's rim


class _Element(NamedTuple):
    """An element of the document: what is in it is XML already."""

    tag: str
    attributes: dict[str, str]
    inner: str = ""

    def spelled(self, title: str = "") -> str:
        """Return the element as XML, with a title."""
        attributes = "".join(f' {name}="{value}"' for name, value in self.attributes.items())
        inner = (f"<title>{markup(title)}</title>" if title else "") + self.inner
        end = f">{inner}</{self.tag}>" if inner else "/>"
        return f"<{self.tag}{attributes}{end}"


def svg(picture: Picture) -> str:
    """Return the picture as an SVG document. Raises ModelError for an unknown lattice."""
    paper = Paper(picture)
    width, height = f"{paper.width:.5g}", f"{paper.height:.5g}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" fill="{INK}" font-family="{FONT}" text-anchor="middle" '
        'stroke-linejoin="round" stroke-linecap="round">'
    ]
    for tag, told in (("title", picture.title), ("desc", picture.description)):
        if told:
            lines.append(f"<{tag}>{markup(told)}</{tag}>")
    lines.append(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    return "\n".join([*lines, *_elements(picture, paper), "</svg>"]) + "\n"


def _elements(picture: Picture, paper: Paper) -> Iterator[str]:
    """Yield the shapes as XML, a group for each role."""
    shapes = [*picture.shapes, *_labels(picture.shapes)]
    layers: dict[tuple[str, str], list[Shape]] = {role: [] for role in STYLES}
    for shape in shapes:
        if style_of(shape) is not None:
            layers[type(shape).__name__, shape.role].append(shape)
    for role, several in layers.items():
        style = STYLES[role]
        drawn = [(_draw(shape, paper, style), shape.title) for shape in several]
        if len(drawn) > 1 and style.attributes:
            group = _Element("g", style.attributes, "\n".join(one.spelled(t) for one, t in drawn))
            yield group.spelled()
        else:
            for one, title in drawn:
                merged = one._replace(attributes={**style.attributes, **one.attributes})
                yield merged.spelled(title)


def _labels(shapes: Iterable[Shape]) -> Iterator[Text]:
    """Yield the labels of cages in their first cells, the marks of areas amid each layer."""
    for shape in shapes:
        if isinstance(shape, Cage) and shape.label:
            yield Text(min(shape.cells), shape.label, "clue")
        elif isinstance(shape, Area) and shape.mark:
            layers: dict[Place, list[Place]] = {}
            for cell in shape.cells:
                layers.setdefault(cell[:-2], []).append(cell)
            for cells in layers.values():
                yield Text(_amid(cells), shape.mark, "label")


def _amid(cells: Sequence[Place]) -> Place:
    """Return the cell that is nearest the middle of them all."""
    middle = [sum(axis) / len(axis) for axis in zip(*cells, strict=True)]
    return min(cells, key=lambda cell: dist(cell, middle))


# ---- An element for each shape ------------------------------------------------------------


@singledispatch
def _draw(shape: Shape, paper: Paper, style: Style) -> _Element:
    """Return the element of a shape, whose attributes add to those of the style."""
    raise TypeError(f"{shape!r} is no shape")


@_draw.register
def _(shape: Cell, paper: Paper, style: Style) -> _Element:
    fill = {} if shape.tint is None else {"fill": tinted(shape.tint, PALE)}
    return _Element("path", {**fill, "d": path(paper.corners(shape.place), closed=True)})


@_draw.register
def _(shape: Area, paper: Paper, style: Style) -> _Element:
    cells = " ".join(path(paper.corners(cell), closed=True) for cell in shape.cells)
    faces = {"fill": tinted(shape.tint, FULL), "stroke": "#000", "stroke-opacity": ".15"}
    border = {"fill": "none", "stroke": "#222", "stroke-width": "2.5"}
    parts = (
        _Element("path", {**faces, "d": cells}),
        _Element("path", {**border, "d": paper.outline(shape.cells)}),
    )
    return _Element("g", {}, "".join(part.spelled() for part in parts))


@_draw.register
def _(shape: Outline, paper: Paper, style: Style) -> _Element:
    return _Element("path", {"d": paper.outline(shape.cells)})


@_draw.register
def _(shape: Border, paper: Paper, style: Style) -> _Element:
    return _Element("path", {"d": paper.border(shape.one, shape.other)})


@_draw.register
def _(shape: Cage, paper: Paper, style: Style) -> _Element:
    return _Element("path", {"d": paper.inside(shape.cells, style.size)})


@_draw.register
def _(shape: Line, paper: Paper, style: Style) -> _Element:
    points = list(map(paper.point, shape.places))
    if shape.role == "pill":
        return _pill(points, style)
    data = path(points, closed=shape.closed)
    if shape.role == "arrow" and len(points) > 1:
        data += _head(points[-2], points[-1])
    tint = {} if shape.tint is None else {"stroke": tinted(shape.tint, FULL)}
    return _Element("path", {**tint, "d": data})


def _head(before: Point, tip: Point) -> str:
    """Return the path of an arrow's head."""
    way = atan2(before[1] - tip[1], before[0] - tip[0])
    one, other = (
        (tip[0] + HEAD * cos(way + turn), tip[1] + HEAD * sin(way + turn))
        for turn in (OPENING, -OPENING)
    )
    return path([one, tip, other])


def _pill(points: Sequence[Point], style: Style) -> _Element:
    """Return a thick line that is white within its rim."""
    data = path(points if len(points) > 1 else [*points, *points])
    width = float(style.attributes["stroke-width"]) - 2 * HOLLOW
    within = _Element("path", {"d": data, "stroke": "#fff", "stroke-width": f"{width:g}"})
    return _Element("g", {}, _Element("path", {"d": data}).spelled() + within.spelled())


@_draw.register
def _(shape: Circle, paper: Paper, style: Style) -> _Element:
    x, y = _spelled(paper.point(shape.place))
    tint = {} if shape.tint is None else {"fill": tinted(shape.tint, PALE)}
    return _Element("circle", {**tint, "cx": x, "cy": y, "r": f"{style.size:g}"})


@_draw.register
def _(shape: Square, paper: Paper, style: Style) -> _Element:
    x, y = paper.point(shape.place)
    left, top = _spelled((x - style.size, y - style.size))
    side = f"{2 * style.size:g}"
    return _Element("rect", {"x": left, "y": top, "width": side, "height": side})


@_draw.register
def _(shape: Text, paper: Paper, style: Style) -> _Element:
    text, size = fitted(shape.text, paper.room, style.size)
    if shape.role == "clue":
        x, y = paper.upper_left(shape.place)
        x, y = x + 4, y + 2 + size
    else:
        x, y = paper.point(shape.place)
        y += 0.36 * size
    left, base = _spelled((x, y))
    words = markup(text)
    if text != shape.text and not shape.title:
        words = f"<title>{markup(shape.text)}</title>{words}"
    written = _Element("text", {"x": left, "y": base, "font-size": f"{size:.3g}"}, words)
    return _on_white(written, (x, y), text, size) if shape.role == "sign" else written


def _on_white(written: _Element, base: Point, text: str, size: float) -> _Element:
    """Return a text on a white ground, which hides the line that it stands on."""
    width = width_of(text) * size
    left, top = _spelled((base[0] - width / 2, base[1] - 0.86 * size))
    ground = {"x": left, "y": top, "width": f"{width:.3g}", "height": f"{size:.3g}"}
    return _Element(
        "g", {}, _Element("rect", {**ground, "fill": "#fff"}).spelled() + written.spelled()
    )


def _spelled(point: Point) -> tuple[str, str]:
    return f"{point[0]:.5g}", f"{point[1]:.5g}"
