"""Labels: texts that come with other shapes, and what has to make room for another.

A cage's label stands in its first cell, an area's mark amid the area. Clues in the corner of one
cell stand side by side; cages that share a cell run one within the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import dist

from .lettering import fitted, width_of
from .picture import Picture
from .shapes import Area, Cage, Place, Shape, Text
from .styles import STYLES

__all__ = ["Clues", "cage_depths", "labelled"]

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
    found: dict[Cage, int] = {}
    taken: dict[Place, set[int]] = {}
    for shape in shapes:
        if isinstance(shape, Cage) and shape not in found:
            held = set().union(*(taken.get(cell, ()) for cell in shape.cells))
            depth = next(k for k in range(len(held) + 1) if k not in held)
            found[shape] = depth
            for cell in shape.cells:
                taken.setdefault(cell, set()).add(depth)
    return found
