"""Packings: pieces are laid on a board so that every cell is covered once.

packing.py is the puzzle; lattices.py, board.py and piece.py are what it is made of, placements.py
lists where pieces fit, and named_packings.py has known packings.
"""

from ..lazily import lazily

with lazily(__name__):
    from .board import Board
    from .lattices import (
        CUBES,
        HEXAGONS,
        LATTICES,
        PRISMS,
        RHOMBICS,
        SPHERES,
        SQUARES,
        TETRAHEDRA,
        TRIANGLES,
        Lattice,
    )
    from .named_packings import BEAD_PIECES, BeadPuzzle, conway_box, slothouber_graatsma
    from .piece import (
        Piece,
        pentominoes,
        polycubes,
        polyforms,
        polyhexes,
        polyiamonds,
        polyominoes,
        soma_pieces,
    )
    from .placements import Coloring, Placement, placements

__all__ = [
    "BEAD_PIECES",
    "CUBES",
    "HEXAGONS",
    "LATTICES",
    "PRISMS",
    "RHOMBICS",
    "SPHERES",
    "SQUARES",
    "TETRAHEDRA",
    "TRIANGLES",
    "BeadPuzzle",
    "Board",
    "Coloring",
    "Lattice",
    "Piece",
    "Placement",
    "conway_box",
    "pentominoes",
    "placements",
    "polycubes",
    "polyforms",
    "polyhexes",
    "polyiamonds",
    "polyominoes",
    "slothouber_graatsma",
    "soma_pieces",
]
