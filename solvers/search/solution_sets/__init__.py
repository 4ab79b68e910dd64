"""Solution sets: all solutions of a matrix as one search tree whose repeats are folded.

solution_set.py is the verb and its answer. tree.py is the folded tree, what a node means, and
what a tree has to hold; folding.py builds one natively within limits (limits.py), reference.py
folds a small matrix in readable Python. ranks.py draws at random, marginals.py tells how often,
costs.py which are best, entropy.py what a choice tells, saved.py is the file of a set,
and soundness.py looks at the tree that was read.
certificates/ writes a tree down as a text that a checker can follow.
"""

__all__ = [
    "certificates",
    "costs",
    "entropy",
    "folding",
    "limits",
    "marginals",
    "ranks",
    "reference",
    "saved",
    "solution_set",
    "soundness",
    "tree",
]
