"""Packings as pictures: the cells of the board, and an area for each piece that lies on it.

Solids are drawn layer by layer, so a piece may be seen in several places: there each copy of a
piece has a color and a number of its own, and each layer a caption.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from ..picture.picture import Area, Cell, Outline, Shape, Text
from .lattices import Cell as Place
from .lattices import Cells, Lattice

__all__ = ["describe_packing", "ground_shapes", "piece_shapes"]


def ground_shapes(board: Iterable[Place], lattice: Lattice) -> tuple[Shape, ...]:
    """Return the shapes of a board on which nothing lies."""
    cells = tuple(board)
    dots = [Text(cell, ".", "blank") for cell in cells]
    captions = _captions(cells) if lattice.solid else ()
    return (*map(Cell, cells), *dots, Outline(cells, "rim"), *captions)


def _captions(cells: Collection[Place]) -> Iterator[Text]:
    """Yield the number of each layer, above it."""
    layers = sorted({layer for layer, _, _ in cells})
    top = min(row for _, row, _ in cells)
    cols = [col for _, _, col in cells]
    if len(layers) > 1:
        for layer in layers:
            place = (layer, top - 0.85, (min(cols) + max(cols)) / 2)
            yield Text(place, f"layer {layer - layers[0] + 1}", "caption")


def piece_shapes(
    marks: Mapping[str, str], laid: Iterable[tuple[str, Cells]], lattice: Lattice
) -> Iterator[Shape]:
    """Yield the shapes of pieces.

    marks  the mark of each piece, by name; a piece has one color in all answers
    laid   (name, cells) of what lies on the board
    """
    tints = {name: tint for tint, name in enumerate(marks)}
    every = sorted(laid, key=lambda piece: min(piece[1], default=())) if lattice.solid else laid
    every = list(every)
    copies = Counter(name for name, _ in every)
    numbers: Counter[str] = Counter()
    further = len(tints)
    for name, cells in every:
        numbers[name] += 1
        if not lattice.solid or copies[name] == 1:
            yield Area(cells, marks[name], tints[name], title=name)
            continue
        tint = tints[name] if numbers[name] == 1 else further
        further += tint == further
        number = numbers[name]
        yield Area(
            cells, marks[name], tint, label=f"{marks[name]}{number}", title=f"{name} {number}"
        )


def describe_packing(
    laid: Iterable[tuple[str, Cells]], board: Collection[Place], lattice: Lattice
) -> str:
    """Describe a packing: its pieces, and how many cells are left empty."""
    every = list(laid)
    empty = len(board) - sum(len(cells) for _, cells in every)
    words = f"pieces on a board of {len(board)} {lattice.name}: {len(every)}"
    return words + f", cells left empty: {empty}" * bool(empty)
