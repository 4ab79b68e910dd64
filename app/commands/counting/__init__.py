"""How many solutions there are, and what they are like, without a list of them.

estimate.py looks before a search starts; fold.py,
sample.py and marginals.py ask a solution set, which asked_set.py makes and tells about where it is
not complete.
"""

__all__ = ["asked_set", "estimate", "fold", "marginals", "sample"]
