"""What can be told of a matrix before it is solved, a number a feature, so that one can ask why.

features.py asks them all within a limit of time, table.py says what each is. sizes.py reads them
off the matrix, root.py propagates units and looks for components; linear.py asks HiGHS for the
linear relaxation, symmetry.py igraph, widths.py networkx for bounds on the treewidth, and trees.py
goes random ways down search trees.
"""

__all__ = [
    "features",
    "linear",
    "root",
    "sizes",
    "symmetry",
    "table",
    "trees",
    "widths",
]
