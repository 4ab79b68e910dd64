"""Symmetries that searches heed.

alike.py finds them in time (isolated_bliss.py in a child), and orbit_fixing.py (by branches.py)
leaves out what a first or best solution needs not.
"""

__all__ = ["alike", "branches", "isolated_bliss", "orbit_fixing"]
