"""What a cross-check compares: everything, or so many branches of the search tree.

scoping.py finds out (scope.py is what it found), from an estimate of the search tree (Knuth 1975,
../../search/estimate/) or by counting with engines asked in child processes (isolated_stages.py,
probe.py); branch.py is a branch of that tree, partition.py and random_branches.py two ways to
choose some.
"""

__all__ = [
    "branch",
    "isolated_stages",
    "partition",
    "probe",
    "random_branches",
    "scope",
    "scoping",
]
