"""Symbols: drawings that stand for a mark in a cell, as paths round its middle.

They are drawn, not written, for a chessman's letter is in few fonts. A path is told in hundredths
of a cell's side, from the middle of the cell.
"""

from __future__ import annotations

import re
from math import cos, pi, sin

from ..errors import ModelError, excerpt
from .planes import Point
from .styles import CELL

__all__ = ["CHESSMEN", "SYMBOLS", "symbol_path"]

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
        known = ", ".join(SYMBOLS)
        raise ModelError(f"no symbol {excerpt(name)}, expected one of {known}")
    scale = CELL / 100

    def moved(found: re.Match[str]) -> str:
        x, y = float(found[1]) * scale + middle[0], float(found[2]) * scale + middle[1]
        return f"{x:.5g},{y:.5g}"

    return _NUMBER.sub(moved, _scaled_arcs(SYMBOLS[name], scale))


def _scaled_arcs(path: str, scale: float) -> str:
    return re.sub(
        r"A([\d.]+) [\d.]+", lambda found: "A{0:.4g} {0:.4g}".format(float(found[1]) * scale), path
    )
