"""Solution sets: all solutions of a matrix as one search tree whose repeats are folded.

solution_set.py is the verb and its answer. tree.py is the folded tree, what a node means, and
what a tree has to hold; tree.py builds one natively within limits (limits.py), reference.py
folds a small matrix in readable Python. measures.py draws at random, marginals.py tells how often,
costs.py which are best, measures.py what a choice tells, saved.py is the file of a set,
and saved.py looks at the tree that was read.
certificates/ writes a tree down as a text that a checker can follow.
"""
