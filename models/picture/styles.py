"""Styles: how the roles of shapes look in SVG: their layers, their attributes, their sizes.

A role is a layer, drawn over those that stand before it. Lengths are pixels; a cell is 40 wide.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from typing import NamedTuple

from .shapes import Shape

__all__ = ["CELL", "FONT", "INK", "STYLES", "Style", "style_of", "tinted"]

CELL = 40.0
FONT = "system-ui, 'DejaVu Sans', sans-serif"
GOLDEN_ANGLE = 137.508
FIRST_HUE = 210
INK = "#222"  # of what says no other color
_GREY = "#8c8c8c"


class Style(NamedTuple):
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

STYLES = {
    ("Cell", "plain"): Style(_filled("#fff", "#b4b4b4")),
    ("Cell", "blocked"): Style(_filled(INK, INK)),
    ("Cell", "shaded"): Style({"fill": "#68a", "fill-opacity": ".2"}),
    ("Area", "piece"): Style({}),
    ("Circle", "shade"): Style(_filled("#d6d6d6"), 16),
    ("Square", "shade"): Style(_filled("#d6d6d6"), 14),
    ("Line", "diagonal"): Style(_stroke("#8bbede", 2)),
    ("Line", "thermometer"): Style(_stroke("#c9c9c9", 12)),
    ("Circle", "bulb"): Style(_filled("#c9c9c9"), 15),
    ("Line", "line"): Style(_stroke("#cdb8e6", 7)),
    ("Line", "edge"): Style(_stroke("#777", 2)),
    ("Line", "arrow"): Style(_stroke(_GREY, 2)),
    ("Line", "pill"): Style(_stroke(_GREY, 32)),
    ("Circle", "ring"): Style(_filled("#fff", _GREY, 2), 16),
    ("Square", "ring"): Style(_filled("#fff", _GREY, 2), 15),
    ("Cage", "cage"): Style({**_stroke("#444", 1.2), "stroke-dasharray": "4 3"}, 3.5),
    ("Outline", "box"): Style(_stroke(INK, 2.5)),
    ("Outline", "rim"): Style(_stroke(INK, 3)),
    ("Border", "wall"): Style(_stroke(INK, 3)),
    ("Line", "path"): Style(_stroke("#1f5fa8", 4)),
    ("Circle", "white"): Style(_filled("#fff", INK, 1.2), 5),
    ("Circle", "black"): Style(_filled(INK, INK, 1.2), 5),
    ("Circle", "node"): Style(_filled("#fff", INK, 1.5), 12),
    ("Text", "clue"): Style({"text-anchor": "start"}, 9.5),
    ("Text", "label"): Style({}, 15),
    ("Text", "sign"): Style(_BOLD, 12),
    ("Text", "outside"): Style(_filled("#555"), 18),
    ("Text", "answer"): Style(_filled("#1c4f8f"), 21),
    ("Text", "given"): Style(_BOLD, 21),
}


def style_of(shape: Shape) -> Style | None:
    """Return the style of a shape; None if it is not drawn."""
    return STYLES.get((type(shape).__name__, shape.role))


def tinted(tint: int, lightness: float) -> str:
    """Return the color of a tint. Hues go round by the golden angle, so that near tints differ."""
    hue = (FIRST_HUE + tint * GOLDEN_ANGLE) % 360 / 360
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, lightness, 0.65))
