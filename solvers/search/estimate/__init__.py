"""How large a search is, told before one starts from random ways down its tree (Knuth 1975).

estimate.py is the verb and told.py its answer; ways.py goes down the tree of dancing links,
pace.py measures how quick these are. size.py, what the numbers on random ways tell, and tree.py, a
tree that belongs to no solver, serve the cross-check too, which chooses branches by them;
branching.py has rules by which such a tree may branch.
"""

__all__ = ["branching", "estimate", "pace", "size", "told", "tree", "ways"]
