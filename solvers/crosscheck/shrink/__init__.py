"""From a matrix on which solvers disagree to the smallest one on which they still do.

shrinking.py asks again whether they do, smallest.py is the search (delta debugging) and
reductions.py its steps. The fuzzer uses it too.
"""

__all__ = ["reductions", "shrinking", "smallest"]
