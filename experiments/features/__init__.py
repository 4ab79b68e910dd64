"""Features of a matrix before it is solved, a number each, to ask why a solver is fast.

features.py lists them and computes all within a limit of time. measures.py has those of the matrix,
its root, its symmetries, its graph and its relaxation; trees.py estimates the size of search trees
by random descents.
"""
