"""Painters: make a picture of the chosen rows of a table, by a few words or by a guess.

painting.py finds a puzzle's painter, words.py reads the words, guess.py does without, and
grid_picture.py is the usual kind. Each other `_picture` file is a kind.
"""
