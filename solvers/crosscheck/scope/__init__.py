"""What a cross-check compares: everything, or so many branches of the search tree.

scoping.py finds out (scope.py is what it found), from an estimate of the tree (estimate.py, Knuth
1975) or by counting with engines asked in child processes (isolated_stages.py, probe.py); tree.py
and branch.py are the tree, partition.py and random_branches.py two ways to choose branches of it.
"""

__all__ = [
    "branch",
    "estimate",
    "isolated_stages",
    "partition",
    "probe",
    "random_branches",
    "scope",
    "scoping",
    "tree",
]
