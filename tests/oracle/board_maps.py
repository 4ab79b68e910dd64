"""The maps of a board to itself, found by trying every symmetry of its lattice."""

from __future__ import annotations

from minuet.models.packings import Board

__all__ = ["maps_of"]

Cell = tuple[int, ...]


def maps_of(board: Board) -> list[dict[Cell, Cell]]:
    """Return, of each symmetry of the lattice that maps the board to itself, where cells go."""
    found = []
    for matrix in board.lattice.symmetries():
        image = board.lattice.image(matrix, board)
        # Moved, the least cell is still the least; on triangles it also points the same way.
        way = [a - b for a, b in zip(min(board), min(image), strict=True)]
        there = [tuple(map(sum, zip(cell, way, strict=True))) for cell in image]
        same_kind = board.lattice.kind(min(image)) == board.lattice.kind(min(board))
        if same_kind and set(there) == set(board):
            found.append(dict(zip(board, there, strict=True)))
    return found
