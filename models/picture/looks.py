"""How the roles of shapes look in SVG: their layers, their attributes, their sizes.

A role is a layer, drawn over those that stand before it. Lengths are pixels; a cell is 40 wide.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from typing import NamedTuple

from .shapes import Shape

__all__ = ["CELL", "FONT", "INK", "LOOKS", "Look", "look_of", "tinted"]

CELL = 40.0
FONT = "system-ui, 'DejaVu Sans', sans-serif"
GOLDEN_ANGLE = 137.508
FIRST_HUE = 210
INK = "#222"  # of what says no other color
_GREY = "#8c8c8c"


class Look(NamedTuple):
    """How shapes of one role look.

    attributes  those of SVG
    size        a radius, a font's size, or how far inside its cells a cage runs
    """

    attributes: dict[str, str]
    size: float = 0.0


def _filled(fill: str, stroke: str = "", width: float = 1) -> dict[str, str]:
    return {"fill": fill} | ({"stroke": stroke, "stroke-width": f"{width:g}"} if stroke else {})


def _stroke(color: str, width: float) -> dict[str, str]:
    return _filled("none", color, width)


_BOLD = {"font-weight": "bold"}

LOOKS = {
    ("Cell", "plain"): Look(_filled("#fff", "#b4b4b4")),
    ("Cell", "blocked"): Look(_filled(INK, INK)),
    ("Cell", "shaded"): Look({"fill": "#68a", "fill-opacity": ".2"}),
    ("Area", "piece"): Look({}),
    ("Circle", "shade"): Look(_filled("#d6d6d6"), 16),
    ("Square", "shade"): Look(_filled("#d6d6d6"), 14),
    ("Line", "diagonal"): Look(_stroke("#8bbede", 2)),
    ("Line", "thermometer"): Look(_stroke("#c9c9c9", 12)),
    ("Circle", "bulb"): Look(_filled("#c9c9c9"), 15),
    ("Line", "line"): Look(_stroke("#cdb8e6", 7)),
    ("Line", "edge"): Look(_stroke("#777", 2)),
    ("Line", "arrow"): Look(_stroke(_GREY, 2)),
    ("Line", "pill"): Look(_stroke(_GREY, 32)),
    ("Circle", "ring"): Look(_filled("#fff", _GREY, 2), 16),
    ("Square", "ring"): Look(_filled("#fff", _GREY, 2), 15),
    ("Cage", "cage"): Look({**_stroke("#444", 1.2), "stroke-dasharray": "4 3"}, 3.5),
    ("Outline", "box"): Look(_stroke(INK, 2.5)),
    ("Outline", "rim"): Look(_stroke(INK, 3)),
    ("Border", "wall"): Look(_stroke(INK, 3)),
    ("Line", "path"): Look(_stroke("#1f5fa8", 4)),
    ("Circle", "white"): Look(_filled("#fff", INK, 1.2), 5),
    ("Circle", "black"): Look(_filled(INK, INK, 1.2), 5),
    ("Circle", "node"): Look(_filled("#fff", INK, 1.5), 12),
    ("Text", "clue"): Look({"text-anchor": "start"}, 9.5),
    ("Text", "label"): Look({}, 15),
    ("Text", "sign"): Look(_BOLD, 12),
    ("Text", "outside"): Look(_filled("#555"), 18),
    ("Text", "answer"): Look(_filled("#1c4f8f"), 21),
    ("Text", "given"): Look(_BOLD, 21),
}


def look_of(shape: Shape) -> Look | None:
    """Return the look of a shape; None if it is not drawn."""
    return LOOKS.get((type(shape).__name__, shape.role))


def tinted(tint: int, lightness: float) -> str:
    """Return the color of a tint. Hues go round by the golden angle, so that near tints differ."""
    hue = (FIRST_HUE + tint * GOLDEN_ANGLE) % 360 / 360
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, lightness, 0.65))
