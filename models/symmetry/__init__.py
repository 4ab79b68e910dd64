"""Which solutions are alike: symmetries of a puzzle or a matrix, and what is left up to them.

symmetries.py has the permutations, grids.py tries those of a grid, orbits.py which solutions are
alike, quotient.py counts the solutions that a permutation leaves as they are (Burnside). It stands
above the puzzle: packings and the questions import it.

automorphisms.py finds all symmetries of a matrix by itself: as a colored graph (automorphisms.py),
by BLISS (automorphisms.py), told in words (words.py and the files that it asks).
"""
