"""Painters: what makes a picture of the chosen rows of a table, told by a few words or guessed.

painting.py finds a puzzle's painter; words.py reads the words in which one is told, guess.py does
without. The others are the kinds: grid_picture.py (marks on cells), table_picture.py (names down
and across), tile_picture.py (what is on the sides of cells), graph_picture.py, edge_picture.py
(loops and paths), list_picture.py, cage_picture.py and sign_picture.py (which of two cells holds
more), and matrix_picture.py of a bare matrix; shaded_picture.py shows how often choices are made.
look.py and tints.py say how marks look, and layers.py lays pictures over others.
"""

__all__ = [
    "cage_picture",
    "clue_picture",
    "edge_picture",
    "graph_layout",
    "graph_picture",
    "grid_picture",
    "guess",
    "layers",
    "list_picture",
    "look",
    "matrix_picture",
    "painter",
    "painting",
    "shaded_picture",
    "sign_picture",
    "table_picture",
    "tile_picture",
    "tints",
    "words",
]
