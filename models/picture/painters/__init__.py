"""Painters: what makes a picture of the chosen rows of a table, told by a few words or guessed.

painting.py finds a puzzle's painter; words.py reads the words in which one is told, guess.py does
without. The others are the kinds: grid_picture.py (marks on cells), list_picture.py (names down
and across), clue_picture.py (what is on the sides of cells), graph_picture.py, edge_picture.py
(loops and paths), list_picture.py, clue_picture.py and sign_picture.py (which of two cells holds
more), and matrix_picture.py of a bare matrix; painting.py shows how often choices are made.
grid_picture.py and painter.py say how marks look, and layers.py lays pictures over others.
"""
