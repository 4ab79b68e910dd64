"""Features of a matrix before it is solved, as numbers, to ask why a solver is fast.

features.py lists them and computes all within a time limit; measures.py computes those of the
matrix, its symmetries, its graph and its relaxation; trees.py estimates the size of search trees.
"""
