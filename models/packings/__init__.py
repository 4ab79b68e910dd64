"""Packings: pieces are laid on a board so that every cell is covered once.

lattices.py says what cells are, cell_text.py how they are drawn in text; board.py, piece.py and
placements.py what is laid where, and coloring.py what may lie on what. piece_sets.py lists the
pieces and board.py the shapes of boards that have a name. packing.py is the puzzle and
named_packings.py holds known ones; area.py, symmetries.py, mirrored.py and drawing.py serve it.
`minuet.models` names what is public; formats and the gallery import this room.
"""

__all__ = [
    "area",
    "board",
    "cell_text",
    "coloring",
    "drawing",
    "lattices",
    "mirrored",
    "named_packings",
    "packing",
    "piece",
    "piece_sets",
    "placements",
    "symmetries",
]
