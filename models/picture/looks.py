"""How the roles of shapes look in SVG: their layer, their attributes, their size.

Lengths are pixels where a cell is 40 wide; a layer is drawn over those before it.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from typing import NamedTuple

from .shapes import Shape

__all__ = ["CELL", "FONT", "LOOKS", "Look", "look_of", "tinted"]

CELL = 40.0
FONT = "system-ui, 'DejaVu Sans', sans-serif"
GOLDEN_ANGLE = 137.508
FIRST_HUE = 210

_INK = "#222"
_GREY = "#8c8c8c"


class Look(NamedTuple):
    """How shapes of one role look.

    layer       what is drawn over what
    attributes  those of SVG
    size        a radius, a font's size, or how far inside its cells a cage runs
    """

    layer: int
    attributes: dict[str, str]
    size: float = 0.0


def _filled(fill: str, stroke: str = "", width: float = 1) -> dict[str, str]:
    return {"fill": fill} | ({"stroke": stroke, "stroke-width": f"{width:g}"} if stroke else {})


def _stroke(color: str, width: float) -> dict[str, str]:
    return _filled("none", color, width)


def _letters(fill: str, anchor: str = "middle", *, bold: bool = False) -> dict[str, str]:
    return {"fill": fill, "text-anchor": anchor} | ({"font-weight": "bold"} if bold else {})


LOOKS = {
    ("Cell", "plain"): Look(0, _filled("#fff", "#b4b4b4")),
    ("Cell", "blocked"): Look(0, _filled(_INK, _INK)),
    ("Cell", "shaded"): Look(1, {"fill": "#68a", "fill-opacity": ".2"}),
    ("Area", "piece"): Look(1, {}),
    ("Circle", "shade"): Look(2, _filled("#d6d6d6"), 16),
    ("Square", "shade"): Look(2, _filled("#d6d6d6"), 14),
    ("Line", "diagonal"): Look(3, _stroke("#8bbede", 2)),
    ("Line", "thermometer"): Look(3, _stroke("#c9c9c9", 12)),
    ("Circle", "bulb"): Look(3, _filled("#c9c9c9"), 15),
    ("Line", "line"): Look(3, _stroke("#cdb8e6", 7)),
    ("Line", "edge"): Look(3, _stroke("#777", 2)),
    ("Line", "arrow"): Look(4, _stroke(_GREY, 2)),
    ("Line", "pill"): Look(5, _stroke(_GREY, 32)),
    ("Circle", "ring"): Look(5, _filled("#fff", _GREY, 2), 16),
    ("Square", "ring"): Look(5, _filled("#fff", _GREY, 2), 15),
    ("Cage", "cage"): Look(6, {**_stroke("#444", 1.2), "stroke-dasharray": "4 3"}, 3.5),
    ("Outline", "box"): Look(7, _stroke(_INK, 2.5)),
    ("Outline", "rim"): Look(7, _stroke(_INK, 3)),
    ("Border", "wall"): Look(7, _stroke(_INK, 3)),
    ("Line", "path"): Look(8, _stroke("#1f5fa8", 4)),
    ("Circle", "white"): Look(9, _filled("#fff", _INK, 1.2), 5),
    ("Circle", "black"): Look(9, _filled(_INK, _INK, 1.2), 5),
    ("Circle", "node"): Look(9, _filled("#fff", _INK, 1.5), 12),
    ("Text", "clue"): Look(10, _letters(_INK, "start"), 9.5),
    ("Text", "label"): Look(10, _letters(_INK), 15),
    ("Text", "sign"): Look(10, _letters(_INK, bold=True), 12),
    ("Text", "outside"): Look(10, _letters("#555"), 18),
    ("Text", "answer"): Look(10, _letters("#1c4f8f"), 21),
    ("Text", "given"): Look(10, _letters(_INK, bold=True), 21),
}


def look_of(shape: Shape) -> Look | None:
    """Return the look of a shape; None if it is not drawn."""
    return LOOKS.get((type(shape).__name__, shape.role))


def tinted(tint: int, lightness: float) -> str:
    """Return the color of a tint. Hues go round by the golden angle, so that near tints differ."""
    hue = (FIRST_HUE + tint * GOLDEN_ANGLE) % 360 / 360
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, lightness, 0.65))
