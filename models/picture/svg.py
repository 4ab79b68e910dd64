"""Render a picture as an SVG document, or several pictures as a contact sheet.

Each role is a layer, a group of the shapes that have it. The document stands alone, and may stand
in a page beside others: its ids are its own, and its style rules reach no further than pictures.
Its title and description, and the titles of shapes, serve readers who cannot see it; it is dark for
readers who prefer that (styles.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import NamedTuple
from zlib import crc32

from .elements import Element, drawn, halo, signs, spelled_all
from .labels import labelled, markup
from .paper import Paper, spelled
from .picture import Area, Cell, Line, Picture, Shape, Text, places_of
from .styles import FONT, GRID, INK, PAPER, SCOPE, STYLES, Style, dark_rules, style_of

__all__ = ["Layer", "drawn_together", "layers", "sheet", "svg"]

GROUND = ("plain", "vacant")  # the roles of cells that make the grid


def svg(picture: Picture) -> str:
    """Return the picture as an SVG document. Raises ModelError for an unknown lattice."""
    whole = labelled(picture)
    paper = Paper(whole)
    width, height = spelled(paper.width), spelled(paper.height)
    ground = Element("rect", {"width": width, "height": height, "fill": PAPER}).spelled()
    body = "\n".join([ground, *_elements(whole, paper)])
    # Title and description; for a picture that has none, in general words.
    title = picture.title.strip() or "picture"
    if picture.description.strip():
        texts = title, picture.description
    else:
        cells = {
            cell
            for shape in picture.shapes
            if isinstance(shape, Cell | Area)
            for cell in places_of(shape)
        }
        pieces = sum(isinstance(shape, Area) for shape in picture.shapes)
        texts = title, f"cells: {len(cells)}" + f", pieces: {pieces}" * bool(pieces)
    name = f"{SCOPE}-{crc32(' '.join((*texts, body)).encode('utf-8', 'replace')):08x}"
    heads = [
        Element(tag, {"id": f"{name}-{tag}"}, markup(text)).spelled()
        for tag, text in zip(("title", "desc"), texts, strict=True)
    ]
    root = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": SCOPE,
        "viewBox": f"0 0 {width} {height}",
        "width": spelled(paper.zoom * paper.width),
        "height": spelled(paper.zoom * paper.height),
        "style": "max-width:100%;height:auto",
        "role": "img",
        "aria-labelledby": f"{name}-title {name}-desc",
        "fill": INK,
        "font-family": FONT,
        "text-anchor": "middle",
        "stroke-linejoin": "round",
        "stroke-linecap": "round",
    }
    style = Element("style", {}, dark_rules(Element("g", root).spelled() + body)).spelled()
    return Element("svg", root, "\n".join(["", *heads, style, body, ""])).spelled() + "\n"


class Layer(NamedTuple):
    """The shapes of one role.

    attributes  what all of them share
    parts       an element for each shape that is seen, with its title
    """

    role: tuple[str, str]
    attributes: Mapping[str, str]
    parts: Sequence[tuple[Element, str]]


def layers(picture: Picture, paper: Paper) -> Iterator[Layer]:
    """Yield the layers of a picture, the lowest first, on paper that may be a larger picture's."""
    by_role: dict[tuple[str, str], list[Shape]] = {role: [] for role in STYLES}
    fills = ("blocked", "shaded")  # instead of a `#`
    filled = {s.place for s in picture.shapes if isinstance(s, Cell) and s.role in fills}
    for shape in picture.shapes:
        is_hidden = isinstance(shape, Text) and shape.text == "#" and shape.place in filled
        if style_of(shape) is not None and not is_hidden:
            by_role[type(shape).__name__, shape.role].append(shape)
    for role, several in by_role.items():
        style = STYLES[role]
        if role == GRID:
            cells = [
                shape.place
                for shape in picture.shapes
                if isinstance(shape, Cell) and shape.role in GROUND
            ]
            parts = [(Element("path", {"d": paper.grid(cells)}), "")] if cells else []
        elif style.halo:
            parts = _lines(several, paper, style)
        elif role == ("Text", "sign"):
            parts = signs([text for text in several if isinstance(text, Text)], paper, style)
        else:
            parts = [(drawn(shape, paper, style), shape.title) for shape in several if _seen(shape)]
        yield Layer(role, style.attributes, parts)


def _elements(picture: Picture, paper: Paper) -> Iterator[str]:
    """Yield the shapes as XML, a group for each role."""
    for layer in layers(picture, paper):
        # Elements with their titles, in a group that has what they share.
        if len(layer.parts) > 1 and layer.attributes:
            inner = spelled_all(layer.parts)
            yield Element("g", dict(layer.attributes), inner).spelled()
        else:
            for part, title in layer.parts:
                attributes = {**layer.attributes, **part.attributes}
                yield part._replace(attributes=attributes).spelled(title)


def _seen(shape: Shape) -> bool:
    """Whether a shape is more than a part of the grid on the paper."""
    plain = isinstance(shape, Cell) and shape.role in GROUND
    return not plain or bool(shape.title) or getattr(shape, "tint", None) is not None


def _lines(lines: Sequence[Shape], paper: Paper, style: Style) -> list[tuple[Element, str]]:
    """Return lines with a halo each, so that one sees which is which where they cross.

    Thermometers that share a bulb have one halo together: they are one, which branches.
    """
    families: dict[object, list[Line]] = {}
    for number, line in enumerate(lines):
        assert isinstance(line, Line)
        branches = "thermometer" in line.role
        families.setdefault(line.places[0] if branches else number, []).append(line)
    parts = []
    for family in families.values():
        parts.append((halo(family, paper, style), ""))
        parts += [(drawn(line, paper, style), line.title) for line in family]
    return parts


# ---- Contact sheets ------------------------------------------------------------------------------
# Contact sheets: many pictures on one, in rows, each as a document within the document.


GAP = 16.0
LINE = 18.0  # of a caption
_ROOT = re.compile(r'<svg xmlns="[^"]*"(.*?) width="([\d.]+)" height="([\d.]+)" style="[^"]*"')
_RULES = re.compile("<style>.*?</style>\n?", re.DOTALL)


def sheet(
    pictures: Sequence[Picture], captions: Sequence[str] = (), *, title: str = "", columns: int = 0
) -> str:
    """Return pictures as one SVG document, row by row.

    captions  a line below each picture, or none
    columns   how many stand in a row; 0: so many that the sheet is about as wide as high
    """
    parts = [_part(picture) for picture in pictures]
    wide = max((width for _, width, _ in parts), default=0.0)
    high = max((height for _, _, height in parts), default=0.0) + LINE * bool(captions)
    columns = columns or max(1, min(len(parts), ceil(sqrt(len(parts) * (high + 1) / (wide + 1)))))
    rows = ceil(len(parts) / columns)
    width, height = (GAP + count * (side + GAP) for count, side in ((columns, wide), (rows, high)))
    drawn = []
    for place, (part, own, _) in enumerate(parts):
        row, col = divmod(place, columns)
        x, y = GAP + col * (wide + GAP), GAP + row * (high + GAP)
        drawn.append(part.replace("<svg", f'<svg x="{x + (wide - own) / 2:.5g}" y="{y:.5g}"', 1))
        if captions:
            at = {"x": f"{x + wide / 2:.5g}", "y": f"{y + high - 4:.5g}", "font-size": "13"}
            drawn.append(Element("text", at, markup(captions[place])).spelled())
    return _whole("\n".join(drawn), width, height, title or "pictures", len(parts))


def drawn_together(pictures: Sequence[Picture], captions: Sequence[str] = ()) -> str:
    """Return a picture as an SVG document, several as a sheet."""
    if len(pictures) == 1:
        return svg(pictures[0])
    return sheet(pictures, captions, title=pictures[0].title if pictures else "")


def _whole(drawn: str, width: float, height: float, title: str, count: int) -> str:
    root = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": SCOPE,
        "viewBox": f"0 0 {width:.5g} {height:.5g}",
        "width": f"{width:.5g}",
        "height": f"{height:.5g}",
        "style": "max-width:100%;height:auto",
        "role": "img",
        "fill": INK,
        "font-family": FONT,
        "text-anchor": "middle",
    }
    ground = Element("rect", {"width": root["width"], "height": root["height"], "fill": PAPER})
    body = f"{ground.spelled()}\n{drawn}"
    heads = [
        Element("title", {}, markup(title)).spelled(),
        Element("desc", {}, f"pictures: {count}").spelled(),
        Element("style", {}, dark_rules(Element("g", root).spelled() + body)).spelled(),
    ]
    return Element("svg", root, "\n".join(["", *heads, body, ""])).spelled() + "\n"


def _part(picture: Picture) -> tuple[str, float, float]:
    """Return a picture as a part of a document, and how wide and high it is."""
    document = _RULES.sub("", svg(picture))
    match = _ROOT.match(document)
    assert match is not None  # `svg` begins so
    size = f' width="{match[2]}" height="{match[3]}"'
    return f"<svg{match[1]}{size}{document[match.end() :]}", float(match[2]), float(match[3])
