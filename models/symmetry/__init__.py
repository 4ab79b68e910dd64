"""Symmetries of a puzzle or a matrix, and solutions up to symmetry.

symmetries.py has the permutations, automorphisms.py finds all of a matrix (by BLISS), orbits.py
classifies solutions, quotient.py counts the solutions that a permutation fixes (Burnside).
"""
