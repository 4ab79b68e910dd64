"""What symmetries that were found by themselves are used for.

partial_covers.py counts classes of solutions under groups that are too large to list; branches.py
chooses where it branches; orbit_fixing.py leaves out what a first or best solution needs not.
"""

__all__ = ["branches", "isolated_bliss", "orbit_fixing", "partial_covers"]
