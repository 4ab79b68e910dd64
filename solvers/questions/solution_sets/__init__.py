"""Solution sets: all solutions of a matrix as one search tree whose repeats are folded.

tree.py is the folded tree, what a node means, and what a tree has to hold; reference.py folds a
small matrix in readable Python. certificates/ writes it down as a text that a checker can follow.
"""

__all__ = ["certificates", "reference", "tree"]
