"""Packings: pieces are laid on a board so that every cell is covered once.

lattices.py says what cells are, cell_text.py how they are drawn in text; board.py, piece.py and
placements.py what is laid where, and coloring.py what may lie on what. piece_sets.py lists the
pieces and board.py the shapes of boards that have a name. packing.py is the puzzle and
named_packings.py holds known ones; area.py, symmetries.py, mirrored.py and drawing.py serve it.
The names below are what a packing is made of, and packings that have a name; `minuet.models` has
`Packing` itself. Formats and the gallery import this room.
"""

from ..importing.lazily import lazily

with lazily(__name__):
    from .board import Board
    from .coloring import Coloring
    from .lattices import CUBES, HEXAGONS, LATTICES, SQUARES, TRIANGLES, Lattice
    from .named_packings import BEAD_PIECES, BeadPuzzle, conway_box, slothouber_graatsma
    from .piece import Piece
    from .piece_sets import (
        pentominoes,
        polycubes,
        polyforms,
        polyhexes,
        polyiamonds,
        polyominoes,
        soma_pieces,
    )
    from .placements import Placement, placements

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
