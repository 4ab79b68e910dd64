"""A picture: shapes on a lattice, with a title."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ..answer import Answer
from .shapes import Area, Border, Cage, Line, Outline, Place, Shape

__all__ = ["Painter", "Picture", "places_of"]


@dataclass(frozen=True)
class Picture:
    """Shapes on a lattice, in any order: the role of a shape says what it lies over.

    shapes       what there is to see
    lattice      what places mean: "squares" (row, col), "triangles", "hexagons", or "cubes"
                 (layer, row, col); as in packings/lattices.py
    title        what is shown, in a few words
    description  the same in a sentence, for those who cannot see it
    """

    shapes: tuple[Shape, ...]
    lattice: str = "squares"
    title: str = ""
    description: str = ""

    @property
    def places(self) -> Iterator[Place]:
        """The places of all shapes."""
        for shape in self.shapes:
            yield from places_of(shape)

    @property
    def extent(self) -> tuple[Place, Place]:
        """The least and the greatest coordinates of the places; (0, 0) twice if there are none."""
        axes = list(zip(*self.places, strict=True)) or [(0,), (0,)]
        return tuple(map(min, axes)), tuple(map(max, axes))


class Painter(Protocol):
    """What gives the picture of an answer: a `GridPicture`, or a function."""

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of the answer."""


def places_of(shape: Shape) -> tuple[Place, ...]:
    """Return the places that a shape names."""
    if isinstance(shape, Area | Outline | Cage):
        return shape.cells
    if isinstance(shape, Line):
        return shape.places
    if isinstance(shape, Border):
        return shape.one, shape.other
    return (shape.place,)
