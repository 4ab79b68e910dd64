"""Solution sets: all solutions of a matrix as one search tree whose equal states share a node.

Start with solution_set.py (the verb and its answer) and tree.py (the folded tree). measures.py
samples, counts and ranks solutions, saved.py reads and writes files, certificates/ writes the tree
as a text that a checker can follow.
"""
