"""Styles of shapes in SVG by role (layers, attributes, sizes), and colors on light and dark paper.

A role is a layer, drawn over those that stand before it. Lengths are pixels; a cell is 40 wide.
Sudokus look as they do on SudokuPad and f-puzzles: widths and colors of lines, circles and dots
are theirs, in proportion to the cell.
"""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls
from typing import NamedTuple

from .picture import Shape

__all__ = [
    "CELL",
    "FIRST_HUE",
    "FONT",
    "GOLDEN_ANGLE",
    "GRID",
    "HUELESS",
    "INK",
    "PAPER",
    "SCOPE",
    "STYLES",
    "Style",
    "dark_rules",
    "style_of",
    "tinted",
]

# ---- Colors --------------------------------------------------------------------------------------
# A picture's elements carry the light colors as attributes, which every renderer shows; a style
# element then says, for readers who prefer the dark, what each color becomes (`dark_rules`). A
# color is a light one and its dark one wherever it stands, so that pictures on one page never
# disagree: what is to look different in the dark has a light color of its own, be it the next
# shade.


PAPER = "#fff"
INK = "#222"  # of what says no other color
SCOPE = "minuet"  # the class of a picture's root: its rules touch nothing else on a page
GOLDEN_ANGLE = 137.508
FIRST_HUE = 210
DARKEST_LINE = 0.5
# Tints of what is white, gray or black: grounds on which dark letters are read, and light ones on
# dark paper, where white is the lightest all the same.
HUELESS = {"white": -1, "gray": -2, "black": -3}
_GRAYS = {-1: "#fdfdfd", -2: "#dadada", -3: "#a6a6a6"}
_COLOR = re.compile(' (fill|stroke)="(#[0-9a-f]{3,6})"')

# Where turning the lightness round (`_turned`) is not good enough. Lines are paler than on white,
# as they lie under light digits; a white dot stays white, and a black one black.
_DARK = {
    PAPER: "#17191d",
    INK: "#e8e9eb",
    "#b4b4b4": "#565b63",  # grid
    "#fefefe": "#f4f4f4",  # a white dot
    "#111": "#000",  # a black dot
    "#fdfdfd": "#6d727b",  # what is white, gray or black
    "#dadada": "#41464d",
    "#a6a6a6": "#060709",
    "#cfcfcf": "#4c5158",  # thermometers
    "#d4d4d4": "#454a51",  # odd and even cells
    "#bcbcbc": "#666c75",  # palindromes
    "#a1a1a1": "#8d949e",  # arrows
    "#aeaeae": "#7d848e",  # between lines
    "#f067f0": "#96409c",  # renbans
    "#67f067": "#2c8038",  # whispers
    "#ffa600": "#9a6a0c",  # Dutch whispers
    "#b4b4ff": "#5a5caa",  # zippers
    "#34bbe6": "#2b8fb3",  # diagonals
    "#1d5fd0": "#7fb3ff",  # answers
    "#5b6472": "#a4adba",  # candidates
}


def tinted(tint: int, lightness: float) -> str:
    """Return the color of a tint. Hues go round by the golden angle, so that near tints differ."""
    if tint < 0:
        return _GRAYS[tint]
    hue = (FIRST_HUE + tint * GOLDEN_ANGLE) % 360 / 360
    return _spelled(hls_to_rgb(hue, lightness, 0.65))


def dark_of(color: str, name: str = "fill") -> str:
    """Return what a color, `#` and three or six hexadecimal digits, becomes on dark paper.

    name  the attribute that has it: what a "stroke" draws is thin, and stays light enough

    >>> dark_of("#fff"), dark_of("#ffffff")
    ('#17191d', '#17191d')
    """
    least = DARKEST_LINE if name == "stroke" else 0.0
    short = f"#{color[1:6:2]}" if len(color) == 7 else color
    return _DARK.get(color) or _DARK.get(short) or _turned(color, least)


def dark_rules(drawn: str) -> str:
    """Return the style sheet for dark paper of all colors that elements have, given as XML."""
    rules = []
    for name, color in sorted(set(_COLOR.findall(drawn))):
        has = f'[{name}="{color}"]'
        rules.append(f".{SCOPE} {has},.{SCOPE}{has}{{{name}:{dark_of(color, name)}}}")
    return "@media screen and (prefers-color-scheme:dark){\n" + "\n".join(rules) + "\n}"


def _turned(color: str, least: float) -> str:
    """Return a color as dark as it was light, and a little paler; `least`: how light at least."""
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    red, green, blue = (int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4))
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    lightness = max(0.1 + 0.82 * (1 - lightness), least)
    return _spelled(hls_to_rgb(hue, lightness, 0.7 * saturation))


def _spelled(parts: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


# ---- Styles --------------------------------------------------------------------------------------

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
    ("Symbol", "dark"): Style(_filled("#111", "#fefefe", 1.5)),
    ("Symbol", "light"): Style(_filled("#fefefe", INK, 1.5)),
    ("Text", "answer"): Style(_filled("#1d5fd0"), 23),
    ("Text", "given"): Style(_BOLD, 23),
    ("Text", "crossed"): Style(
        {**_BOLD, **_CLUE, "text-anchor": "middle", "stroke-width": "5"}, 23
    ),
    ("Text", "light"): Style({**_filled(PAPER), **_BOLD}, 23),
}


def style_of(shape: Shape) -> Style | None:
    """Return the style of a shape; None if it is not drawn."""
    return STYLES.get((type(shape).__name__, shape.role))
