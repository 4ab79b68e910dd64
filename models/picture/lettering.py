"""Texts in a picture: how wide they are, and how they are made to fit.

The width of a letter depends on the reader's font, so it is guessed, rather too great; Chinese
characters and their like are as wide as they are high. A text that does not fit becomes smaller,
and at a size that can hardly be read it is cut off, with dots.
"""

from __future__ import annotations

import re
from html import escape
from unicodedata import combining, east_asian_width

__all__ = ["fitted", "markup", "width_of"]

SMALLEST = 8.0
_LETTER = 0.62
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def width_of(text: str) -> float:
    """Return about how wide a text is, in heights of its font."""
    return sum(map(_width, text))


def _width(letter: str) -> float:
    if combining(letter):
        return 0.0
    return 1.0 if east_asian_width(letter) in "WF" else _LETTER


def fitted(text: str, room: float, size: float) -> tuple[str, float]:
    """Return a text that fits into the room, and its font's size, at most `size`."""
    width = width_of(text)
    if width * size <= room:
        return text, size
    if width * SMALLEST <= room:
        return text, room / width
    left = room / SMALLEST - _LETTER
    for number, letter in enumerate(text):
        left -= _width(letter)
        if left < 0:
            return text[:number] + "…", SMALLEST
    return text, SMALLEST


def markup(text: str) -> str:
    """Return a text as XML says it; what XML cannot say (control characters) becomes a sign."""
    return escape(_NO_XML.sub("\ufffd", text))
