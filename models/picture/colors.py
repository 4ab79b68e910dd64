"""Colors: those of a picture on light paper, and what each of them becomes on dark paper.

A picture's elements carry the light colors as attributes, which every renderer shows; a style
element then says, for readers who prefer the dark, what each color becomes (`dark_rules`). A color
is a light one and its dark one wherever it stands, so that pictures on one page never disagree:
what is to look different in the dark has a light color of its own, be it the next shade.
"""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls

__all__ = [
    "FIRST_HUE",
    "GOLDEN_ANGLE",
    "HUELESS",
    "INK",
    "PAPER",
    "SCOPE",
    "dark_of",
    "dark_rules",
    "tinted",
]

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
    return _DARK.get(color) or _DARK.get(_short(color)) or _turned(color, least)


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


def _short(color: str) -> str:
    pairs = [color[k : k + 2] for k in (1, 3, 5)]
    return "#" + "".join(pair[:1] for pair in pairs) if len(color) == 7 else color


def _spelled(parts: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
