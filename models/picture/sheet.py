"""Contact sheets: many pictures on one, in rows, each as a document within the document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil, sqrt

from .colors import INK, PAPER, SCOPE, dark_rules
from .elements import Element
from .lettering import markup
from .picture import Picture
from .styles import FONT
from .svg import svg

__all__ = ["drawn_together", "sheet"]

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
    found = _ROOT.match(document)
    assert found is not None  # `svg` begins so
    size = f' width="{found[2]}" height="{found[3]}"'
    return f"<svg{found[1]}{size}{document[found.end() :]}", float(found[2]), float(found[3])
