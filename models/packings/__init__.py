"""Packings: pieces are laid on a board so that every cell is covered once.

lattices.py says what cells are, board.py how they are drawn in text; board.py, piece.py and
placements.py what is laid where, and placements.py what may lie on what. piece.py lists the
pieces and board.py the shapes of boards that have a name. packing.py is the puzzle and
named_packings.py holds known ones; placements.py, symmetries.py, symmetries.py and drawing.py serve
it. The names below are what a packing is made of, and packings that have a name; `minuet.models`
has `Packing` itself. Formats and the gallery import this room.
"""

from ..lazily import lazily

with lazily(__name__):
    from .board import Board
    from .lattices import CUBES, HEXAGONS, LATTICES, SQUARES, TRIANGLES, Lattice
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
    "SQUARES",
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
