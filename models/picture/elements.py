"""The SVG elements of each shape, and the symbols that they draw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import singledispatch
from itertools import groupby
from math import atan2, cos, hypot, pi, sin
from operator import itemgetter
from typing import NamedTuple

from ..errors import ModelError, excerpt
from .labels import fitted, markup, width_of
from .paper import BESIDE, Paper, path, spelled
from .picture import (
    Area,
    Border,
    Cage,
    Candidates,
    Cell,
    Circle,
    Line,
    Outline,
    Shape,
    Square,
    Symbol,
    Text,
    Wedge,
)
from .planes import Point
from .styles import CELL, INK, PAPER, STYLES, Style, tinted

__all__ = ["CHESSMEN", "SYMBOLS", "Element", "drawn", "halo", "signs", "spelled_all"]

# ---- Symbols -------------------------------------------------------------------------------------
# They are drawn, not written, for a chessman's letter is in few fonts. A path is written in
# hundredths of a cell's side, from the middle of the cell.


_NUMBER = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


def _round(x: float, y: float, radius: float) -> str:
    """Return the path of a disc."""
    half = f"A{radius:g} {radius:g} 0 1 1"
    return f"M{x - radius:g},{y:g}{half} {x + radius:g},{y:g}{half} {x - radius:g},{y:g}Z"


def _star(points: int = 5, outer: float = 36, inner: float = 15) -> str:
    corners = (
        (radius * sin(pi * k / points), -radius * cos(pi * k / points) + 2)
        for k in range(2 * points)
        for radius in [inner if k % 2 else outer]
    )
    return "M" + "L".join(f"{x:.2f},{y:.2f}" for x, y in corners) + "Z"


_BASE = "M-22,34L22,34L22,26L-22,26Z"

SYMBOLS = {
    "queen": "M-20,22L-32,-18L-17,2L-13,-26L-3,0L0,-30L3,0L13,-26L17,2L32,-18L20,22Z"
    + _BASE
    + "".join(_round(x, y, 4) for x, y in ((-33, -20), (-13, -29), (0, -33), (13, -29), (33, -20))),
    "king": "M-20,22L-30,-4L-22,-14L-8,-10L-4,-16L-4,-22L-12,-22L-12,-29L-4,-29L-4,-37L4,-37"
    "L4,-29L12,-29L12,-22L4,-22L4,-16L8,-10L22,-14L30,-4L20,22Z" + _BASE,
    "rook": "M-16,22L-14,-12L-22,-18L-22,-34L-12,-34L-12,-28L-5,-28L-5,-34L5,-34L5,-28L12,-28"
    "L12,-34L22,-34L22,-18L14,-12L16,22Z" + _BASE,
    "bishop": "M-14,22L-8,10L-15,-4L-8,-20L0,-30L8,-20L15,-4L8,10L14,22Z"
    + _round(0, -33, 4)
    + _BASE,
    "knight": "M-16,22L-8,0L-20,6L-28,-2L-12,-24L-10,-34L-2,-26L10,-22L20,-4L20,22Z" + _BASE,
    "pawn": "M-14,22L-5,-6L5,-6L14,22Z" + _round(0, -16, 12) + _BASE,
    "star": _star(),
    "dot": _round(0, 0, 24),
    "square": "M-38,-38L38,-38L38,38L-38,38Z",
    "tent": "M0,-32L34,30L10,30L0,4L-10,30L-34,30Z",
    "tree": "M-5,34L-5,8L5,8L5,34Z"
    + "".join(_round(x, y, 14) for x, y in ((0, -20), (-13, -4), (13, -4))),
}
SYMBOLS["point"] = SYMBOLS["dot"]
CHESSMEN = ("queen", "king", "rook", "bishop", "knight", "pawn")


def symbol_path(name: str, middle: Point) -> str:
    """Return the path of a symbol round a point, in pixels. Raises ModelError for none of these."""
    if name not in SYMBOLS:
        names = ", ".join(SYMBOLS)
        raise ModelError(f"no symbol {excerpt(name)}, expected one of {names}")
    scale = CELL / 100

    def moved(match: re.Match[str]) -> str:
        x, y = float(match[1]) * scale + middle[0], float(match[2]) * scale + middle[1]
        return f"{x:.5g},{y:.5g}"

    arcs = re.sub(
        r"A([\d.]+) [\d.]+",
        lambda match: "A{0:.4g} {0:.4g}".format(float(match[1]) * scale),
        SYMBOLS[name],
    )
    return _NUMBER.sub(moved, arcs)


# ---- Elements ------------------------------------------------------------------------------------

PALE, FULL = 0.87, 0.74  # how light cells are that hold a text, and areas
HEAD, OPENING = 8.0, 0.55  # an arrow's head: its length, and half its angle
RIMS = {"pill": 2.5, "double way": 3.0}  # lines that are hollow, and how wide their rims are
RING, QUADRUPLE = STYLES["Circle", "ring"].size, STYLES["Circle", "quadruple"].size
FROM_RING = ("arrow", "between", "double arrow")
TO_RING = ("between", "double arrow")
# Signs that are drawn and not written: fonts have them at all heights, if at all.
CHEVRONS = {
    "<": ((1, -1), (-1, 0), (1, 1)),
    ">": ((-1, -1), (1, 0), (-1, 1)),
    "∧": ((-1, 1), (0, -1), (1, 1)),
    "∨": ((-1, -1), (0, 1), (1, -1)),
}


class Element(NamedTuple):
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


def spelled_all(parts: Sequence[tuple[Element, str]]) -> str:
    """Return elements with their titles as XML: one title for those that follow with the same."""
    lines = []
    for title, run in groupby(parts, key=itemgetter(1)):
        several = [element for element, _ in run]
        if title and len(several) > 1:
            inner = "\n".join(element.spelled() for element in several)
            lines.append(Element("g", {}, inner).spelled(title))
        else:
            lines += [element.spelled(title) for element in several]
    return "\n".join(lines)


def _group(*parts: Element) -> Element:
    return Element("g", {}, "".join(part.spelled() for part in parts))


@singledispatch
def drawn(shape: Shape, paper: Paper, style: Style) -> Element:
    """Return the element of a shape, whose attributes add to those of the style."""
    raise TypeError(f"{shape!r} is no shape")


# ---- Cells --------------------------------------------------------------------------------


@drawn.register
def _(shape: Cell, paper: Paper, style: Style) -> Element:
    if shape.role == "split":
        return Element("path", {"d": path(paper.corners(shape.place)[::2])})
    fill = {} if shape.tint is None else {"fill": tinted(shape.tint, PALE)}
    if shape.tint is not None and shape.role not in ("plain", "vacant"):
        fill = {"fill": tinted(shape.tint, FULL), "fill-opacity": ".5"}
    if shape.role == "share":
        fill = {"fill-opacity": f"{shape.share:.2g}"}
    return Element("path", {**fill, "d": path(paper.corners(shape.place), closed=True)})


@drawn.register
def _(shape: Area, paper: Paper, style: Style) -> Element:
    cells = "".join(path(paper.corners(cell), closed=True) for cell in shape.cells)
    color = PAPER if shape.tint is None else tinted(shape.tint, FULL)
    faces = {"fill": color, "stroke": "#000", "stroke-opacity": ".15"}
    border = {"fill": "none", "stroke": INK, "stroke-width": "2.5"}
    return _group(
        Element("path", {**faces, "d": cells}),
        Element("path", {**border, "d": paper.outline(shape.cells)}),
    )


@drawn.register
def _(shape: Outline, paper: Paper, style: Style) -> Element:
    return Element("path", {"d": paper.outline(shape.cells)})


@drawn.register
def _(shape: Border, paper: Paper, style: Style) -> Element:
    return Element("path", {"d": paper.border(shape.first, shape.second)})


@drawn.register
def _(shape: Cage, paper: Paper, style: Style) -> Element:
    return Element("path", {"d": paper.frame(shape, style.size)})


# ---- Lines --------------------------------------------------------------------------------


@drawn.register
def _(shape: Line, paper: Paper, style: Style) -> Element:
    hueless = shape.tint is None or shape.tint < 0  # on paper it would not be seen
    tint = {} if hueless else {"stroke": tinted(shape.tint or 0, FULL)}
    data = _way(shape, paper)
    if shape.role in RIMS:
        # A thick line that is as white as the paper within its rim.
        within = {
            "d": data,
            "stroke": PAPER,
            "stroke-width": f"{float(style.attributes['stroke-width']) - 2 * RIMS[shape.role]:g}",
        }
        return _group(Element("path", {**tint, "d": data}), Element("path", within))
    if shape.role == "slow thermometer":
        inmost = {"stroke": PAPER, "stroke-width": "2", "stroke-dasharray": "1 4"}
        return _group(Element("path", {**tint, "d": data}), Element("path", {**inmost, "d": data}))
    return Element("path", {**tint, "d": data})


def _way(shape: Line, paper: Paper) -> str:
    """Return the path of a line: from and to the rims of rings, with the head of an arrow."""
    points = list(map(paper.point, shape.places))
    if len(points) == 1:
        points *= 2  # a dot
    if shape.role in FROM_RING:
        points[0] = _moved(points[0], points[1], RING)
    if shape.role in TO_RING:
        points[-1] = _moved(points[-1], points[-2], RING)
    data = path(points, closed=shape.closed)
    if shape.role in ("arrow", "pointer"):
        # The path of an arrow's head, whose length a short arrow limits.
        before = points[-2]
        tip = points[-1]
        x, y = before[0] - tip[0], before[1] - tip[1]
        way, length = atan2(y, x), min(HEAD, hypot(x, y))
        corner, other = (
            (tip[0] + length * cos(way + turn), tip[1] + length * sin(way + turn))
            for turn in (OPENING, -OPENING)
        )
        data += path([corner, tip, other])
    return data


def _moved(point: Point, towards: Point, distance: float) -> Point:
    x, y = towards[0] - point[0], towards[1] - point[1]
    share = distance / max(hypot(x, y), distance)
    return point[0] + share * x, point[1] + share * y


def halo(lines: Sequence[Line], paper: Paper, style: Style) -> Element:
    """Return the paper that shows along both sides of lines."""
    width = float(style.attributes["stroke-width"]) + 2 * style.halo
    data = "".join(_way(line, paper) for line in lines)
    return Element("path", {"stroke": PAPER, "stroke-width": f"{width:g}", "d": data})


# ---- Circles and squares ------------------------------------------------------------------


@drawn.register
def _(shape: Circle, paper: Paper, style: Style) -> Element:
    x, y = _spelled(paper.point(shape.place))
    light = FULL if shape.role == "node" else PALE
    tint = {} if shape.tint is None else {"fill": tinted(shape.tint, light)}
    radius = paper.discs if shape.role == "node" else style.size
    return Element("circle", {**tint, "cx": x, "cy": y, "r": f"{radius:.3g}"})


@drawn.register
def _(shape: Square, paper: Paper, style: Style) -> Element:
    x, y = paper.point(shape.place)
    left, top = _spelled((x - style.size, y - style.size))
    side = f"{2 * style.size:g}"
    return Element("rect", {"x": left, "y": top, "width": side, "height": side})


@drawn.register
def _(shape: Symbol, paper: Paper, style: Style) -> Element:
    return Element("path", {"d": symbol_path(shape.name, paper.point(shape.place))})


@drawn.register
def _(shape: Wedge, paper: Paper, style: Style) -> Element:
    corners = paper.corners(shape.place)
    ends = [corners[(shape.side + k) % len(corners)] for k in (0, 1)]
    fill = {} if shape.tint is None else {"fill": tinted(shape.tint, FULL)}
    return Element("path", {**fill, "d": path([paper.point(shape.place), *ends], closed=True)})


# ---- Texts --------------------------------------------------------------------------------


@drawn.register
def _(shape: Text, paper: Paper, style: Style) -> Element:
    if shape.role == "name":
        # The name of a vertex in its disc; below it, with a halo, where it does not fit.
        x, y = paper.point(shape.place)
        size, look = paper.name_size(shape.text), {}
        if size is None:
            size, y = BESIDE, y + paper.discs + 0.65 * BESIDE
            look = {"stroke": PAPER, "stroke-width": "3", "paint-order": "stroke"}
        at = dict(zip("xy", _spelled((x, y + 0.36 * size)), strict=True))
        return Element("text", {**look, **at, "font-size": f"{size:.3g}"}, markup(shape.text))
    whole = width_of(shape.text) * style.size
    rooms = {"caption": whole, "legend": whole, "corner": 2 * QUADRUPLE - 4}
    text, size = fitted(shape.text, rooms.get(shape.role, paper.room), style.size)
    if shape.role == "clue":
        x, y = paper.clue(shape)
    else:
        x, y = paper.point(shape.place)
        y += 0.36 * size
    words = markup(text)
    if text != shape.text and not shape.title:
        words = f"<title>{markup(shape.text)}</title>{words}"
    at = dict(zip("xy", _spelled((x, y)), strict=True))
    return Element("text", {**at, "font-size": f"{size:.3g}"}, words)


def signs(texts: Sequence[Text], paper: Paper, style: Style) -> list[tuple[Element, str]]:
    """Return signs, with their titles, on a ground like the paper: it hides what they stand on."""
    drawn_ones = [text for text in texts if text.text in CHEVRONS]
    written = [text for text in texts if text.text not in CHEVRONS]
    parts = []
    if written:
        ground = "".join(_ground(text, paper, style) for text in written)
        parts.append((Element("path", {"fill": PAPER, "d": ground}), ""))
        parts += [(drawn(text, paper, style), text.title) for text in written]
    if drawn_ones:
        ways = []
        for sign in drawn_ones:
            x, y = paper.point(sign.place)
            across, down = (5.0, 2.6) if sign.text in "∧∨" else (2.6, 5.0)
            ways.append(path((x + across * a, y + down * b) for a, b in CHEVRONS[sign.text]))
        back = {"fill": "none", "stroke": PAPER, "stroke-width": "5.5"}
        parts.append((Element("path", {**back, "d": "".join(ways)}), ""))
        lines = [
            (Element("path", {"d": way}), text.title)
            for way, text in zip(ways, drawn_ones, strict=True)
        ]
        look = {"fill": "none", "stroke": INK, "stroke-width": "1.8"}
        parts.append((Element("g", look, spelled_all(lines)), ""))
    return parts


def _ground(sign: Text, paper: Paper, style: Style) -> str:
    """Return the rectangle that a written sign stands on."""
    text, size = fitted(sign.text, paper.room, style.size)
    (x, y), width, height = paper.point(sign.place), width_of(text) * size / 2, size / 2
    corners = ((-width, -height), (width, -height), (width, height), (-width, height))
    return path(((x + across, y + down) for across, down in corners), closed=True)


@drawn.register
def _(shape: Candidates, paper: Paper, style: Style) -> Element:
    places, size = paper.candidates(shape, style.size)
    lines: dict[float, list[tuple[float, str]]] = {}
    for value, (x, y) in places.items():
        lines.setdefault(y, []).append((x, str(value)))
    written = []
    for y, texts in lines.items():
        whole = all(len(text) == 1 for _, text in texts)  # then each letter has its own x
        for part in [texts] if whole else [[text] for text in texts]:
            xs = " ".join(spelled(x) for x, _ in part)
            written.append(
                Element("text", {"x": xs, "y": spelled(y)}, "".join(text for _, text in part))
            )
    inner = "".join(element.spelled() for element in written)
    return Element("g", {"font-size": f"{size:.3g}"}, inner)


def _spelled(point: Point) -> tuple[str, str]:
    return spelled(point[0]), spelled(point[1])
