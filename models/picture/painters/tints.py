"""Tints: which color stands for what, so that equal things look alike in all pictures of a puzzle.

Where all values are words for colors, they have these; else they take the tints in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..colors import FIRST_HUE, GOLDEN_ANGLE, HUELESS

__all__ = ["LIGHT_AND_DARK", "tints_of"]

_HUES = {
    "red": 0,
    "r": 0,
    "orange": 30,
    "brown": 25,
    "yellow": 52,
    "green": 125,
    "g": 125,
    "cyan": 185,
    "blue": 215,
    "b": 215,
    "purple": 275,
    "violet": 275,
    "magenta": 305,
    "pink": 335,
}
_PALE = {
    "white": HUELESS["white"],
    "w": HUELESS["white"],
    "gray": HUELESS["gray"],
    "grey": HUELESS["gray"],
    "black": HUELESS["black"],
    "none": None,
}
_LETTERS = {"r", "g", "b"}
LIGHT_AND_DARK = {"w": "light", "white": "light", "b": "dark", "black": "dark"}
_TINTS = 90  # so many are tried for one of a hue


def tints_of(values: Iterable[Any]) -> Mapping[str, int | None]:
    """Return the tint of each value, by what it is called."""
    called = {str(value): value for value in values}
    if len(called) > 1 and all(_is_color(name, called) for name in called):
        return {name: _tint_of(name.lower()) for name in called}
    ordered = (
        sorted(called.values())
        if all(type(value) is int for value in called.values())
        else called.values()
    )
    return {str(value): tint for tint, value in enumerate(ordered)}


def _is_color(name: str, among: Iterable[str]) -> bool:
    low = name.lower()
    if len(low) == 1 and not {one.lower() for one in among} <= _LETTERS:
        return False
    return low in _HUES or low in _PALE


def _tint_of(name: str) -> int | None:
    """Return the tint that is nearest a color's hue; None of what has no color."""
    if name not in _HUES:
        return _PALE[name]
    return min(range(_TINTS), key=lambda tint: _apart(_HUES[name], FIRST_HUE + tint * GOLDEN_ANGLE))


def _apart(one: float, other: float) -> float:
    """Return how many degrees lie between two hues."""
    turn = abs(one - other) % 360
    return min(turn, 360 - turn)
