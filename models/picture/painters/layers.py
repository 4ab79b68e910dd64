"""Several pictures laid over each other: the numbers that are printed, and dominoes on them."""

from __future__ import annotations

from collections.abc import Sequence

from ...answer import Answer
from ...errors import ModelError
from ..picture import Painter, Picture
from ..shapes import Cell, Place

__all__ = ["Layers"]


class Layers:
    """Lays the pictures of several painters over each other, the first lowest."""

    def __init__(self, painters: Sequence[Painter]) -> None:
        self.painters = tuple(painters)

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer. Raises ModelError for pictures on several lattices."""
        pictures = [painter(answer) for painter in self.painters]
        first = pictures[0].lattice
        for picture in pictures:
            if picture.lattice != first:
                what = f"one on {picture.lattice} over one on {first}"
                raise ModelError(f"pictures: {what}, expected one lattice")
        # The shapes without the plain cells that would hide what another layer says of them. A cell
        # that several layers split is split once.
        figures = [shape for picture in pictures for shape in picture.shapes]
        best: dict[Place, Cell] = {}
        for shape in figures:
            if isinstance(shape, Cell) and shape.role == "plain":
                known = best.get(shape.place)
                if known is None or shape.tint is not None:
                    best[shape.place] = shape
        split = {one.place: one for one in figures if isinstance(one, Cell) and one.role == "split"}
        kept = set(map(id, (*best.values(), *split.values())))
        shapes = tuple(
            shape
            for shape in figures
            if not (isinstance(shape, Cell) and shape.role in ("plain", "split"))
            or id(shape) in kept
        )
        told = "; ".join(picture.description for picture in pictures if picture.description)
        return Picture(shapes, first, pictures[0].title, told)
