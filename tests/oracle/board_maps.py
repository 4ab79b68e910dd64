"""The maps of a board to itself, found by trying every symmetry of its lattice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np

from minuet.models.packings import CUBES, HEXAGONS, SQUARES, TRIANGLES, Board, Lattice

__all__ = ["PLAIN", "image", "maps_of", "places"]

Cell = tuple[int, ...]
PLAIN = {lattice.name: lattice for lattice in (SQUARES, TRIANGLES, HEXAGONS, CUBES)}


def places(lattice: Lattice, numbers: Sequence[int]) -> list[Cell]:
    """Return the cells of a lattice whose coordinates are among some numbers."""
    every = product(numbers, repeat=len(lattice.axes))
    return [cell for cell in every if lattice.kind(cell) in lattice.steps]


def image(lattice: Lattice, matrix: object, cells: Iterable[Cell]) -> list[Cell]:
    """Return where a symmetry maps cells; nowhere if not to cells."""
    array = lattice.images(matrix, np.array(list(cells)))  # type: ignore[arg-type]
    return [] if array is None else [tuple(cell) for cell in array.tolist()]


def maps_of(board: Board) -> list[dict[Cell, Cell]]:
    """Return, of each symmetry of the lattice that maps the board to itself, where cells go."""
    found = []
    for matrix in board.lattice.symmetries():
        moved = image(board.lattice, matrix, board)
        if not moved:
            continue
        # Moved, the least cell is still the least; on triangles it also points the same way.
        way = [a - b for a, b in zip(min(board), min(moved), strict=True)]
        there = [tuple(map(sum, zip(cell, way, strict=True))) for cell in moved]
        same_kind = board.lattice.kind(min(moved)) == board.lattice.kind(min(board))
        if same_kind and set(there) == set(board):
            found.append(dict(zip(board, there, strict=True)))
    return found
