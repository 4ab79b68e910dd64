"""Styles: how the roles of shapes look in SVG: their layers, their attributes, their sizes.

A role is a layer, drawn over those that stand before it. Lengths are pixels; a cell is 40 wide.
Sudokus look as they do on SudokuPad and f-puzzles: widths and colors of lines, circles and dots
are theirs, in proportion to the cell. Colors are those on light paper (colors.py).
"""

from __future__ import annotations

from typing import NamedTuple

from .colors import INK, PAPER
from .shapes import Shape

__all__ = ["CELL", "FONT", "GRID", "STYLES", "Style", "style_of"]

CELL = 40.0
FONT = "system-ui, 'DejaVu Sans', sans-serif"
GRID = ("Grid", "cells")  # the sides of all cells: thin lines over what fills the cells
_ARROW = "#a1a1a1"
_BETWEEN = "#aeaeae"
_MERCURY = "#cfcfcf"


class Style(NamedTuple):
    """How shapes of one role look.

    attributes  those of SVG
    size        a radius, a font's size, or how far inside its cells a cage runs
    halo        how much of the paper shows along both sides of a line that crosses others
    """

    attributes: dict[str, str]
    size: float = 0.0
    halo: float = 0.0


def _filled(fill: str, stroke: str = "", width: float = 1) -> dict[str, str]:
    return {"fill": fill} | ({"stroke": stroke, "stroke-width": f"{width:g}"} if stroke else {})


def _stroke(color: str, width: float) -> dict[str, str]:
    return _filled("none", color, width)


def _ring(color: str, width: float) -> dict[str, str]:
    return {**_filled(PAPER, color, width), "fill-opacity": ".6"}  # what lies below is seen


_BOLD = {"font-weight": "bold"}
_CLUE = {"text-anchor": "start", "stroke": PAPER, "stroke-width": "2", "paint-order": "stroke"}

STYLES = {
    ("Cell", "plain"): Style(_filled(PAPER)),
    ("Cell", "vacant"): Style(_filled(PAPER)),
    ("Cell", "share"): Style(_filled("#6fa3ef")),
    ("Cell", "dark"): Style({"fill": "#b39b70", "fill-opacity": ".38"}),
    ("Cell", "shaded"): Style({"fill": "#6688aa", "fill-opacity": ".25"}),
    ("Cell", "blocked"): Style(_filled(INK, INK)),
    ("Circle", "shade"): Style(_filled("#d4d4d4"), 15),
    ("Square", "shade"): Style(_filled("#d4d4d4"), 14),
    ("Line", "diagonal"): Style(_stroke("#34bbe6", 1.6)),
    ("Line", "thermometer"): Style(_stroke(_MERCURY, 13), halo=1.5),
    ("Line", "slow thermometer"): Style(_stroke(_MERCURY, 13), halo=1.5),
    ("Circle", "bulb"): Style(_filled(_MERCURY), 16),
    ("Line", "palindrome"): Style(_stroke("#bcbcbc", 9), halo=1.5),
    ("Line", "renban"): Style(_stroke("#f067f0", 8), halo=1.5),
    ("Line", "zipper"): Style(_stroke("#b4b4ff", 7), halo=1.5),
    ("Line", "whispers"): Style(_stroke("#67f067", 6), halo=1.5),
    ("Line", "Dutch whispers"): Style(_stroke("#ffa600", 6), halo=1.5),
    ("Line", "line"): Style(_stroke("#cdb8e6", 7), halo=1.5),
    ("Wedge", "quarter"): Style(_filled("none", "#777777")),
    ("Cell", "split"): Style(_stroke("#777777", 1)),
    GRID: Style(_stroke("#b4b4b4", 1)),
    ("Area", "piece"): Style({}),
    ("Cell", "touched"): Style({"fill": "#e8a33d", "fill-opacity": ".28"}),
    ("Cell", "clash"): Style({**_filled("#e0493b", "#c0392b", 2), "fill-opacity": ".38"}),
    ("Line", "edge"): Style(_stroke("#777777", 2)),
    ("Line", "between"): Style(_stroke(_BETWEEN, 6), halo=1.5),
    ("Line", "double arrow"): Style(_stroke(_ARROW, 2.5), halo=1.5),
    ("Line", "arrow"): Style(_stroke(_ARROW, 2.5), halo=1.5),
    ("Line", "pill"): Style(_stroke(_ARROW, 30)),
    ("Circle", "ring"): Style(_ring(_ARROW, 2.5), 15),
    ("Square", "ring"): Style(_ring(_ARROW, 2.5), 15),
    ("Cage", "sum"): Style({**_stroke("#556677", 1.2), "stroke-dasharray": ".1 3.4"}, 3.5),
    ("Cage", "region"): Style(_stroke("#667788", 1.2), 2.5),
    ("Cage", "cage"): Style({**_stroke(INK, 1.1), "stroke-dasharray": "3.2 2.4"}, 3.5),
    ("Outline", "box"): Style(_stroke(INK, 2.4)),
    ("Outline", "rim"): Style(_stroke(INK, 3)),
    ("Border", "wall"): Style(_stroke(INK, 3)),
    ("Circle", "point"): Style(_filled("#777777"), 2.5),
    ("Line", "path"): Style(_stroke("#1f5fa8", 4)),
    ("Line", "way"): Style(_stroke("#1f5fa8", 4)),
    ("Line", "double way"): Style(_stroke("#1f5fa8", 10)),
    ("Line", "pointer"): Style(_stroke("#555555", 1.6)),
    ("Circle", "white"): Style(_filled("#fefefe", INK, 1.2), 6),
    ("Circle", "black"): Style(_filled("#111", INK, 1.2), 6),
    ("Circle", "quadruple"): Style(_filled(PAPER, INK, 1.2), 13),
    ("Circle", "node"): Style(_filled(PAPER, INK, 1.5), 12),
    ("Text", "clue"): Style(_CLUE, 9.5),
    ("Text", "label"): Style({}, 15),
    ("Text", "name"): Style({}, 13),
    ("Text", "sign"): Style(_BOLD, 15),
    ("Text", "corner"): Style({}, 9.5),
    ("Text", "outside"): Style(_filled("#555555"), 18),
    ("Text", "caption"): Style(_filled("#555555"), 13),
    ("Text", "legend"): Style(_filled("#555555"), 13),
    ("Candidates", "candidates"): Style(_filled("#5b6472"), 10.5),
    ("Text", "side"): Style({}, 11),
    ("Text", "heading"): Style(_filled("#555555"), 13),
    ("Symbol", "answer"): Style(_filled("#1d5fd0")),
    ("Symbol", "given"): Style(_filled(INK)),
    ("Symbol", "dark"): Style(_filled("#111", INK, 1.5)),
    ("Symbol", "light"): Style(_filled("#fefefe", INK, 1.5)),
    ("Text", "answer"): Style(_filled("#1d5fd0"), 23),
    ("Text", "given"): Style(_BOLD, 23),
}


def style_of(shape: Shape) -> Style | None:
    """Return the style of a shape; None if it is not drawn."""
    return STYLES.get((type(shape).__name__, shape.role))
