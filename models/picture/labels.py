"""Labels of shapes: how wide texts are, and which labels make room for others.

A cage's label stands in its first cell, an area's mark amid the area. Clues in the corner of one
cell stand side by side; cages that share a cell run one within the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from math import dist
from unicodedata import combining, east_asian_width

from .picture import Area, Cage, Picture, Place, Shape, Text
from .styles import STYLES

__all__ = ["Clues", "cage_depths", "fitted", "labelled", "markup", "width_of"]

# ---- Width of texts ------------------------------------------------------------------------------
# The width of a letter depends on the reader's font, so it is guessed, rather too great; Chinese
# characters and their like are as wide as they are high. A text that does not fit becomes smaller,
# and at a size that can hardly be read it is cut off, with dots.


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


# ---- Labels --------------------------------------------------------------------------------------

CLUE_LEFT = 2.5
CLUE_SIZE = STYLES["Text", "clue"].size
APART = 3.0  # between clues in one cell


def labelled(picture: Picture) -> Picture:
    """Return the picture with the labels of its shapes as texts."""
    labels = [text for shape in picture.shapes for text in _labels(shape)]
    return replace(picture, shapes=(*picture.shapes, *labels))


def _labels(shape: Shape) -> Iterator[Text]:
    if isinstance(shape, Cage) and shape.label:
        yield Text(min(shape.cells), shape.label, "clue")
    elif isinstance(shape, Area) and (shape.label or shape.mark):
        layers: dict[Place, list[Place]] = {}
        for cell in shape.cells:
            layers.setdefault(cell[:-2], []).append(cell)
        for cells in layers.values():
            yield Text(_amid(cells), shape.label or shape.mark, "label")


def _amid(cells: Sequence[Place]) -> Place:
    """Return the cell that is nearest the middle of them all."""
    middle = [sum(axis) / len(axis) for axis in zip(*cells, strict=True)]
    return min(cells, key=lambda cell: dist(cell, middle))


@dataclass
class Clues:
    """Where the clues in the corners of cells begin and end, from the left side of their cell."""

    begins: dict[Text, float] = field(default_factory=dict)
    ends: dict[Place, float] = field(default_factory=dict)

    @classmethod
    def of(cls, shapes: Iterable[Shape], room: float) -> Clues:
        """Place the clues among the shapes, cut off where they are wider than the room."""
        clues = cls()
        for shape in shapes:
            if isinstance(shape, Text) and shape.role == "clue" and shape not in clues.begins:
                end = clues.ends.get(shape.place)
                start = CLUE_LEFT if end is None else end + APART
                clues.begins[shape] = start
                text, size = fitted(shape.text, room, CLUE_SIZE)
                clues.ends[shape.place] = start + width_of(text) * size
        return clues


def cage_depths(shapes: Iterable[Shape]) -> dict[Cage, int]:
    """Return how many other cages, at most, each cage runs within."""
    depths: dict[Cage, int] = {}
    taken: dict[Place, set[int]] = {}
    for shape in shapes:
        if isinstance(shape, Cage) and shape not in depths:
            held = set().union(*(taken.get(cell, ()) for cell in shape.cells))
            depth = next(k for k in range(len(held) + 1) if k not in held)
            depths[shape] = depth
            for cell in shape.cells:
                taken.setdefault(cell, set()).add(depth)
    return depths
