"""What a cross-check compares: everything, or so many branches of the search tree.

scoping.py finds out (scope.py is what it found), from an estimate of the tree (estimate.py, Knuth
1975) or by counting with engines asked aside (aside.py, probe.py); tree.py and branch.py are the
tree, cut.py and drawn.py two ways to choose branches of it.
"""

__all__ = ["aside", "branch", "cut", "drawn", "estimate", "probe", "scope", "scoping", "tree"]
